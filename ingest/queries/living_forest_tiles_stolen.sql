-- title: Victory tiles taken
-- about: Tiles taken from jumped opponents (LF-8.5), by kind: how often, in how many of the verified games
-- about: (unfinished ones included), how often a game.
-- game: living_forest
WITH verified AS (SELECT key FROM game WHERE name = 'living_forest' AND verified)
SELECT json_extract_string(facts, '$.tile') AS tile, count(*) AS times, count(DISTINCT event.game) AS games,
    count(*) / (SELECT count(*) FROM verified) AS per_game
FROM event JOIN verified ON verified.key = event.game
WHERE event.kind = 'tile_stolen'
GROUP BY tile
ORDER BY times DESC, tile;
