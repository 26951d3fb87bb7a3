-- title: How games end
-- about: Finished games by the rule that ended them: in how many somebody won, in how many several did.
-- game: any
-- parameter: game = living_forest
SELECT reason, players, count(*) AS games, count(*) FILTER (WHERE len(winners) > 0) AS won,
    count(*) FILTER (WHERE len(winners) > 1) AS shared
FROM games
WHERE game = $game AND finished
GROUP BY reason, players
ORDER BY games DESC, reason, players;
