-- A page of the list of games: filters that are NULL let everything through. `total` counts all matches.
SELECT g.id, g.game, g.players, g.names, g.agents, g.winners, g.winner_names, g.reason, g.rounds, g.steps,
    g.finished, g.verified, g.seed, g.options, g.file, g.line, count(*) OVER () AS total
FROM games AS g
WHERE ($game IS NULL OR g.game = $game)
    AND ($players IS NULL OR g.players = $players)
    AND ($agent IS NULL OR list_contains(g.agents, $agent))
    AND ($winner_agent IS NULL OR EXISTS (
        SELECT 1 FROM seat WHERE seat.game = g.key AND seat.winner AND seat.agent = $winner_agent
    ))
    AND ($reason IS NULL OR g.reason = $reason)
    AND ($finished IS NULL OR g.finished = $finished)
    AND ($verified IS NULL OR g.verified = $verified)
    AND ($pattern IS NULL OR g.id ILIKE $pattern ESCAPE '\' OR g.seed ILIKE $pattern ESCAPE '\'
        OR list_bool_or(list_transform(g.names, lambda name: name ILIKE $pattern ESCAPE '\')))
ORDER BY
    CASE $sort WHEN 'players' THEN g.players WHEN 'rounds' THEN g.rounds WHEN 'steps' THEN g.steps
        WHEN 'added' THEN g.key WHEN 'finished' THEN g.finished::INTEGER END
        * CASE WHEN $descending THEN -1 ELSE 1 END NULLS LAST,
    CASE WHEN NOT $descending THEN
        CASE $sort WHEN 'id' THEN g.id WHEN 'game' THEN g.game WHEN 'reason' THEN g.reason
            WHEN 'seed' THEN g.seed WHEN 'names' THEN g.names[1] WHEN 'winner' THEN g.winner_names[1] END
    END NULLS LAST,
    CASE WHEN $descending THEN
        CASE $sort WHEN 'id' THEN g.id WHEN 'game' THEN g.game WHEN 'reason' THEN g.reason
            WHEN 'seed' THEN g.seed WHEN 'names' THEN g.names[1] WHEN 'winner' THEN g.winner_names[1] END
    END DESC NULLS LAST,
    g.key
LIMIT $limit OFFSET $offset;
