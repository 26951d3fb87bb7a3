-- title: Win rates
-- about: Share of games won, by agent, seat, name, players or one of the game's options. Shared wins are
-- about: split; the interval is Wilson's, 95 %; unfinished games are left out and counted apart. In a co-operative
-- about: game all seats win or lose together: there a game counts once, wins are games won, chance expects nothing
-- about: (those columns stay empty), and the baseline are the games without the value. Nor does it of somebody who
-- about: plays alone: such seats count in all but the expected wins.
-- title[ja]: 勝率
-- about[ja]: エージェント、席、名前、人数、またはゲームのオプション別の勝率です。分け合った勝利は等分します。区間はウィルソンの95%区間です。
-- about[ja]: 終わっていないゲームは除き、別に数えます。全員で勝敗をともにするゲームでは、ゲームを1回として数え、勝利は勝ったゲームの数、
-- about[ja]: 偶然による期待は空欄、比べる相手はその値のないゲームです。1人で遊ぶゲームでも偶然による期待はなく、その席は期待される勝利以外のすべてに数えます。
-- game: any
-- parameter: game = living_forest
-- parameter: by = agent
WITH chair AS (
    SELECT key, finished, won, cooperative, CASE WHEN players > 1 THEN 1 / players END AS share,
        CASE $by
            WHEN 'agent' THEN agent
            WHEN 'seat' THEN seat::VARCHAR
            WHEN 'name' THEN name
            WHEN 'players' THEN players::VARCHAR
            ELSE json_extract_string(options, '$."' || replace($by, '"', '') || '"')
        END AS value
    FROM seats WHERE game = $game
),
-- What counts once: a seat, or a whole game where all seats win together.
attempt AS (
    SELECT value, key, finished, won, share, 1 AS seats, FALSE AS cooperative FROM chair WHERE NOT cooperative
    UNION ALL
    SELECT value, key, finished, max(won), NULL, count(*), TRUE FROM chair WHERE cooperative
    GROUP BY value, key, finished
),
total AS (
    SELECT sum(tries) AS tries, sum(wins) AS wins FROM (
        SELECT count(*) AS tries, sum(won) AS wins FROM attempt WHERE finished AND NOT cooperative
        UNION ALL
        SELECT count(*), sum(won) FROM (SELECT max(won) AS won FROM attempt WHERE finished AND cooperative GROUP BY key)
    )
),
grouped AS (
    SELECT value,
        count(DISTINCT key) FILTER (WHERE finished) AS games,
        coalesce(sum(seats) FILTER (WHERE finished), 0)::BIGINT AS seats,
        count(*) FILTER (WHERE finished) AS tries,
        sum(share) FILTER (WHERE finished) AS expected,
        count(share) FILTER (WHERE finished) AS rivals,
        coalesce(sum(won) FILTER (WHERE finished), 0) AS wins,
        count(DISTINCT key) FILTER (WHERE NOT finished) AS excluded
    FROM attempt GROUP BY value
)
SELECT value, games, seats, expected, grouped.wins,
    grouped.wins / nullif(grouped.tries, 0) AS rate,
    wilson_low(grouped.wins, grouped.tries) AS low,
    wilson_high(grouped.wins, grouped.tries) AS high,
    expected / nullif(rivals, 0) AS expected_rate,
    (total.wins - grouped.wins) / nullif(total.tries - grouped.tries, 0) AS baseline_rate,
    excluded
FROM grouped CROSS JOIN total
ORDER BY games DESC, value;
