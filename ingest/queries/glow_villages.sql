-- title: Villages and islands
-- about: Where journeys end: each village and each island with points, how often it was entered and by how many seats,
-- about: the mean day of it, at how many seats it counts in the end (GL-11.3) as a share of the seats on that side of
-- about: the board with its 95 % interval, and the win rate of those seats. Finished games; the win rate without the solo mode.
-- title[ja]: 村と島
-- about[ja]: 旅の終わる場所です。得点のある村と島ごとに、入った回数と席の数、入った日の平均、最後にそこの得点を得た席の数（GL-11.3）、
-- about[ja]: それが旅ボードの同じ面の席に占める割合とその95%区間、その席の勝率です。終わったゲームが対象で、勝率はソロモードを除きます。
-- game: glow
WITH chair AS (
    SELECT key, seat, won, players, json_extract_string(options, '$.side') AS side
    FROM seats WHERE game = 'glow' AND finished AND verified
),
side AS (SELECT side, count(*) AS of_seats FROM chair GROUP BY side),
entry AS (
    SELECT e.game, e.seat, t.round,
        coalesce(json_extract_string(e.facts, '$.node'), json_extract_string(e.facts, '$.island')) AS place
    FROM event AS e
    JOIN step AS t ON t.game = e.game AND t.n = e.n
    WHERE e.kind IN ('moved', 'sailed')
),
entered AS (
    SELECT side, place, count(*) AS entries, count(DISTINCT (key, chair.seat)) AS visitors, avg(round) AS day
    FROM entry JOIN chair ON chair.key = entry.game AND chair.seat = entry.seat
    WHERE regexp_matches(place, '^(v|isle)\d')
    GROUP BY side, place
),
home AS (
    SELECT DISTINCT side, json_extract_string(facts, '$.source') AS place,
        json_extract(facts, '$.count')::INTEGER AS value, key, chair.seat, won, players
    FROM event JOIN chair ON chair.key = event.game AND chair.seat = event.seat
    WHERE rule = 'GL-11.3'
),
stayed AS (
    SELECT side, place, any_value(value) AS value, count(*) AS at_end,
        count(*) FILTER (WHERE players > 1) AS rivals, sum(won) FILTER (WHERE players > 1) AS wins,
        avg(1 / players) FILTER (WHERE players > 1) AS expected_rate
    FROM home GROUP BY side, place
)
SELECT side, place, value, coalesce(entries, 0) AS entries, coalesce(visitors, 0) AS visitors, day,
    coalesce(at_end, 0) AS at_end, of_seats, coalesce(at_end, 0) / of_seats AS share,
    wilson_low(coalesce(at_end, 0), of_seats) AS share_low, wilson_high(coalesce(at_end, 0), of_seats) AS share_high,
    wins, wins / nullif(rivals, 0) AS rate, wilson_low(wins, rivals) AS low, wilson_high(wins, rivals) AS high,
    expected_rate
FROM entered FULL JOIN stayed USING (side, place) JOIN side USING (side)
ORDER BY side DESC, at_end DESC, place;
