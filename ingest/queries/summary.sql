-- title: What is stored
-- about: Games, steps, unfinished and unverified games, and rejections, by game.
-- title[ja]: 保存されているもの
-- about[ja]: ゲームの種類別に、ゲーム、ステップ、終わっていないゲーム、未検証のゲーム、取り込めなかったものの数を示します。
-- game: any
WITH stored AS (
    SELECT name AS game, count(*) AS games, sum(steps)::BIGINT AS steps,
        count(*) FILTER (WHERE NOT finished) AS unfinished,
        count(*) FILTER (WHERE NOT verified) AS unverified,
        avg(steps) FILTER (WHERE finished) AS steps_per_game,
        avg(rounds) FILTER (WHERE finished) AS rounds_per_game
    FROM game GROUP BY name
),
refused AS (SELECT coalesce(name, '(unknown)') AS game, count(*) AS rejected FROM rejected GROUP BY ALL)
SELECT game, coalesce(games, 0) AS games, coalesce(steps, 0) AS steps, coalesce(unfinished, 0) AS unfinished,
    coalesce(unverified, 0) AS unverified, coalesce(rejected, 0) AS rejected, steps_per_game, rounds_per_game
FROM stored FULL JOIN refused USING (game)
ORDER BY games DESC, game;
