-- What stands in a log before and after the steps.
SELECT g.key, g.header, g.steps, g.hash, g.id, o.reason, o.winners, o.scores
FROM game AS g
LEFT JOIN outcome AS o ON o.game = g.key
WHERE g.id = $id;
