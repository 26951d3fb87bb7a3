-- title: Victory tiles taken
-- about: Tiles taken from jumped opponents (LF-8.5), by kind: how often, in how many of the verified games
-- about: (unfinished ones included), how often a game.
-- title[ja]: 奪われたビクトリータイル
-- about[ja]: 飛ばした相手から奪ったビクトリータイル（LF-8.5）の種類別の回数、検証済みのゲーム（終わっていないものも含む）のうち
-- about[ja]: 奪われたゲームの数、1ゲームあたりの回数です。
-- game: living_forest
WITH verified AS (SELECT key FROM game WHERE name = 'living_forest' AND verified)
SELECT json_extract_string(facts, '$.tile') AS tile, count(*) AS times, count(DISTINCT event.game) AS games,
    count(*) / (SELECT count(*) FROM verified) AS per_game
FROM event JOIN verified ON verified.key = event.game
WHERE event.kind = 'tile_stolen'
GROUP BY tile
ORDER BY times DESC, tile;
