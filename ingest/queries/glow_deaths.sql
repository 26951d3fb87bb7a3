-- title: Deaths
-- about: Companions that went from a row to the cemetery, by cause: their own ability (GL-7.1), a skull on the board, a
-- about: card or a token (GL-7.5), the skull spell (GL-7.14). How often, in how many games, how often a game, the mean
-- about: day, and the printed value that went with them. Verified games.
-- title[ja]: 仲間の死亡
-- about[ja]: 手元から墓場へ行った仲間を原因別に示します：自身のアビリティ（GL-7.1）、旅ボード・カード・トークンのドクロ（GL-7.5）、
-- about[ja]: スカルの付いた呪文トークン（GL-7.14）。回数、起きたゲームの数、1ゲームあたりの回数、日の平均、失われたカードの値の平均です。
-- about[ja]: 検証済みのゲームが対象です。
-- game: glow
WITH verified AS (SELECT key FROM game WHERE name = 'glow' AND verified),
value AS (
    SELECT json_extract_string(facts, '$.companion') AS companion,
        any_value(json_extract(facts, '$.value')::INTEGER) AS value
    FROM event WHERE kind = 'companion_gained' AND game IN (SELECT key FROM verified)
    GROUP BY companion
),
death AS (
    SELECT e.game, t.round, e.rule, json_extract_string(e.facts, '$.companion') AS companion,
        json_extract_string(e.facts, '$.source') AS source
    FROM event AS e
    JOIN step AS t ON t.game = e.game AND t.n = e.n
    WHERE e.kind = 'companion_lost' AND e.game IN (SELECT key FROM verified)
)
SELECT rule, source, count(*) AS times, count(DISTINCT game) AS games,
    count(*) / (SELECT count(*) FROM verified) AS per_game, avg(round) AS day, avg(value) AS value
FROM death LEFT JOIN value USING (companion)
GROUP BY rule, source
ORDER BY times DESC, rule, source;
