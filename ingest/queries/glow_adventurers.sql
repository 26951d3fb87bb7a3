-- title: Adventurers
-- about: Each adventurer: seats that played it, win rate with its 95 % interval, beside the rate that chance alone
-- about: would give and the rate of all other seats, and the mean total (GL-11). Finished games against others only,
-- about: so without the solo mode. `agent` takes the seats of one agent alone.
-- title[ja]: 冒険者
-- about[ja]: 冒険者ごとに、使った席の数、勝率とその95%区間、偶然だけで期待される勝率、ほかのすべての席の勝率、合計得点（GL-11）の平均です。
-- about[ja]: 対戦して終わったゲームだけで、ソロモードは除きます。「エージェント」には、その席だけを数えるエージェントを指定します。
-- game: glow
-- parameter: agent = any
WITH chair AS (
    SELECT c.key, c.seat, c.won, c.players, s.value AS total
    FROM seats AS c
    JOIN score AS s ON s.game = c.key AND s.seat = c.seat AND s.name = 'total'
    WHERE c.game = 'glow' AND c.finished AND c.verified AND c.players > 1 AND ($agent = 'any' OR c.agent = $agent)
),
taken AS (
    SELECT game, seat, json_extract_string(facts, '$.adventurer') AS adventurer
    FROM event WHERE kind = 'adventurer_taken'
),
every AS (SELECT count(*) AS seats, sum(won) AS wins FROM chair),
grouped AS (
    SELECT adventurer, count(*) AS seats, count(DISTINCT key) AS games, sum(won) AS wins,
        avg(1 / players) AS expected_rate, avg(total) AS mean_total, median(total) AS median_total
    FROM chair JOIN taken ON taken.game = chair.key AND taken.seat = chair.seat
    GROUP BY adventurer
)
SELECT adventurer, grouped.seats, games, grouped.wins, grouped.wins / grouped.seats AS rate,
    wilson_low(grouped.wins, grouped.seats) AS low, wilson_high(grouped.wins, grouped.seats) AS high, expected_rate,
    (every.wins - grouped.wins) / nullif(every.seats - grouped.seats, 0) AS baseline_rate, mean_total, median_total
FROM grouped CROSS JOIN every
ORDER BY rate DESC, adventurer;
