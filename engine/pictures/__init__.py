"""What the pictures of all games share: a pen for SVG text, measures of texts, pieces of seats, glyphs, words.

A game's picture is `engine/<game>/picture.py` with `draw(observation, language, narrow)`. It takes one `Pen` with
a prefix of its own and draws with that: a style inside an SVG counts for the whole page it stands on, so no two
games may share the name of a class or an id. Like the core this touches no file, clock or chance; unlike the
core it decides nothing, so it is no part of what a replay depends on.
"""
