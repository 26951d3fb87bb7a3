-- What was wrong, and which logs were read: the end of what `merge.sql` begins.

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
