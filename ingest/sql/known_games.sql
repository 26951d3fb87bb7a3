-- Digests of the lines of games that need not be read again: of these rules, and verified if that is asked for.
SELECT lines FROM game
WHERE lines IS NOT NULL AND (verified OR NOT $verify) AND list_contains($rules, name || ' ' || rules);
