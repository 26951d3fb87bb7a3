-- title: How games end
-- about: Finished games by the rule that ended them, with shared wins.
-- game: any
-- parameter: game = living_forest
SELECT reason, players, count(*) AS games, count(*) FILTER (WHERE len(winners) > 1) AS shared
FROM games
WHERE game = $game AND finished
GROUP BY reason, players
ORDER BY games DESC, reason, players;
