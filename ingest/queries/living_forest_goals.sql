-- title: Goals that win
-- about: By which goals games are won: which of the winner's counts stand at 12 or more (LF-2.1), and the
-- about: rule that named the winner. A shared win is split between its winners, so the shares add up to one.
-- title[ja]: 勝利につながった条件
-- about[ja]: どの条件で勝ったかを示します：勝者の3つの数のうち12以上になっていたもの（LF-2.1）と、勝者を決めたルールです。
-- about[ja]: 分け合った勝利は勝者の間で等分するので、割合の和は1になります。
-- game: living_forest
-- parameter: goal = 12
WITH winner AS (
    SELECT s.game, s.seat, any_value(c.won) AS won,
        max(s.value) FILTER (WHERE s.name = 'fires') >= $goal AS fires,
        max(s.value) FILTER (WHERE s.name = 'trees') >= $goal AS trees,
        max(s.value) FILTER (WHERE s.name = 'flowers') >= $goal AS flowers
    FROM score AS s
    JOIN seats AS c ON c.key = s.game AND c.seat = s.seat
    WHERE c.game = 'living_forest' AND c.winner
    GROUP BY s.game, s.seat
)
SELECT
    list_aggregate(list_filter(
        [CASE WHEN fires THEN 'fires' END, CASE WHEN trees THEN 'trees' END, CASE WHEN flowers THEN 'flowers' END],
        lambda goal: goal IS NOT NULL), 'string_agg', ' + ') AS goals,
    o.reason, count(DISTINCT w.game) AS games, count(*) AS winners, sum(w.won) AS wins,
    sum(w.won) / (SELECT sum(won) FROM winner) AS share
FROM winner AS w
JOIN outcome AS o ON o.game = w.game
GROUP BY goals, o.reason
ORDER BY games DESC, goals, o.reason;
