-- What is not in the tables, or not whole, and why.
SELECT file, line, step, status, reason, good_steps, name AS game, seed, source
FROM rejected ORDER BY file, line, step;
