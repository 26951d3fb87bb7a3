-- Do all seats of this game win or lose together?
SELECT cooperative FROM title WHERE name = $game;
