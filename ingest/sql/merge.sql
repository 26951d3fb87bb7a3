-- Bring parts (Parquet files in the folder `parts`) into the database. `ref` numbers the games of the
-- parts in the order in which they were read, `source` the logs; one statement after the other, in one
-- transaction.

CREATE TEMP TABLE read AS SELECT * FROM read_parquet(getvariable('parts') || '/source.parquet');
CREATE TEMP TABLE again AS SELECT * FROM read_parquet(getvariable('parts') || '/again.parquet');

CREATE TEMP TABLE incoming AS
SELECT * FROM read_parquet(getvariable('parts') || '/game-*.parquet');

-- The same content twice is one game: a finished copy wins, then a verified one, then the earlier.
CREATE TEMP TABLE best AS
SELECT * FROM (
    SELECT id, opening, steps, finished, verified, key, NULL::BIGINT AS ref
    FROM game WHERE opening IN (SELECT opening FROM incoming)
    UNION ALL
    SELECT id, opening, steps, finished, verified, NULL, ref FROM incoming
)
QUALIFY row_number() OVER (
    PARTITION BY id ORDER BY finished DESC, verified DESC, key IS NULL, key, ref
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

INSERT INTO game BY NAME
SELECT kept.key, incoming.* EXCLUDE (ref, source) FROM incoming JOIN kept USING (ref) ORDER BY ref;

INSERT INTO title BY NAME
SELECT DISTINCT * FROM read_parquet(getvariable('parts') || '/title-*.parquet')
WHERE name NOT IN (SELECT name FROM title) ORDER BY name;


INSERT INTO seat BY NAME
SELECT key AS game, new.* EXCLUDE (ref)
FROM read_parquet(getvariable('parts') || '/seat-*.parquet') AS new JOIN kept USING (ref)
ORDER BY key, seat;
INSERT INTO score BY NAME
SELECT key AS game, new.* EXCLUDE (ref)
FROM read_parquet(getvariable('parts') || '/score-*.parquet') AS new JOIN kept USING (ref)
ORDER BY key, seat, name;
INSERT INTO outcome BY NAME
SELECT key AS game, new.* EXCLUDE (ref)
FROM read_parquet(getvariable('parts') || '/outcome-*.parquet') AS new JOIN kept USING (ref)
ORDER BY key;

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

-- The steps of a game stay together and in order: that is what finds them without an index. The parts are in this
-- order, but a join may change it a little.
INSERT INTO step_row BY NAME
SELECT kept.key AS game, step.* EXCLUDE (ref, part, file_row_number) REPLACE (code AS choice)
FROM read_parquet(getvariable('parts') || '/step-*.parquet', file_row_number = true) AS step
JOIN kept ON kept.ref = step.ref
JOIN choice_of AS c ON c.part = step.part AND c.number = step.choice
ORDER BY step.part, file_row_number;
INSERT INTO event_row BY NAME
SELECT kept.key AS game, event.* EXCLUDE (ref, part, file_row_number) REPLACE (code AS telling)
FROM read_parquet(getvariable('parts') || '/event-*.parquet', file_row_number = true) AS event
JOIN kept ON kept.ref = event.ref
JOIN telling_of AS t ON t.part = event.part AND t.number = event.telling
ORDER BY event.part, file_row_number;
INSERT INTO fact_row BY NAME
SELECT kept.key AS game, fact.* EXCLUDE (ref, part, file_row_number) REPLACE (code AS naming)
FROM read_parquet(getvariable('parts') || '/fact-*.parquet', file_row_number = true) AS fact
JOIN kept ON kept.ref = fact.ref
JOIN naming_of AS n ON n.part = fact.part AND n.number = fact.naming
ORDER BY fact.part, file_row_number;

-- A game that says of itself the id of another one: both are named, and where they part.
CREATE TEMP TABLE wrong AS SELECT * FROM read_parquet(getvariable('parts') || '/rejected-*.parquet');
CREATE TEMP TABLE conflict AS
WITH told AS (
    SELECT wrong.ref, wrong.opening <> game.opening AS other_header, game.key, game.file, game.line
    FROM wrong JOIN game ON game.id = wrong.claimed
),
here AS (
    SELECT claim.* FROM read_parquet(getvariable('parts') || '/claim-*.parquet') AS claim JOIN told USING (ref)
),
there AS (
    SELECT told.ref, n, seat, kind, action, chance FROM step JOIN told ON step.game = told.key
),
parted AS (
    SELECT ref, n,
        concat_ws(' ', CASE WHEN there.seat < 0 THEN 'table' ELSE 'p' || (there.seat + 1) END,
            there.kind, there.action, there.chance[:80]) AS there_did,
        concat_ws(' ', CASE WHEN here.seat < 0 THEN 'table' ELSE 'p' || (here.seat + 1) END,
            here.kind, here.action, here.chance[:80]) AS here_did
    FROM here FULL JOIN there USING (ref, n)
    WHERE here.seat IS DISTINCT FROM there.seat OR here.kind IS DISTINCT FROM there.kind
        OR here.action IS DISTINCT FROM there.action OR here.chance IS DISTINCT FROM there.chance
    QUALIFY row_number() OVER (PARTITION BY ref ORDER BY n) = 1
)
SELECT ref, concat('; it says it is the game at ', file, ':', line,
    CASE WHEN other_header THEN ', whose header is another' END,
    ', but differs from it first at step ' || n || ': there ' || CASE there_did WHEN '' THEN 'nothing' ELSE there_did END
        || ', here ' || CASE here_did WHEN '' THEN 'nothing' ELSE here_did END) AS what
FROM told LEFT JOIN parted USING (ref)
WHERE other_header OR n IS NOT NULL;

-- What was wrong with a log is said anew whenever the log is read.
DELETE FROM rejected WHERE source IN (SELECT file FROM read);
INSERT INTO rejected BY NAME
SELECT read.file AS source, wrong.* EXCLUDE (ref, source, claimed, opening)
    REPLACE (concat(reason, conflict.what) AS reason)
FROM wrong JOIN read ON read.source = wrong.source LEFT JOIN conflict ON conflict.ref = wrong.ref ORDER BY wrong.ref;

-- The digest of a log stands for its games as long as nothing in it was wrong.
DELETE FROM source WHERE file IN (SELECT file FROM read);
INSERT INTO source BY NAME
WITH inside AS (
    SELECT source, name || ' ' || rules AS rules FROM incoming
    UNION ALL
    SELECT again.source, any_value(name || ' ' || rules) FROM again JOIN game USING (lines)
    GROUP BY again.source, again.rowid
),
counted AS (
    SELECT source, count(*) AS games, list_sort(list(DISTINCT rules)) AS rules FROM inside GROUP BY source
)
SELECT file, CASE WHEN same OR source NOT IN (SELECT source FROM wrong) THEN digest END AS digest,
    coalesce(counted.games, read.games) AS games, coalesce(counted.rules, read.rules) AS rules, verified
FROM read LEFT JOIN counted USING (source) ORDER BY file;
