-- title: Cards bought
-- about: Each card: how often it was bought and in how many finished games, and how the seats that bought
-- about: it fared: win rate with its 95 % interval, beside the rate that chance alone would give them and
-- about: the rate of the seats that did not buy it. A card that nobody bought has no row.
-- title[ja]: 獲得されたカード
-- about[ja]: アニマルカードごとに、獲得された回数、獲得された終わったゲームの数、獲得した席の勝率とその95%区間を、
-- about[ja]: 偶然だけで期待される勝率、獲得しなかった席の勝率と並べて示します。誰も獲得しなかったカードには行がありません。
-- game: living_forest
WITH purchase AS (
    SELECT e.game, e.seat, json_extract_string(e.facts, '$.card') AS card,
        json_extract(e.facts, '$.level')::INTEGER AS level, json_extract(e.facts, '$.cost')::INTEGER AS cost
    FROM event AS e
    WHERE e.kind = 'card_bought'
),
chair AS (SELECT key, seat, won, players FROM seats WHERE game = 'living_forest' AND finished AND verified),
total AS (SELECT count(*) AS seats, sum(won) AS wins FROM chair),
bought AS (
    SELECT card, any_value(level) AS level, any_value(cost) AS cost, game, seat, count(*) AS times
    FROM purchase GROUP BY card, game, seat
),
grouped AS (
    SELECT card, any_value(level) AS level, any_value(cost) AS cost, sum(times)::BIGINT AS times,
        count(DISTINCT chair.key) AS games, count(*) AS buyers, sum(won) AS wins, avg(1 / players) AS expected_rate
    FROM bought JOIN chair ON chair.key = bought.game AND chair.seat = bought.seat
    GROUP BY card
)
SELECT card, level, cost, times, games, buyers, grouped.wins, grouped.wins / buyers AS rate,
    wilson_low(grouped.wins, buyers) AS low, wilson_high(grouped.wins, buyers) AS high, expected_rate,
    (total.wins - grouped.wins) / nullif(total.seats - buyers, 0) AS baseline_rate
FROM grouped CROSS JOIN total
ORDER BY times DESC, card;
