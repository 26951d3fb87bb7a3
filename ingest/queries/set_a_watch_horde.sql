-- title: The Horde and winning
-- about: Verified games that reached the final round, by the number of cards in the Horde after round 8, which all
-- about: stand in the last line (SW-20.2): how many were won, beside the rate of the other sizes.
-- title[ja]: 大群の枚数と勝率
-- about[ja]: 最終ラウンドに達した検証済みのゲームを、ラウンド8の後の大群の枚数別に示します。大群はすべて最後の戦列に並びます（SW-20.2）。
-- about[ja]: 勝ったゲームの数を、ほかの枚数での勝率と並べます。
-- game: set_a_watch
WITH reached AS (
    SELECT f.value AS horde, len(o.winners) > 0 AS won
    FROM fact AS f
    JOIN game AS g ON g.key = f.game AND g.name = 'set_a_watch' AND g.finished AND g.verified
    JOIN outcome AS o ON o.game = g.key
    WHERE f.name = 'horde' AND f.round = 8 AND f.seat = 0 AND NOT f.at_end
),
total AS (SELECT count(*) AS games, count(*) FILTER (WHERE won) AS wins FROM reached),
grouped AS (SELECT horde, count(*) AS games, count(*) FILTER (WHERE won) AS wins FROM reached GROUP BY horde)
SELECT horde, grouped.games, grouped.wins, grouped.wins / grouped.games AS rate,
    wilson_low(grouped.wins, grouped.games) AS low, wilson_high(grouped.wins, grouped.games) AS high,
    (total.wins - grouped.wins) / nullif(total.games - grouped.games, 0) AS baseline_rate
FROM grouped CROSS JOIN total
ORDER BY horde;
