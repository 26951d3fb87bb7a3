-- title: Rejected lines and games
-- about: What is not in the tables, or not whole, and why.
-- title[ja]: 取り込めなかった行とゲーム
-- about[ja]: 表にないもの、または一部しかないものと、その理由です。
-- game: any
SELECT file, line, step, status, reason, good_steps, name AS game, seed
FROM rejected
ORDER BY file, line, step;
