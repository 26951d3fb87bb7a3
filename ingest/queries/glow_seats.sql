-- title: Being first
-- about: Win rate and mean total by place in the turn order of the first day, the start player (GL-2.2) being 1. The
-- about: last one has two reroll tokens more (GL-2.3). Finished games without the solo mode.
-- title[ja]: 手番順と勝率
-- about[ja]: 1日目の手番順での勝率と合計得点の平均です。スタートプレイヤー（GL-2.2）が1番です。
-- about[ja]: 最後のプレイヤーはリロールトークンを2個多く持ちます（GL-2.3）。終わったゲームが対象で、ソロモードは除きます。
-- game: glow
WITH start AS (SELECT game, seat AS first FROM event WHERE kind = 'start_player' AND n = 0),
chair AS (
    SELECT c.key, c.players, c.won, s.value AS total, (c.seat - start.first + c.players) % c.players + 1 AS place
    FROM seats AS c
    JOIN start ON start.game = c.key
    JOIN score AS s ON s.game = c.key AND s.seat = c.seat AND s.name = 'total'
    WHERE c.game = 'glow' AND c.finished AND c.verified AND c.players > 1
)
SELECT players, place, count(*) AS games, sum(won) AS wins, sum(won) / count(*) AS rate,
    wilson_low(sum(won), count(*)) AS low, wilson_high(sum(won), count(*)) AS high, 1 / players AS expected_rate,
    avg(total) AS mean_total
FROM chair
GROUP BY players, place
ORDER BY players, place;
