-- Steps, events and facts written out: rows and their dictionaries together.

CREATE VIEW step AS
SELECT r.game, r.n, r.seat, r.round, c.kind, c.action, r.chance, r."check"
FROM step_row AS r JOIN choice AS c ON c.code = r.choice;

CREATE VIEW event AS
SELECT r.game, r.n, r.i, r.seat, t.rule, t.kind, t.facts, t.secret
FROM event_row AS r JOIN telling AS t ON t.code = r.telling;

CREATE VIEW fact AS
SELECT game, round, seat, unnest(names) AS name, unnest(numbers) AS value, at_end
FROM fact_row JOIN naming ON naming.code = fact_row.naming;
