-- title: Companions
-- about: Each companion: printed value, how often it lay on the meeting track and was recruited from there (GL-4.1)
-- about: with the 95 % interval of that rate, the mean day of it, how often it was gained by any means and lost, the
-- about: light it earned less what it cost (GL-6.13, GL-12.15), in all and per gain, and the win rate of the seats
-- about: that had it. Finished games; the win rate without the solo mode.
-- title[ja]: 仲間
-- about[ja]: 仲間ごとに、カードの値、出会いトラックに置かれた回数、そこから得られた回数（GL-4.1）とその割合の95%区間、得られた日の平均、
-- about[ja]: 手段を問わず得た回数と失った回数、もたらした光のカケラから費やした分を引いた数（GL-6.13、GL-12.15）の合計と1回得るごとの値、
-- about[ja]: その仲間を得た席の勝率です。終わったゲームが対象で、勝率はソロモードを除きます。
-- game: glow
WITH chair AS (SELECT key, seat, won, players FROM seats WHERE game = 'glow' AND finished AND verified),
told AS (
    SELECT e.game, e.n, e.seat, e.rule, e.kind, e.facts,
        coalesce(json_extract_string(e.facts, '$.companion'), json_extract_string(e.facts, '$.source')) AS card
    FROM event AS e
    WHERE e.game IN (SELECT key FROM chair)
        AND e.kind IN ('companion_dealt', 'companion_gained', 'companion_lost', 'light_gained', 'light_lost')
),
counted AS (
    SELECT card, any_value(json_extract(facts, '$.value')::INTEGER) FILTER (WHERE kind = 'companion_gained') AS value,
        count(*) FILTER (WHERE kind = 'companion_dealt') AS dealt,
        count(*) FILTER (WHERE kind = 'companion_gained' AND rule = 'GL-4.1') AS recruited,
        avg(t.round) FILTER (WHERE told.kind = 'companion_gained' AND rule = 'GL-4.1') AS day,
        count(*) FILTER (WHERE kind = 'companion_gained') AS gained,
        count(*) FILTER (WHERE kind = 'companion_lost') AS lost,
        coalesce(sum(json_extract(facts, '$.count')::INTEGER) FILTER (WHERE kind = 'light_gained'), 0)::BIGINT
            - coalesce(sum(json_extract(facts, '$.count')::INTEGER) FILTER (WHERE kind = 'light_lost'), 0)::BIGINT
            AS light
    FROM (SELECT game, n, rule, kind, facts, card FROM told) AS told
    JOIN (SELECT game, n, round FROM step) AS t ON t.game = told.game AND t.n = told.n
    GROUP BY card
),
owner AS (
    SELECT DISTINCT told.card, chair.key, chair.seat, chair.won, chair.players
    FROM told JOIN chair ON chair.key = told.game AND chair.seat = told.seat
    WHERE told.kind = 'companion_gained' AND chair.players > 1
),
fared AS (
    SELECT card, count(*) AS owners, sum(won) AS wins, avg(1 / players) AS expected_rate FROM owner GROUP BY card
)
SELECT card AS companion, value, dealt, recruited, recruited / nullif(dealt, 0) AS pick_rate,
    wilson_low(recruited, dealt) AS pick_low, wilson_high(recruited, dealt) AS pick_high, day, gained, lost, light,
    light / nullif(gained, 0) AS light_each, coalesce(owners, 0) AS owners, coalesce(wins, 0) AS wins,
    wins / owners AS rate, wilson_low(wins, owners) AS low, wilson_high(wins, owners) AS high, expected_rate
FROM counted LEFT JOIN fared USING (card)
WHERE dealt > 0 OR gained > 0
ORDER BY light_each DESC NULLS LAST, card;
