-- Games of which something is stored.
SELECT DISTINCT name FROM game ORDER BY name;
