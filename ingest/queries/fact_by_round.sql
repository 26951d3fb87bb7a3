-- title: A number round by round
-- about: One fact of the seats at the end of each round: mean and quartiles over all finished, verified games,
-- about: winners apart from the others.
-- title[ja]: ラウンドごとの推移
-- about[ja]: 各ラウンドの終わりの席の数値1つについて、終わった検証済みの全ゲームの平均と四分位数を、勝者とそれ以外に分けて示します。
-- game: any
-- parameter: game = living_forest
-- parameter: name = total
SELECT f.round, s.winner, count(*) AS seats, avg(f.value) AS mean,
    quantile_cont(f.value, 0.25) AS lower_quartile, median(f.value) AS median,
    quantile_cont(f.value, 0.75) AS upper_quartile
FROM fact AS f
JOIN game AS g ON g.key = f.game
JOIN seat AS s ON s.game = f.game AND s.seat = f.seat
WHERE g.name = $game AND g.finished AND f.name = $name
GROUP BY f.round, s.winner
ORDER BY f.round, s.winner DESC;
