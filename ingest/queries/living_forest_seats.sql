-- title: Being first
-- about: Win rate by seat and player count: seat 0 holds the sacred tree first (LF-1.14).
-- game: living_forest
SELECT players, seat, count(*) AS games, sum(won) AS wins, sum(won) / count(*) AS rate,
    wilson_low(sum(won), count(*)) AS low, wilson_high(sum(won), count(*)) AS high, 1 / players AS expected_rate
FROM seats
WHERE game = 'living_forest' AND finished
GROUP BY players, seat
ORDER BY players, seat;
