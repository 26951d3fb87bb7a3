-- What the filters of the list of games can be set to.
SELECT
    (SELECT list(DISTINCT name ORDER BY name) FROM game) AS games,
    (SELECT list(DISTINCT players ORDER BY players) FROM game WHERE $game IS NULL OR name = $game) AS players,
    (SELECT list(DISTINCT seat.agent ORDER BY seat.agent) FROM seat JOIN game ON game.key = seat.game
        WHERE seat.agent IS NOT NULL AND ($game IS NULL OR game.name = $game)) AS agents,
    (SELECT list(DISTINCT outcome.reason ORDER BY outcome.reason) FROM outcome
        JOIN game ON game.key = outcome.game WHERE $game IS NULL OR game.name = $game) AS reasons;
