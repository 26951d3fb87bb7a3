-- title: Ratings
-- about: How strong agents (or names) are, by the games they finished against each other, in the order in which
-- about: these were played: rating, its uncertainty, and a low estimate (rating less three uncertainties). Below
-- about: ten games it is provisional; games alone (against oneself only) and unfinished games are counted apart.
-- title[ja]: レーティング
-- about[ja]: 互いに対戦して終わったゲームを行われた順にたどって求めた、エージェント（または名前）の強さです。レーティング、その不確かさ、
-- about[ja]: 控えめな見積もり（レーティングから不確かさの3倍を引いた値）を示します。10ゲーム未満は暫定です。
-- about[ja]: 自分自身だけとのゲームと終わっていないゲームは別に数えます。
-- game: any
-- parameter: game = living_forest
-- parameter: by = agent
-- then: ratings
SELECT g.id, g.finished, json_extract_string(g.meta, '$.played_at') AS played_at,
    list(CASE $by WHEN 'name' THEN s.name ELSE s.agent END ORDER BY s.seat) AS competitors,
    list(s.winner ORDER BY s.seat) AS winners
FROM game AS g
JOIN seat AS s ON s.game = g.key
WHERE g.name = $game
GROUP BY g.id, g.finished, played_at;
