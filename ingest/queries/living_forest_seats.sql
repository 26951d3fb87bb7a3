-- title: Being first
-- about: Win rate by seat and player count: seat 0 holds the sacred tree first (LF-1.14). Beside it the rate that
-- about: chance alone would give, and the rate of the other seats at tables of that size.
-- title[ja]: 手番順と勝率
-- about[ja]: 席と人数別の勝率です。席0が最初に聖なる木を持ちます（LF-1.14）。
-- about[ja]: 偶然だけで期待される勝率、同じ人数でのほかの席の勝率と並べて示します。
-- game: living_forest
WITH grouped AS (
    SELECT players, seat, count(*) AS games, sum(won) AS wins
    FROM seats
    WHERE game = 'living_forest' AND finished
    GROUP BY players, seat
)
SELECT players, seat, games, wins, wins / games AS rate,
    wilson_low(wins, games) AS low, wilson_high(wins, games) AS high, 1 / players AS expected_rate,
    (sum(wins) OVER table_size - wins) / nullif(sum(games) OVER table_size - games, 0) AS baseline_rate
FROM grouped
WINDOW table_size AS (PARTITION BY players)
ORDER BY players, seat;
