-- What people ask: one row per game, seat, step, event, fact, with the game's id and name.

CREATE VIEW games AS
SELECT g.key, g.id, g.name AS game, g.rules, g.options, g.seed, g.players, g.steps, g.rounds,
    g.finished, g.verified, o.reason, o.winners, o.scores, s.names, s.agents, s.winner_names,
    g.file, g.line, g.meta, coalesce(title.cooperative, false) AS cooperative
FROM game AS g
LEFT JOIN title ON title.name = g.name
LEFT JOIN outcome AS o ON o.game = g.key
LEFT JOIN (
    SELECT game,
        list(name ORDER BY seat) AS names,
        list(agent ORDER BY seat) AS agents,
        coalesce(list(name ORDER BY seat) FILTER (WHERE winner), []) AS winner_names
    FROM seat GROUP BY game
) AS s ON s.game = g.key;

CREATE VIEW seats AS
SELECT g.key, g.id, g.name AS game, g.options, g.seed, g.players, g.finished, g.verified,
    s.seat, s.name, s.agent, s.won, s.winner, o.reason, coalesce(title.cooperative, false) AS cooperative
FROM game AS g
LEFT JOIN title ON title.name = g.name
JOIN seat AS s ON s.game = g.key
LEFT JOIN outcome AS o ON o.game = g.key;

CREATE VIEW steps AS
SELECT g.key, g.id, g.name AS game, t.n, t.seat, t.round, t.kind, t.action, t.chance,
    printf('%04x', t."check") AS "check"
FROM game AS g
JOIN step AS t ON t.game = g.key;

CREATE VIEW events AS
SELECT g.key, g.id, g.name AS game, t.round, e.n, e.i, e.seat, e.rule, e.kind, e.facts
FROM game AS g
JOIN event AS e ON e.game = g.key
JOIN step AS t ON t.game = e.game AND t.n = e.n;

CREATE VIEW facts AS
SELECT g.key, g.id, g.name AS game, f.round, f.seat, f.name, f.value, f.at_end
FROM game AS g
JOIN fact AS f ON f.game = g.key;

-- 95 % Wilson interval of `wins` in `tries`; wins may be a fraction (shared wins). NULL without tries;
-- nine places, so that none won reads 0.
CREATE MACRO wilson_middle(wins, tries) AS
    (wins + 1.959963984540054 ** 2 / 2) / nullif(tries + 1.959963984540054 ** 2, 0);
CREATE MACRO wilson_reach(wins, tries) AS
    1.959963984540054 / (tries + 1.959963984540054 ** 2)
    * sqrt(greatest(wins * (tries - wins) / tries + 1.959963984540054 ** 2 / 4, 0));
CREATE MACRO wilson_low(wins, tries) AS
    CASE WHEN tries > 0 THEN round(greatest(wilson_middle(wins, tries) - wilson_reach(wins, tries), 0), 9) END;
CREATE MACRO wilson_high(wins, tries) AS
    CASE WHEN tries > 0 THEN round(least(wilson_middle(wins, tries) + wilson_reach(wins, tries), 1), 9) END;
