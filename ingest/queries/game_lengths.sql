-- title: Spread of game lengths
-- about: How many finished games had so many rounds, by player count.
-- title[ja]: ゲームの長さの分布
-- about[ja]: 終わったゲームの数を、ラウンド数と人数別に示します。
-- game: any
-- parameter: game = living_forest
SELECT players, rounds, count(*) AS games
FROM game
WHERE name = $game AND finished AND rounds IS NOT NULL
GROUP BY players, rounds
ORDER BY players, rounds;
