-- title: Final scores
-- about: Scores at the end of finished games: mean, median, least and most, by player count and by
-- about: winners against the others. In a co-operative game all seats have the same score: there games are counted,
-- about: not seats (that column stays empty).
-- title[ja]: 最終得点
-- about[ja]: 終わったゲームの得点の平均・中央値・最小・最大を、人数別に、勝者とそれ以外に分けて示します。
-- about[ja]: 全員で勝敗をともにするゲームでは全席の得点が同じなので、席ではなくゲームを数えます（席数は空欄）。
-- game: any
-- parameter: game = living_forest
WITH told AS (
    SELECT c.key, c.players, s.name AS score, c.winner, s.value, CASE WHEN NOT c.cooperative THEN c.seat END AS rival
    FROM score AS s
    JOIN seats AS c ON c.key = s.game AND c.seat = s.seat
    WHERE c.game = $game AND (c.seat = 0 OR NOT c.cooperative)
)
SELECT players, score, winner, count(DISTINCT key) AS games, nullif(count(rival), 0) AS seats,
    avg(value) AS mean, median(value) AS median, min(value) AS least, max(value) AS most
FROM told
GROUP BY players, score, winner
ORDER BY players, score, winner DESC;
