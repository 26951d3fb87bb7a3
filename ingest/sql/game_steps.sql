-- The steps of one game, in order.
SELECT n, seat, kind, action, chance, "check" FROM step WHERE game = $key ORDER BY n;
