-- title: Rules at work
-- about: How often each rule spoke, in how many of the verified games (unfinished ones included), and how often
-- about: a game on average.
-- title[ja]: 適用されたルール
-- about[ja]: 各ルールが適用された回数、検証済みのゲーム（終わっていないものも含む）のうち適用されたゲームの数、1ゲームあたりの平均回数です。
-- game: any
-- parameter: game = living_forest
WITH verified AS (SELECT key FROM game WHERE name = $game AND verified)
SELECT rule, event.kind, count(*) AS times, count(DISTINCT event.game) AS games,
    (SELECT count(*) FROM verified) AS of_games,
    count(*) / (SELECT count(*) FROM verified) AS per_game
FROM event JOIN verified ON verified.key = event.game
GROUP BY rule, event.kind
ORDER BY times DESC, rule, event.kind;
