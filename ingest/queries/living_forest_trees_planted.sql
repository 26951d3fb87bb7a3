-- title: Trees planted
-- about: Each kind of tree: how often it was planted, in how many games, by how many seats, and the win rate
-- about: of the seats that planted it, with its 95 % interval.
-- game: living_forest
WITH planting AS (
    SELECT e.game, e.seat, json_extract_string(e.facts, '$.tree') AS tree,
        json_extract(e.facts, '$.cost')::INTEGER AS cost
    FROM event AS e
    WHERE e.kind = 'tree_planted'
),
planted AS (
    SELECT tree, any_value(cost) AS cost, game, seat, count(*) AS times FROM planting GROUP BY tree, game, seat
),
chair AS (SELECT key, seat, won, players FROM seats WHERE game = 'living_forest' AND finished)
SELECT tree, any_value(cost) AS cost, sum(times)::BIGINT AS times, count(DISTINCT key) AS games, count(*) AS planters,
    sum(won) AS wins, sum(won) / count(*) AS rate,
    wilson_low(sum(won), count(*)) AS low, wilson_high(sum(won), count(*)) AS high,
    avg(1 / players) AS expected_rate
FROM planted JOIN chair ON chair.key = planted.game AND chair.seat = planted.seat
GROUP BY tree
ORDER BY cost, tree;
