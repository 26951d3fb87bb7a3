-- title: Pairs of adventurers
-- about: Games won with both adventurers in the party, beside the rate of the games without that pair. Games are
-- about: counted, not seats: the party wins together. `least`: pairs with fewer games are left out.
-- title[ja]: 冒険者の組み合わせと勝率
-- about[ja]: 2人の冒険者がともにパーティーにいたゲームの勝率を、そうでないゲームの勝率と並べて示します。
-- about[ja]: パーティー全員で勝つので、席ではなくゲームを数えます。「最少ゲーム数」に満たない組み合わせは除きます。
-- game: set_a_watch
-- parameter: least = 1
WITH party AS (
    SELECT key, unnest([options->>'a1', options->>'a2', options->>'a3', options->>'a4']) AS adventurer, won
    FROM (SELECT key, options::JSON AS options, len(winners) > 0 AS won
        FROM games WHERE game = 'set_a_watch' AND finished)
),
total AS (SELECT count(DISTINCT key) AS games, count(DISTINCT key) FILTER (WHERE won) AS wins FROM party),
grouped AS (
    SELECT a.adventurer AS first, b.adventurer AS second, count(*) AS games, count(*) FILTER (WHERE a.won) AS wins
    FROM party AS a
    JOIN party AS b ON b.key = a.key AND b.adventurer > a.adventurer
    GROUP BY first, second
)
SELECT first, second, grouped.games, grouped.wins, grouped.wins / grouped.games AS rate,
    wilson_low(grouped.wins, grouped.games) AS low, wilson_high(grouped.wins, grouped.games) AS high,
    (total.wins - grouped.wins) / nullif(total.games - grouped.games, 0) AS baseline_rate
FROM grouped CROSS JOIN total
WHERE grouped.games >= $least
ORDER BY rate DESC, games DESC, first, second;
