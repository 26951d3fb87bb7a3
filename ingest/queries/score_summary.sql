-- title: Final scores
-- about: Scores at the end of finished games: mean, median, least and most, by player count and by
-- about: winners against the others.
-- game: any
-- parameter: game = living_forest
SELECT c.players, s.name AS score, c.winner, count(*) AS seats,
    avg(s.value) AS mean, median(s.value) AS median, min(s.value) AS least, max(s.value) AS most
FROM score AS s
JOIN seats AS c ON c.key = s.game AND c.seat = s.seat
WHERE c.game = $game
GROUP BY ALL
ORDER BY players, score, winner DESC;
