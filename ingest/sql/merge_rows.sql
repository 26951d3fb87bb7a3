-- Bring the rows of some parts into the database: the files `games`, `seats`, and so on. Some parts at a time, so that
-- little memory is needed.

INSERT INTO game BY NAME
SELECT kept.key, game.* EXCLUDE (ref, source)
FROM read_parquet(getvariable('games')) AS game JOIN kept ON kept.ref = game.ref
ORDER BY key;
INSERT INTO seat BY NAME
SELECT kept.key AS game, seat.* EXCLUDE (ref)
FROM read_parquet(getvariable('seats')) AS seat JOIN kept ON kept.ref = seat.ref
ORDER BY key, seat.seat;
INSERT INTO score BY NAME
SELECT kept.key AS game, score.* EXCLUDE (ref)
FROM read_parquet(getvariable('scores')) AS score JOIN kept ON kept.ref = score.ref
ORDER BY key, score.seat, score.name;
INSERT INTO outcome BY NAME
SELECT kept.key AS game, outcome.* EXCLUDE (ref)
FROM read_parquet(getvariable('outcomes')) AS outcome JOIN kept ON kept.ref = outcome.ref
ORDER BY key;

-- The steps of a game stay together and in order: that is what finds them without an index. The parts are in this
-- order, but a join may change it a little.
INSERT INTO step_row BY NAME
SELECT kept.key AS game, step.* EXCLUDE (ref, part, file_row_number) REPLACE (code AS choice)
FROM read_parquet(getvariable('steps'), file_row_number = true) AS step
JOIN kept ON kept.ref = step.ref
JOIN choice_of AS c ON c.part = step.part AND c.number = step.choice
ORDER BY step.part, file_row_number;
INSERT INTO event_row BY NAME
SELECT kept.key AS game, event.* EXCLUDE (ref, part, file_row_number) REPLACE (code AS telling)
FROM read_parquet(getvariable('events'), file_row_number = true) AS event
JOIN kept ON kept.ref = event.ref
JOIN telling_of AS t ON t.part = event.part AND t.number = event.telling
ORDER BY event.part, file_row_number;
INSERT INTO fact_row BY NAME
SELECT kept.key AS game, fact.* EXCLUDE (ref, part, file_row_number) REPLACE (code AS naming)
FROM read_parquet(getvariable('facts'), file_row_number = true) AS fact
JOIN kept ON kept.ref = fact.ref
JOIN naming_of AS n ON n.part = fact.part AND n.number = fact.naming
ORDER BY fact.part, file_row_number;
