-- title: Damage and dice
-- about: What each adventurer did, in verified games: damage dealt with dice, tamed creatures and abilities, and
-- about: what became of the dice: placed in camp, put on creatures, put on ability cards, stolen (SW-13.3) or taken
-- about: by Snowy Pass, and wasted: left over in camp or at the end of a watch. A die that comes back may be used
-- about: twice; a gifted die and its damage are the Knight's. Means are per game that the adventurer played, with
-- about: their 95 % intervals over those games.
-- title[ja]: ダメージとダイス
-- about[ja]: 検証済みのゲームで各冒険者がしたことです。ダイス、手なずけたクリーチャー、能力で与えたダメージと、ダイスの使い道：キャンプに置いたもの、
-- about[ja]: クリーチャーに割り当てたもの、能力カードに割り当てたもの、奪われたもの（SW-13.3）と雪の峠に置いたもの、使わずに終わったもの（キャンプか見張りの終わりに残ったもの）。
-- about[ja]: 戻ってきたダイスは2回使われることがあります。渡されたダイスとそのダメージはナイトのものとして数えます。
-- about[ja]: 平均はその冒険者が参加したゲームあたりで、それらのゲームによる95%区間を添えます。
-- game: set_a_watch
WITH chosen AS (
    SELECT key, options::JSON AS options FROM game WHERE name = 'set_a_watch' AND finished AND verified
),
party AS (
    SELECT key, unnest([1, 2, 3, 4]) AS place,
        unnest([options->>'a1', options->>'a2', options->>'a3', options->>'a4']) AS adventurer
    FROM chosen
),
told AS (
    SELECT e.game AS key, e.kind, json_extract_string(e.facts, '$.adventurer') AS adventurer,
        (json_extract(e.facts, '$.die')::INTEGER + 2) // 3 AS place,
        json_extract(e.facts, '$.dice')::INTEGER AS dice, json_extract(e.facts, '$.amount')::INTEGER AS amount
    FROM event AS e
    JOIN chosen ON chosen.key = e.game
    WHERE e.kind IN ('damaged', 'defeated', 'rolled', 'die_placed', 'attacks', 'ability_used', 'die_stolen',
        'die_lost', 'camp_ended', 'dice_unused')
),
per_game AS (
    SELECT party.key, party.adventurer,
        coalesce(sum(amount) FILTER (WHERE kind = 'damaged'), 0) AS damage,
        count(*) FILTER (WHERE kind = 'defeated') AS defeats,
        3 * count(*) FILTER (WHERE kind = 'rolled') AS rolled,
        count(*) FILTER (WHERE kind = 'die_placed') AS camp,
        count(*) FILTER (WHERE kind = 'attacks') AS attacks,
        count(*) FILTER (WHERE kind = 'ability_used') AS abilities,
        count(*) FILTER (WHERE kind IN ('die_stolen', 'die_lost')) AS taken,
        coalesce(sum(dice) FILTER (WHERE kind IN ('camp_ended', 'dice_unused')), 0) AS wasted
    FROM party
    LEFT JOIN told ON told.key = party.key AND CASE
        WHEN kind IN ('die_placed', 'attacks', 'ability_used', 'die_stolen', 'die_lost')
            THEN told.place = party.place
        ELSE told.adventurer = party.adventurer END
    GROUP BY party.key, party.adventurer
)
SELECT adventurer, count(*) AS games, sum(damage)::BIGINT AS damage, avg(damage) AS damage_mean,
    avg(damage) - 1.959963984540054 * stddev_samp(damage) / sqrt(count(*)) AS damage_low,
    avg(damage) + 1.959963984540054 * stddev_samp(damage) / sqrt(count(*)) AS damage_high,
    sum(defeats)::BIGINT AS defeats, sum(rolled)::BIGINT AS rolled, sum(camp)::BIGINT AS camp,
    sum(attacks)::BIGINT AS attacks, sum(abilities)::BIGINT AS abilities, sum(taken)::BIGINT AS taken,
    sum(wasted)::BIGINT AS wasted, avg(wasted) AS wasted_mean,
    avg(wasted) - 1.959963984540054 * stddev_samp(wasted) / sqrt(count(*)) AS wasted_low,
    avg(wasted) + 1.959963984540054 * stddev_samp(wasted) / sqrt(count(*)) AS wasted_high
FROM per_game
GROUP BY adventurer
ORDER BY damage_mean DESC, adventurer;
