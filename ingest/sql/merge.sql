-- Bring parts (Parquet files in the folder `parts`) into the database. `ref` numbers the games of the
-- parts in the order in which they were read, `source` the logs; one statement after the other, in one
-- transaction.

CREATE TEMP TABLE read AS SELECT * FROM read_parquet(getvariable('parts') || '/source.parquet');
CREATE TEMP TABLE again AS SELECT * FROM read_parquet(getvariable('parts') || '/again.parquet');

CREATE TEMP TABLE incoming AS
SELECT ref, source, id, opening, name, rules, steps, finished, verified, meta
FROM read_parquet(getvariable('parts') || '/game-*.parquet');

-- The same content twice is one game: a finished copy wins, then a verified one, then one with `meta` (the smaller
-- text, so that the order of arrival is nothing to go by), then the earlier.
CREATE TEMP TABLE best AS
SELECT * FROM (
    SELECT id, opening, steps, finished, verified, meta, key, NULL::BIGINT AS ref
    FROM game WHERE opening IN (SELECT opening FROM incoming)
    UNION ALL
    SELECT id, opening, steps, finished, verified, meta, NULL, ref FROM incoming
)
QUALIFY row_number() OVER (
    PARTITION BY id ORDER BY finished DESC, verified DESC, meta NULLS LAST, key IS NULL, key, ref
) = 1;

-- What the numbers of each part stand for.
CREATE TEMP TABLE part_choice AS SELECT * FROM read_parquet(getvariable('parts') || '/choice-*.parquet');
CREATE TEMP TABLE part_telling AS SELECT * FROM read_parquet(getvariable('parts') || '/telling-*.parquet');
CREATE TEMP TABLE part_naming AS SELECT * FROM read_parquet(getvariable('parts') || '/naming-*.parquet');

-- An unfinished game gives way to one that goes on from where it stops.
CREATE TEMP TABLE pair AS
SELECT short.id AS short, short.steps, long.id AS long,
    short.key AS short_key, short.ref AS short_ref, long.key AS long_key, long.ref AS long_ref
FROM best AS short
JOIN best AS long USING (opening)
WHERE NOT short.finished AND short.steps < long.steps AND (short.ref IS NOT NULL OR long.ref IS NOT NULL);

CREATE TEMP TABLE compared AS
WITH side AS (
    SELECT short AS id, short_key AS key, short_ref AS ref FROM pair
    UNION
    SELECT long, long_key, long_ref FROM pair
)
SELECT side.id, n, seat, kind, action, chance FROM step JOIN side ON step.game = side.key
UNION ALL
SELECT side.id, n, seat, kind, action, chance
FROM read_parquet(getvariable('parts') || '/step-*.parquet') AS step JOIN side ON step.ref = side.ref
JOIN part_choice AS c ON c.part = step.part AND c.number = step.choice;

CREATE TEMP TABLE superseded AS
SELECT DISTINCT short AS id
FROM pair
LEFT JOIN compared AS a ON a.id = pair.short
LEFT JOIN compared AS b ON b.id = pair.long AND b.n = a.n AND b.seat = a.seat AND b.kind = a.kind
    AND b.action IS NOT DISTINCT FROM a.action AND b.chance IS NOT DISTINCT FROM a.chance
GROUP BY short, long, pair.steps
HAVING count(b.n) = pair.steps;

CREATE TEMP TABLE kept AS
SELECT ref, id, ((SELECT coalesce(max(key), 0) FROM game) + row_number() OVER (ORDER BY ref))::INTEGER AS key
FROM best
WHERE ref IS NOT NULL AND id NOT IN (SELECT id FROM superseded);

CREATE TEMP TABLE gone AS
SELECT key FROM game
WHERE id IN (SELECT id FROM kept) OR id IN (SELECT id FROM superseded);

DELETE FROM seat WHERE game IN (SELECT key FROM gone);
DELETE FROM score WHERE game IN (SELECT key FROM gone);
DELETE FROM outcome WHERE game IN (SELECT key FROM gone);
DELETE FROM step_row WHERE game IN (SELECT key FROM gone);
DELETE FROM event_row WHERE game IN (SELECT key FROM gone);
DELETE FROM fact_row WHERE game IN (SELECT key FROM gone);
DELETE FROM game WHERE key IN (SELECT key FROM gone);

INSERT INTO title BY NAME
SELECT DISTINCT * FROM read_parquet(getvariable('parts') || '/title-*.parquet')
WHERE name NOT IN (SELECT name FROM title) ORDER BY name;

-- What is new to the dictionaries, in the order in which it was read.
INSERT INTO choice
SELECT (SELECT count(*) FROM choice) + row_number() OVER (ORDER BY min(part * 4294967296 + number)), kind, action
FROM part_choice AS new ANTI JOIN choice AS c ON c.kind = new.kind AND c.action IS NOT DISTINCT FROM new.action
GROUP BY kind, action;

INSERT INTO telling
SELECT (SELECT count(*) FROM telling) + row_number() OVER (ORDER BY min(part * 4294967296 + number)),
    rule, kind, facts, secret
FROM part_telling AS new ANTI JOIN telling AS t ON t.rule = new.rule AND t.kind = new.kind
    AND t.facts IS NOT DISTINCT FROM new.facts AND t.secret IS NOT DISTINCT FROM new.secret
GROUP BY rule, kind, facts, secret;

INSERT INTO naming
SELECT (SELECT count(*) FROM naming) + row_number() OVER (ORDER BY min(part * 4294967296 + number)), names
FROM part_naming AS new ANTI JOIN naming AS n ON n.names = new.names
GROUP BY names;

-- What the numbers of a part are in the database.
CREATE TEMP TABLE choice_of AS
SELECT part, number, code FROM part_choice AS p
JOIN choice AS c ON c.kind = p.kind AND c.action IS NOT DISTINCT FROM p.action;
CREATE TEMP TABLE telling_of AS
SELECT part, number, code FROM part_telling AS p
JOIN telling AS t ON t.rule = p.rule AND t.kind = p.kind
    AND t.facts IS NOT DISTINCT FROM p.facts AND t.secret IS NOT DISTINCT FROM p.secret;
CREATE TEMP TABLE naming_of AS
SELECT part, number, code FROM part_naming AS p JOIN naming AS n ON n.names = p.names;
