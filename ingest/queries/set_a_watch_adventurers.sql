-- title: Adventurers
-- about: Games won with each adventurer in the party, beside the rate of the games without it. Games are counted,
-- about: not seats: the party wins together.
-- title[ja]: 冒険者と勝率
-- about[ja]: 各冒険者がパーティーにいたゲームの勝率を、いなかったゲームの勝率と並べて示します。
-- about[ja]: パーティー全員で勝つので、席ではなくゲームを数えます。
-- game: set_a_watch
WITH party AS (
    SELECT key, unnest([options->>'a1', options->>'a2', options->>'a3', options->>'a4']) AS adventurer, won
    FROM (SELECT key, options::JSON AS options, len(winners) > 0 AS won
        FROM games WHERE game = 'set_a_watch' AND finished)
),
total AS (SELECT count(DISTINCT key) AS games, count(DISTINCT key) FILTER (WHERE won) AS wins FROM party),
grouped AS (
    SELECT adventurer, count(*) AS games, count(*) FILTER (WHERE won) AS wins FROM party GROUP BY adventurer
)
SELECT adventurer, grouped.games, grouped.wins, grouped.wins / grouped.games AS rate,
    wilson_low(grouped.wins, grouped.games) AS low, wilson_high(grouped.wins, grouped.games) AS high,
    (total.wins - grouped.wins) / nullif(total.games - grouped.games, 0) AS baseline_rate
FROM grouped CROSS JOIN total
ORDER BY rate DESC, games DESC, adventurer;
