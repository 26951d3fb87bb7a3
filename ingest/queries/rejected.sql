-- title: Rejected lines and games
-- about: What is not in the tables, or not whole, and why.
-- game: any
SELECT file, line, step, status, reason, good_steps, name AS game, seed
FROM rejected
ORDER BY file, line, step;
