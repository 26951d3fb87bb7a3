-- The options that the stored games of one name were played with.
SELECT DISTINCT unnest(json_keys(options)) AS option FROM game WHERE name = $game ORDER BY option;
