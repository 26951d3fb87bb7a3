-- title: Win rates
-- about: Share of games won, by agent, seat, name, players or one of the game's options. Shared wins are
-- about: split; the interval is Wilson's, 95 %; unfinished games are left out and counted apart.
-- game: any
-- parameter: game = living_forest
-- parameter: by = agent
WITH chair AS (
    SELECT key, finished, won, 1 / players AS share,
        CASE $by
            WHEN 'agent' THEN agent
            WHEN 'seat' THEN seat::VARCHAR
            WHEN 'name' THEN name
            WHEN 'players' THEN players::VARCHAR
            ELSE json_extract_string(options, '$."' || replace($by, '"', '') || '"')
        END AS value
    FROM seats WHERE game = $game
),
total AS (
    SELECT count(*) FILTER (WHERE finished) AS seats, sum(won) FILTER (WHERE finished) AS wins FROM chair
),
grouped AS (
    SELECT value,
        count(DISTINCT key) FILTER (WHERE finished) AS games,
        count(*) FILTER (WHERE finished) AS seats,
        coalesce(sum(share) FILTER (WHERE finished), 0) AS expected,
        coalesce(sum(won) FILTER (WHERE finished), 0) AS wins,
        count(DISTINCT key) FILTER (WHERE NOT finished) AS excluded
    FROM chair GROUP BY value
)
SELECT value, games, grouped.seats, expected, grouped.wins,
    grouped.wins / nullif(grouped.seats, 0) AS rate,
    wilson_low(grouped.wins, grouped.seats) AS low,
    wilson_high(grouped.wins, grouped.seats) AS high,
    expected / nullif(grouped.seats, 0) AS expected_rate,
    (total.wins - grouped.wins) / nullif(total.seats - grouped.seats, 0) AS baseline_rate,
    excluded
FROM grouped CROSS JOIN total
ORDER BY games DESC, value;
