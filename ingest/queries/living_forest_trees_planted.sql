-- title: Trees planted
-- about: Each kind of tree: how often it was planted, in how many finished games, by how many seats, and the win
-- about: rate of the seats that planted it, with its 95 % interval, beside the rate that chance alone would give
-- about: them and the rate of the seats that did not plant it.
-- title[ja]: 配置された保護木
-- about[ja]: 保護木の種類ごとに、配置された回数、配置された終わったゲームの数、配置した席の数、その席の勝率とその95%区間を、
-- about[ja]: 偶然だけで期待される勝率、配置しなかった席の勝率と並べて示します。
-- game: living_forest
WITH planting AS (
    SELECT e.game, e.seat, json_extract_string(e.facts, '$.tree') AS tree,
        json_extract(e.facts, '$.cost')::INTEGER AS cost
    FROM event AS e
    WHERE e.kind = 'tree_planted'
),
chair AS (SELECT key, seat, won, players FROM seats WHERE game = 'living_forest' AND finished AND verified),
total AS (SELECT count(*) AS seats, sum(won) AS wins FROM chair),
planted AS (
    SELECT tree, any_value(cost) AS cost, game, seat, count(*) AS times FROM planting GROUP BY tree, game, seat
),
grouped AS (
    SELECT tree, any_value(cost) AS cost, sum(times)::BIGINT AS times, count(DISTINCT key) AS games,
        count(*) AS planters, sum(won) AS wins, avg(1 / players) AS expected_rate
    FROM planted JOIN chair ON chair.key = planted.game AND chair.seat = planted.seat
    GROUP BY tree
)
SELECT tree, cost, times, games, planters, grouped.wins, grouped.wins / planters AS rate,
    wilson_low(grouped.wins, planters) AS low, wilson_high(grouped.wins, planters) AS high, expected_rate,
    (total.wins - grouped.wins) / nullif(total.seats - planters, 0) AS baseline_rate
FROM grouped CROSS JOIN total
ORDER BY cost, tree;
