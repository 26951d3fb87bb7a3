-- title: Where points come from
-- about: The totals of finished games taken apart: light by what gave or took it (the start, abilities of adventurers
-- about: and of companions, spells, die faces, the journey, rerolls paid with light, butterflies that were not there)
-- about: and what the scoring adds (GL-11). Points per seat, per winning and per other seat, and the share of all points.
-- about: The parts add up to the totals. `agent` takes the seats of one agent alone.
-- title[ja]: 得点の内訳
-- about[ja]: 終わったゲームの合計得点の内訳です。光のカケラは増減の元ごと（スタート時、冒険者と仲間のアビリティ、呪文トークン、ダイスの目、旅、
-- about[ja]: 光のカケラで支払ったリロール、足りない蝶トークン）に、得点計算（GL-11）で加わる点は項目ごとに分けます。
-- about[ja]: 席あたり、勝った席あたり、ほかの席あたりの点と、全体に占める割合です。内訳の和は合計得点と一致します。
-- about[ja]: 「エージェント」には、その席だけを数えるエージェントを指定します。
-- game: glow
-- parameter: agent = any
WITH chair AS (
    SELECT key, seat, winner FROM seats
    WHERE game = 'glow' AND finished AND verified AND ($agent = 'any' OR agent = $agent)
),
size AS (
    SELECT count(*) AS seats, count(*) FILTER (WHERE winner) AS winners, count(*) FILTER (WHERE NOT winner) AS others
    FROM chair
),
taken AS (
    SELECT game, seat, json_extract_string(facts, '$.adventurer') AS adventurer
    FROM event WHERE kind = 'adventurer_taken'
),
light AS (
    SELECT e.game, e.seat, e.rule, json_extract_string(e.facts, '$.source') AS source,
        json_extract(e.facts, '$.count')::INTEGER * CASE e.kind WHEN 'light_gained' THEN 1 ELSE -1 END AS points
    FROM event AS e
    WHERE e.kind IN ('light_gained', 'light_lost', 'light_paid')
),
part AS (
    SELECT light.game, light.seat, points,
        CASE
            WHEN rule = 'GL-1.3' THEN 'start'
            WHEN rule = 'GL-5.11' THEN 'die faces'
            WHEN rule IN ('GL-5.6', 'GL-12.29') THEN 'rerolls'
            WHEN rule = 'GL-12.15' THEN 'missing butterflies'
            WHEN rule = 'GL-6.13' AND source = adventurer THEN 'adventurer'
            WHEN rule = 'GL-6.13' AND (ends_with(source, '_curse') OR source = 'skull_spell') THEN 'spells'
            WHEN rule = 'GL-6.13' THEN 'companions'
            ELSE 'journey'
        END AS part
    FROM light JOIN taken USING (game, seat)
    UNION ALL
    SELECT game, seat, value, 'scoring: ' || name
    FROM score WHERE name IN ('cards', 'board', 'firefly_bonus', 'footprints', 'butterflies')
)
SELECT part, sum(points)::BIGINT AS points, any_value(size.seats) AS seats, sum(points) / any_value(size.seats) AS per_seat,
    coalesce(sum(points) FILTER (WHERE winner), 0) / nullif(any_value(size.winners), 0) AS per_winner,
    coalesce(sum(points) FILTER (WHERE NOT winner), 0) / nullif(any_value(size.others), 0) AS per_other,
    sum(points) / nullif(sum(sum(points)) OVER (), 0) AS share
FROM part JOIN chair ON chair.key = part.game AND chair.seat = part.seat CROSS JOIN size
GROUP BY part
ORDER BY points DESC, part;
