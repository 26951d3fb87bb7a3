-- title: Where parties fail
-- about: Verified games that were lost, by round and by the rule that ended them, as a share of all games that
-- about: reached the round. SW-14.2: the fire could not be paid, SW-19.2: nor the damage, SW-19.7: no card is
-- about: ready, SW-20.5: the last line held. Games are counted, not seats.
-- title[ja]: 敗北したラウンドと理由
-- about[ja]: 負けた検証済みのゲームを、ラウンドと終わらせたルール別に、そのラウンドに達した全ゲームに対する割合で示します。
-- about[ja]: SW-14.2：火を保てない、SW-19.2：被害を受けきれない、SW-19.7：使用可能状態のカードがない、
-- about[ja]: SW-20.5：最後の戦列が残った。席ではなくゲームを数えます。
-- game: set_a_watch
WITH played AS (
    SELECT g.rounds, o.reason, len(o.winners) > 0 AS won
    FROM game AS g
    JOIN outcome AS o ON o.game = g.key
    WHERE g.name = 'set_a_watch' AND g.finished AND g.verified
),
lost AS (SELECT rounds AS round, reason, count(*) AS games FROM played WHERE NOT won GROUP BY rounds, reason),
counted AS (
    SELECT lost.*, (SELECT count(*) FROM played WHERE played.rounds >= lost.round) AS reached FROM lost
)
SELECT round, reason, games, reached, games / reached AS rate,
    wilson_low(games, reached) AS low, wilson_high(games, reached) AS high
FROM counted
ORDER BY round, games DESC, reason;
