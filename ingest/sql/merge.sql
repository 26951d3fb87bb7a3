-- Bring parts (Parquet files in the folder `parts`) into the database. `ref` numbers the games of the
-- parts in the order in which they were read; one statement after the other, in one transaction.

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
FROM read_parquet(getvariable('parts') || '/step-*.parquet') AS step JOIN side ON step.ref = side.ref;

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
DELETE FROM step WHERE game IN (SELECT key FROM gone);
DELETE FROM event WHERE game IN (SELECT key FROM gone);
DELETE FROM fact WHERE game IN (SELECT key FROM gone);
DELETE FROM game WHERE key IN (SELECT key FROM gone);

INSERT INTO game BY NAME
SELECT kept.key, incoming.* EXCLUDE (ref) FROM incoming JOIN kept USING (ref) ORDER BY ref;

INSERT INTO title BY NAME
SELECT DISTINCT * FROM read_parquet(getvariable('parts') || '/title-*.parquet')
WHERE name NOT IN (SELECT name FROM title) ORDER BY name;

-- The steps of a game stay together and sorted: that is what finds them without an index.
INSERT INTO seat BY NAME
SELECT kept.key AS game, part.* EXCLUDE (ref)
FROM read_parquet(getvariable('parts') || '/seat-*.parquet') AS part JOIN kept ON kept.ref = part.ref
ORDER BY part.ref, seat;
INSERT INTO score BY NAME
SELECT kept.key AS game, part.* EXCLUDE (ref)
FROM read_parquet(getvariable('parts') || '/score-*.parquet') AS part JOIN kept ON kept.ref = part.ref
ORDER BY part.ref, seat, part.name;
INSERT INTO outcome BY NAME
SELECT kept.key AS game, part.* EXCLUDE (ref)
FROM read_parquet(getvariable('parts') || '/outcome-*.parquet') AS part JOIN kept ON kept.ref = part.ref
ORDER BY part.ref;
INSERT INTO step BY NAME
SELECT kept.key AS game, part.* EXCLUDE (ref)
FROM read_parquet(getvariable('parts') || '/step-*.parquet') AS part JOIN kept ON kept.ref = part.ref
ORDER BY part.ref, n;
INSERT INTO event BY NAME
SELECT kept.key AS game, part.* EXCLUDE (ref)
FROM read_parquet(getvariable('parts') || '/event-*.parquet') AS part JOIN kept ON kept.ref = part.ref
ORDER BY part.ref, n, i;
INSERT INTO fact BY NAME
SELECT kept.key AS game, part.* EXCLUDE (ref)
FROM read_parquet(getvariable('parts') || '/fact-*.parquet') AS part JOIN kept ON kept.ref = part.ref
ORDER BY part.ref, round, seat, name;

-- What was wrong with a file is said anew whenever the file is read.
DELETE FROM rejected
WHERE file IN (SELECT file FROM read_parquet(getvariable('parts') || '/source.parquet'));
INSERT INTO rejected BY NAME
SELECT * EXCLUDE (ref) FROM read_parquet(getvariable('parts') || '/rejected-*.parquet') ORDER BY ref;

INSERT INTO source
SELECT file FROM read_parquet(getvariable('parts') || '/source.parquet')
WHERE file NOT IN (SELECT file FROM source) ORDER BY file;
