-- title: Parties that win
-- about: Games won by edition, difficulty and number of players; an empty cell stands for all of them. The party
-- about: wins together, so games are counted, not seats. Beside it the rate of all other games.
-- title[ja]: 版・難易度・人数と勝率
-- about[ja]: 勝ったゲームを版、難易度、プレイヤー人数別に示します。空欄はそのすべてをまとめたものです。
-- about[ja]: パーティー全員で勝つので、席ではなくゲームを数えます。ほかのすべてのゲームの勝率と並べます。
-- game: set_a_watch
WITH played AS (
    SELECT options->>'edition' AS edition, options->>'difficulty' AS difficulty, players, won
    FROM (SELECT options::JSON AS options, players, len(winners) > 0 AS won
        FROM games WHERE game = 'set_a_watch' AND finished)
),
total AS (SELECT count(*) AS games, count(*) FILTER (WHERE won) AS wins FROM played),
grouped AS (
    SELECT edition, difficulty, players, count(*) AS games, count(*) FILTER (WHERE won) AS wins
    FROM played
    GROUP BY GROUPING SETS ((), (edition), (difficulty), (players), (edition, difficulty),
        (edition, difficulty, players))
)
SELECT edition, difficulty, players, grouped.games, grouped.wins, grouped.wins / grouped.games AS rate,
    wilson_low(grouped.wins, grouped.games) AS low, wilson_high(grouped.wins, grouped.games) AS high,
    (total.wins - grouped.wins) / nullif(total.games - grouped.games, 0) AS baseline_rate
FROM grouped CROSS JOIN total
WHERE grouped.games > 0
ORDER BY edition NULLS FIRST,
    list_position(['easy', 'normal', 'hard', 'insane'], difficulty) NULLS FIRST, players NULLS FIRST;
