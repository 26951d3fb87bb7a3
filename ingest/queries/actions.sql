-- title: Actions by kind
-- about: How often each kind of action was chosen, its share among all choices, in how many games it
-- about: occurred, and how often a game on average, unfinished games included. Steps of the table are left out.
-- title[ja]: アクションの種類別集計
-- about[ja]: 各種類のアクションが選ばれた回数、すべての選択に占める割合、選ばれたゲームの数、1ゲームあたりの平均回数です。終わっていないゲームも含みます。
-- about[ja]: 席が選ばないステップ（進行）は除きます。
-- game: any
-- parameter: game = living_forest
WITH chosen AS (
    SELECT kind, count(*) AS times, count(DISTINCT step.game) AS games
    FROM step JOIN game ON game.key = step.game
    WHERE game.name = $game AND seat >= 0
    GROUP BY kind
)
SELECT kind, times, times / sum(times) OVER () AS share, games,
    times / (SELECT count(*) FROM game WHERE name = $game) AS per_game
FROM chosen
ORDER BY times DESC, kind;
