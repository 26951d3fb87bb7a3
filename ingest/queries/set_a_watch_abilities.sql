-- title: Abilities in play
-- about: Each ability card: verified games in which it lay on a board at any time (dealt, or swapped in), how
-- about: often it was used (with a die, by exhausting it, as a passive) and those games' win rate, beside the
-- about: games whose party has its adventurer but never had the card. Games are counted, not seats.
-- title[ja]: 能力カードと勝率
-- about[ja]: 能力カードごとに、検証済みのゲームのうち一度でもキャラクターボードにあったもの（最初から、または入れ替えで）の数、使われた回数（ダイスで、消耗して、
-- about[ja]: 常時能力として）、そのゲームの勝率を、同じ冒険者がパーティーにいてこのカードがなかったゲームと並べて示します。席ではなくゲームを数えます。
-- game: set_a_watch
WITH told AS (
    SELECT e.game, e.kind, e.rule, json_extract_string(e.facts, '$.adventurer') AS adventurer,
        json_extract_string(e.facts, '$.card') AS card, json_extract_string(e.facts, '$.aside') AS aside
    FROM event AS e
    JOIN game AS g ON g.key = e.game AND g.name = 'set_a_watch' AND g.finished AND g.verified
    WHERE e.kind IN ('dealt_ready', 'dealt_exhausted', 'swapped', 'ability_used', 'passive_used', 'exhausted')
),
result AS (SELECT game AS key, len(winners) > 0 AS won FROM outcome),
dealt AS (SELECT DISTINCT game, adventurer, card FROM told WHERE kind IN ('dealt_ready', 'dealt_exhausted')),
owner AS (SELECT card, any_value(adventurer) AS adventurer FROM dealt GROUP BY card),
member AS (SELECT DISTINCT game, adventurer FROM dealt),
had AS (
    SELECT game, card FROM dealt
    UNION
    SELECT game, aside FROM told WHERE kind = 'swapped'
),
used AS (
    SELECT card, count(*) AS uses FROM told
    WHERE kind IN ('ability_used', 'passive_used') OR (kind = 'exhausted' AND rule = 'SW-12.3')
    GROUP BY card
),
with_it AS (
    SELECT had.card, count(*) AS games, count(*) FILTER (WHERE won) AS wins
    FROM had JOIN result ON result.key = had.game
    GROUP BY had.card
),
without AS (
    SELECT owner.card, count(*) AS games, count(*) FILTER (WHERE won) AS wins
    FROM owner
    JOIN member USING (adventurer)
    JOIN result ON result.key = member.game
    ANTI JOIN had ON had.game = member.game AND had.card = owner.card
    GROUP BY owner.card
)
SELECT owner.adventurer, card, with_it.games, coalesce(uses, 0) AS uses, coalesce(uses, 0) / with_it.games AS per_game,
    with_it.wins, with_it.wins / with_it.games AS rate,
    wilson_low(with_it.wins, with_it.games) AS low, wilson_high(with_it.wins, with_it.games) AS high,
    coalesce(without.games, 0) AS games_without, without.wins / without.games AS baseline_rate
FROM with_it
LEFT JOIN owner USING (card)
LEFT JOIN used USING (card)
LEFT JOIN without USING (card)
ORDER BY owner.adventurer, card;
