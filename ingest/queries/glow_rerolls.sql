-- title: Rerolls and their price
-- about: Reroll points by what paid for them: icons of companions and tokens (GL-5.5), steps on the score track (GL-5.6)
-- about: and steps of Crolos (GL-12.29) with the light they cost, beside the free rerolls of pink dice (GL-12.8).
-- about: Points in all, their share, the seats that paid so, and points a seat. Verified games.
-- title[ja]: リロールとその支払い
-- about[ja]: リロールの点数を支払い方別に示します：仲間とトークンのリロール能力（GL-5.5）、得点トラックを戻ること（GL-5.6）、クロロスのステップ（GL-12.29）と、
-- about[ja]: それに費やした光のカケラ、ピンクのダイスによる無料のリロール（GL-12.8）。点数の合計と割合、そのように支払った席の数、席あたりの点数です。
-- about[ja]: 検証済みのゲームが対象です。
-- game: glow
WITH chair AS (SELECT key, seat FROM seats WHERE game = 'glow' AND verified),
paid AS (
    SELECT e.game, e.seat,
        CASE
            WHEN e.kind = 'icon_used' THEN 'icon'
            WHEN e.kind = 'reroll_paid' THEN 'token'
            WHEN e.rule = 'GL-5.6' THEN 'score track'
            ELSE 'crolos'
        END AS way,
        CASE WHEN e.kind = 'reroll_paid' THEN json_extract(e.facts, '$.count')::INTEGER ELSE 1 END AS points,
        CASE WHEN e.kind = 'light_paid' THEN json_extract(e.facts, '$.count')::INTEGER ELSE 0 END AS light
    FROM event AS e
    WHERE e.kind = 'icon_used' OR (e.kind = 'reroll_paid' AND e.rule = 'GL-5.5')
        OR (e.kind = 'light_paid' AND e.rule IN ('GL-5.6', 'GL-12.29'))
    UNION ALL
    SELECT game, seat, 'pink die', 1, 0 FROM step WHERE kind = 'pink'
)
SELECT way, sum(points)::BIGINT AS points, sum(points) / sum(sum(points)) OVER () AS share,
    count(DISTINCT (paid.game, paid.seat)) AS seats, sum(points) / (SELECT count(*) FROM chair) AS per_seat,
    sum(light)::BIGINT AS light
FROM paid JOIN chair ON chair.key = paid.game AND chair.seat = paid.seat
GROUP BY way
ORDER BY points DESC, way;
