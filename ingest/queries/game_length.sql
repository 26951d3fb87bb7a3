-- title: Rounds and steps per game
-- about: How long finished games are, by player count. Rounds are known of verified games only.
-- title[ja]: ゲームの長さ
-- about[ja]: 終わったゲームのラウンド数とステップ数を人数別に示します。ラウンド数がわかるのは検証済みのゲームだけです。
-- game: any
-- parameter: game = living_forest
SELECT players, count(*) AS games,
    avg(rounds) AS rounds_mean, median(rounds) AS rounds_median, min(rounds) AS rounds_least,
    max(rounds) AS rounds_most, avg(steps) AS steps_mean, median(steps) AS steps_median,
    min(steps) AS steps_least, max(steps) AS steps_most
FROM game
WHERE name = $game AND finished
GROUP BY players
ORDER BY players;
