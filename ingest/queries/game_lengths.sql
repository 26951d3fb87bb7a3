-- title: Spread of game lengths
-- about: How many finished games had so many rounds, by player count.
-- game: any
-- parameter: game = living_forest
SELECT players, rounds, count(*) AS games
FROM game
WHERE name = $game AND finished AND rounds IS NOT NULL
GROUP BY players, rounds
ORDER BY players, rounds;
