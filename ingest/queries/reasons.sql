-- title: How games end
-- about: Finished games by the rule that ended them: in how many somebody won, in how many several did.
-- title[ja]: ゲームの終わり方
-- about[ja]: 終わったゲームを、終わらせたルール別に示します。誰かが勝ったゲームの数と、複数の席が勝ったゲームの数です。
-- game: any
-- parameter: game = living_forest
SELECT reason, players, count(*) AS games, count(*) FILTER (WHERE len(winners) > 0) AS won,
    count(*) FILTER (WHERE len(winners) > 1) AS shared
FROM games
WHERE game = $game AND finished
GROUP BY reason, players
ORDER BY games DESC, reason, players;
