-- title: What creatures cost
-- about: Each creature card (and Summon), in the verified games in which it was face-up in the line: cards that its
-- about: power exhausted, its attack when it was left at the end of a watch (SW-19.1), firewood that it took
-- about: (powers, Fetid Swamp apart), dice that it stole; cards per game are the first two together. `losses`: games
-- about: lost while it stood face-up in the line, or struck in the round that was lost; with their share of its
-- about: games, beside the same share of all other cards together.
-- title[ja]: クリーチャーの損害
-- about[ja]: クリーチャーカード（と召喚）ごとに、戦列で表向きになった検証済みのゲームについて示します：その能力で消耗状態になったカード、見張りの終わりに残っていたときの攻撃力（SW-19.1）、
-- about[ja]: 奪った薪（能力によるもの。腐臭の沼の分は除く）、奪ったダイス。「1ゲームあたりの枚数」は最初の2つの和です。
-- about[ja]: 「敗北」は、戦列で表向きのまま、または敗れたラウンドに攻撃して負けたゲームの数です。
-- about[ja]: そのカードのゲームに占める割合を、ほかのすべてのカードを合わせた割合と並べます。
-- game: set_a_watch
WITH chosen AS (
    SELECT g.key, g.rounds, len(o.winners) > 0 AS won
    FROM game AS g
    JOIN outcome AS o ON o.game = g.key
    WHERE g.name = 'set_a_watch' AND g.finished AND g.verified
),
told AS (
    SELECT e.game AS key, e.kind, t.round, chosen.rounds, chosen.won,
        json_extract_string(e.facts, '$.card') AS card, json_extract_string(e.facts, '$.source') AS source,
        json_extract(e.facts, '$.damage')::INTEGER AS damage, json_extract(e.facts, '$.change')::INTEGER AS change
    FROM event AS e
    JOIN chosen ON chosen.key = e.game
    JOIN step AS t ON t.game = e.game AND t.n = e.n
    WHERE e.kind IN ('flipped', 'entered', 'exhausted', 'strikes', 'firewood', 'die_stolen', 'left_standing')
),
seen AS (
    SELECT card, key, count(*) AS times
    FROM told WHERE kind IN ('flipped', 'entered')
    GROUP BY card, key
),
cost AS (
    SELECT CASE WHEN kind IN ('strikes', 'left_standing') THEN card ELSE source END AS card,
        count(*) FILTER (WHERE kind = 'exhausted') AS exhausted,
        coalesce(sum(damage) FILTER (WHERE kind = 'strikes'), 0)::BIGINT AS struck,
        -coalesce(sum(change) FILTER (WHERE kind = 'firewood' AND change < 0), 0)::BIGINT AS firewood,
        count(*) FILTER (WHERE kind = 'die_stolen') AS dice_stolen,
        count(DISTINCT key) FILTER (WHERE NOT won
            AND (kind = 'left_standing' OR (kind = 'strikes' AND round = rounds))) AS losses
    FROM told WHERE kind NOT IN ('flipped', 'entered')
    GROUP BY 1
),
grouped AS (
    SELECT card, count(*) AS games, sum(times)::BIGINT AS times FROM seen GROUP BY card
),
total AS (
    SELECT sum(games) AS games, sum(losses) AS losses FROM grouped LEFT JOIN cost USING (card)
)
SELECT card, grouped.games, times, coalesce(exhausted, 0) AS exhausted, coalesce(struck, 0) AS struck,
    (coalesce(exhausted, 0) + coalesce(struck, 0)) / grouped.games AS cards_per_game,
    coalesce(firewood, 0) AS firewood, coalesce(dice_stolen, 0) AS dice_stolen, coalesce(cost.losses, 0) AS losses,
    coalesce(cost.losses, 0) / grouped.games AS rate,
    wilson_low(coalesce(cost.losses, 0), grouped.games) AS low,
    wilson_high(coalesce(cost.losses, 0), grouped.games) AS high,
    (total.losses - coalesce(cost.losses, 0)) / nullif(total.games - grouped.games, 0) AS baseline_rate
FROM grouped
LEFT JOIN cost USING (card)
CROSS JOIN total
ORDER BY cards_per_game DESC, card;
