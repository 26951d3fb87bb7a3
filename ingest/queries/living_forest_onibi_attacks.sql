-- title: Onibi attacks by round
-- about: Attacks by round (LF-10.1), unfinished games included: games that reached them, mean number and strength of the onibi, seats
-- about: hit (LF-10.2) and fire varans dealt (LF-10.3) per attack.
-- title[ja]: ラウンドごとの鬼火の襲撃
-- about[ja]: 鬼火の襲撃（LF-10.1）をラウンド別に示します。終わっていないゲームも含みます。そのラウンドの襲撃まで進んだゲームの数、鬼火の数と値の合計の平均、
-- about[ja]: 襲撃1回あたりの襲撃を受けた席の数（LF-10.2）と配られたファイアカードの枚数（LF-10.3）です。
-- game: living_forest
WITH told AS (
    SELECT t.game, t.n, t.round, e.kind, e.facts
    FROM step AS t
    JOIN game AS g ON g.key = t.game AND g.name = 'living_forest'
    JOIN event AS e ON e.game = t.game AND e.n = t.n
    WHERE t.kind = 'onibi_attack'
)
SELECT round, count(DISTINCT game) AS games,
    count(*) FILTER (WHERE kind = 'attack') AS attacks,
    avg(json_extract(facts, '$.count')::INTEGER) FILTER (WHERE kind = 'attack') AS onibi,
    avg(json_extract(facts, '$.strength')::INTEGER) FILTER (WHERE kind = 'attack') AS strength,
    count(*) FILTER (WHERE kind = 'hit') / nullif(count(*) FILTER (WHERE kind = 'attack'), 0) AS seats_hit,
    coalesce(sum(json_extract(facts, '$.count')::INTEGER) FILTER (WHERE kind = 'varans'), 0)
        / nullif(count(*) FILTER (WHERE kind = 'attack'), 0) AS varans
FROM told
GROUP BY round
ORDER BY round;
