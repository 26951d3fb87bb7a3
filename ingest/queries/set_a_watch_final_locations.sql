-- title: Final locations
-- about: Verified games that reached the final round, by its location (SW-20.1): how many were won, beside the
-- about: rate at the other final locations. Games lost before are not in it. Games are counted, not seats.
-- title[ja]: 最終目的地と勝率
-- about[ja]: 最終ラウンドに達した検証済みのゲームを、その地域（最終目的地、SW-20.1）別に示します。勝ったゲームの数を、ほかの最終目的地での勝率と並べます。
-- about[ja]: それより前に負けたゲームは含みません。席ではなくゲームを数えます。
-- game: set_a_watch
WITH reached AS (
    SELECT json_extract_string(e.facts, '$.location') AS location, len(o.winners) > 0 AS won
    FROM event AS e
    JOIN game AS g ON g.key = e.game AND g.name = 'set_a_watch' AND g.finished AND g.verified
    JOIN outcome AS o ON o.game = g.key
    WHERE e.kind = 'location' AND json_extract(e.facts, '$.round')::INTEGER = 9
),
total AS (SELECT count(*) AS games, count(*) FILTER (WHERE won) AS wins FROM reached),
grouped AS (
    SELECT location, count(*) AS games, count(*) FILTER (WHERE won) AS wins FROM reached GROUP BY location
)
SELECT location, grouped.games, grouped.wins, grouped.wins / grouped.games AS rate,
    wilson_low(grouped.wins, grouped.games) AS low, wilson_high(grouped.wins, grouped.games) AS high,
    (total.wins - grouped.wins) / nullif(total.games - grouped.games, 0) AS baseline_rate
FROM grouped CROSS JOIN total
ORDER BY games DESC, location;
