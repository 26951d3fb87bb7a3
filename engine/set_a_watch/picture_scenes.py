"""A small scene for every location, drawn in a box of 64 by 44: a silhouette under the night sky, with a light in it.

A scene is a row of layers from back to front, each a class and a path. `far` is a silhouette in the distance, `near`
one in front, `pale` snow, ice, mist or a bright wall, `lamp` a window, the moon or eyes, `fire` and `ember` flames.
The sky with its moon lies behind those that are in the open; the others begin with the dark of the `cave`.
"""

from __future__ import annotations

from engine.set_a_watch.cards import LOCATION_NAMES, locations_of
from engine.set_a_watch.picture_style import PEN, symbol, use

Layers = tuple[tuple[str, str], ...]

_CAVE = ("near", "M0 0h64v44H0z")
_GROUND = "M0 44v-6h64v6z"
_SKULL = "a3.5 3.5 0 1 1 7 0v2h-1.5v1.5h-4v-1.5h-1.5zm1.3-.5v1.6h1.6v-1.6zm2.8 0v1.6h1.6v-1.6z"

SCENES: dict[str, Layers] = {
    # Headstones that have sunk askew, a cross, low mist.
    "forgotten_graveyard": (
        ("far", "M0 36q10-8 22-4t20-5 22 6v11H0zM6 33l1-14-5-5 6 3 1-8 2 8 5-4-4 7 1 13z"),
        ("near", "M0 44v-6q16-5 32-1t32 0v7zM15 39l-2-13c-1-8 10-9 11-2l2 14zM31 38V25c0-7 10-7 10 0v13zM50 38l1-11-5-1 .5-4 5 .6.7-6 4 .4-.7 6 5 .5-.4 4-5-.5-1 11z"),
        ("pale", "M0 37q9-4 18 0t18 0 14 0 14-1v4q-9 3-17 0t-16 1-16-1-15 1z"),
    ),
    # A bare tree, mesas far away, cracks in dry ground.
    "barren_plains": (
        ("far", "M0 33l5-9h12l4 9zM38 33l2-7h5l2-4h10l3 11z"),
        ("near", "M0 44V33h64v11zM20 34l2-12-8-5-3-5 5 3 5 3 1-5-4-7 6 5 2-7 1 8 6-6-3 8-3 4 8-3-8 7-1 12z"),
        ("far2", "M4 37l12-1-5 2.5 3 4-5.5-3zM34 37l10 2 8-1.5-7 3 2 3.5-4.5-3.5z"),
    ),
    # Firs behind firs, and something that watches.
    "dark_woods": (
        ("far", "M0 40l4-20 4 12 4-22 5 20 4-15 5 14 5-24 5 25 4-15 5 12 5-22 4 20 4-13 6 28z"),
        ("near", "M0 44V30l6-9 5 9H8l5 8h5v-6h-4l7-13 7 13h-4v6h12v-4h-5l8-15 8 15h-5v4h4l5-8h-3l7-11 9 14v11z"),
        ("lamp", "M29 35l4 1.4-4 1.4zM38 35l-4 1.4 4 1.4z"),
    ),
    # A small temple for the dead; its door is open.
    "ancient_crypt": (
        ("near", "M0 44v-4h64v4zM6 40v-3h52v3zM9 37v-2h46v2zM12 35V19h40v16zM8 19L32 5l24 14z"),
        ("far2", "M16 21h3v14h-3zM22 21h3v14h-3zM39 21h3v14h-3zM45 21h3v14h-3z"),
        ("lamp", "M28 35v-9c0-5 8-5 8 0v9zM29.5 12.5a2.5 2.5 0 1 1 5 0v2h-1v1.5h-3V14.5h-1z"),
    ),
    # Ears and eyes in a mouth of fire light.
    "goblin_caves": (
        ("near", "M0 44V27L9 17l6 2L24 6l12-2 8 8 7 0 7 10 6 3v19z"),
        ("ember", "M15 44c-2-30 34-30 34 0z"),
        ("near", "M26 36l-9-6 9 1.5c3-4 9-4 12 0l9-1.5-9 6c1 3 0 6-2 8h-8c-2-2-3-5-2-8z"),
        ("lamp", "M27.5 34.5l4 1.5-3 1.5zM36.5 34.5l-4 1.5 3 1.5z"),
    ),
    # A sarcophagus between candles under a vault.
    "underground_tomb": (
        _CAVE,
        ("far2", "M7 44V22C7 2 57 2 57 22v22h-6V24C51 10 13 10 13 24v20zM18 44V26c0-12 28-12 28 0v18z"),
        ("near", "M19 44v-4h26v4zM22 40v-8h20v8zM19 32l4-5h18l4 5zM14 44V33h3v11zM47 44V33h3v11z"),
        ("fire", "M15.5 25q4 5 0 8-4-3 0-8zM48.5 25q4 5 0 8-4-3 0-8z"),
        ("lamp", "M31 34h2v2h2v1.5h-2V40h-2v-2.5h-2V36h2z"),
    ),
    # A crooked hut on stilts with a hat for a roof, and its cat.
    "witchs_shack": (
        ("far", "M0 40l3-16 3 16zM8 40l4-24 4 24zM54 40l4-20 4 20z"),
        ("near", "M0 44v-4h64v4zM21 41l1-8h3v8zM38 41v-8h3l1 8zM17 34l2-13h25l3 13zM11 22c8-1 12-8 16-18l9 2-3 3c3 6 8 11 16 13zM53 40c-2-6 1-9 3-9l-1-4 2 2h2l2-2-1 5c1 3 0 6 1 8h-3l-1-3-1 3z"),
        ("lamp", "M23 25h7v6h-7zM36 24h5v10h-5z"),
        ("near", "M26 25h1v6h-1zM23 27.5h7v1h-7z"),
    ),
    # A watch tower within stakes; the flag is torn.
    "lost_outpost": (
        ("far", "M0 38q16-12 34-6t30-6v14H0z"),
        ("near", "M0 44v-5h64v5zM0 40V29l3-4 3 4 3-4 3 4 3-4 3 4 3-4 3 4v11zM33 40l4-24h-3v-6h3v3h3v-3h4v3h4v-3h3v6h-3l4 24h-3l-2-12-10 0-2 12zM40 16l-1.5 9h10L47 16zM53 40V31l3-4 3 4 3-4 2 3v10zM43 10V1h2v9z"),
        ("fire", "M45 1l13 2-4 2 3 1-5 1 2 2-9-1z"),
    ),
    # A dead tree in black water, reeds, bubbles, a skull of foam.
    "fetid_swamp": (
        ("far", "M0 34q16-6 32-2t32-3v8H0zM5 34V20h1v14zM9 34V24h1v10z"),
        ("near", "M22 40c1-10 0-17-8-20l-5-7 6 4 4 1 0-8 3 8c3 2 4 5 4 8 1-5 5-9 12-11l-8-5 9 3 7-5-5 7c-8 4-11 12-10 25zM50 40V22q4-6 0-10 5 4 2 11v17zM56 40V28q4-4 1-9 5 4 1.5 10v11z"),
        ("water", "M0 44v-7q5-3 11 0t11 0 11 0 11 0 11 0 9 0v7z"),
        ("pale", "M40 34a3 3 0 1 0 .1 0zM46 31a1.7 1.7 0 1 0 .1 0zM9 38a2 2 0 1 0 .1 0zM14 35a1.2 1.2 0 1 0 .1 0z"),
    ),
    # A road over a saddle between white peaks.
    "snowy_pass": (
        ("far", "M0 44L8 22l6 6L24 8l10 20 6-9 14 25z"),
        ("near", "M0 44L14 14l10 19 8 6 6-8L50 6l14 26v12z"),
        ("pale", "M14 14l-7 15 5-3 3 4 2-5 4 4zM50 6L40 26l5-3 4 6 3-6 5 4 4-1zM23 44c2-4 12-4 9-8 4-1 5 1 2 3-3 1 0 4-1 5zM30 8h1v1h-1zM36 15h1v1h-1zM5 9h1v1H5zM20 4h1v1h-1zM40 4h1v1h-1z"),
    ),
    # A post on the edge of a cliff, its beacon lit; the sea below.
    "cliff_watch": (
        ("water", "M26 44v-7q5-3 10 0t10 0 10 0 8 0v7z"),
        ("near", "M0 44V21h30l5 4-5 6 4 5-5 3 2 5zM5 21V10H3V5h3v2h3V5h3v2h3V5h3v5h-2v11zM25 21v-9h2v9zM22 12h8l-1 3h-6z"),
        ("fire", "M26 1q7 6 3 11h-6c-3-5 2-5 3-11z"),
        ("lamp", "M9 12h3v4H9z"),
        ("pale", "M43 30q2-2 3 0 1-2 3 0-2 0-3 1-1-1-3-1zM53 26q2-2 3 0 1-2 3 0-2 0-3 1-1-1-3-1z"),
    ),
    # Walls that rise out of the waves.
    "sea_fortress": (
        ("near", "M14 36V18h-2v-5h3v2h3v-2h3v5h-1v4h6V8h-2V3h3v2h3V3h4v2h3V3h3v5h-2v14h6v-4h-2v-5h3v2h3v-2h3v5h-1v18z"),
        ("lamp", "M31 9h2v4h-2zM17 20h2v3h-2zM45 20h2v3h-2zM29 36v-7c0-4 6-4 6 0v7z"),
        ("water", "M0 44v-9q4-4 9-1t9 0 9 1 9 0 9 0 9-1 10 0v10z"),
        ("pale", "M6 37q5-3 9 0t8 0v1q-4 2-8 0t-9 0zM36 39q4-3 8 0t8 0v1q-4 2-8 0t-8 0z"),
    ),
    # A keep on a crag before higher mountains.
    "mountain_keep": (
        ("far", "M0 44V26L12 8l8 12L32 2l14 20 6-8 12 16v14z"),
        ("pale", "M12 8l-5 8 4-1 3 2 2-3zM32 2l-6 9 5-2 3 3 4-2z"),
        ("near", "M0 44l13-7 4-6V17h-2v-6h4v3h4v-3h4v8h3v-7h-2V6h4v3h4V6h4v3h4V6h4v6h-2v19l5 6 12 7z"),
        ("lamp", "M36 14h3v5h-3zM20 20h2v4h-2zM44 14h2v4h-2zM33 37v-6c0-4 6-4 6 0v6z"),
    ),
    # Icicles above, crystals below, blue light between.
    "frost_caverns": (
        _CAVE,
        ("far2", "M4 44C3 24 8 8 20 6h24c12 2 17 18 16 38z"),
        ("pale", "M8 5l4 16 3-14 4 8 3-10 5 18 5-18 4 11 4-12 4 15 4-13 4 10 3-12zM12 44l5-13 4 6 4-15 5 22zM36 44l4-12 3 5 4-9 6 16z"),
        ("near", "M0 0h64v10L52 4 32 8 12 4 0 10zM0 44V20c4 10 3 18 6 24zM64 44V20c-4 10-3 18-6 24z"),
    ),
    # One white stone, taller than anything near it, with a mark.
    "white_monolith": (
        ("far", "M0 38q16-8 32-4t32-4v10H0z"),
        ("near", _GROUND + "M5 39l3-9 5 1 1 8zM17 39l1-6 4 1v5zM46 39l1-9 5-1 2 10zM57 39l1-5 4 1v4z"),
        ("pale", "M25 39L28 5l6-3 4 4 2 33z"),
        ("near", "M32 10l4 4-4 4-4-4zM31.5 20h1v5h3v1h-3v6h-1v-6h-3v-1h3z"),
    ),
    # A ring of stones around burning signs.
    "summoning_circle": (
        ("near", "M0 44V32q32-7 64 0v12z"),
        ("far", "M12 31V16h5v15zM23 29V12h6v17zM36 29V12h6v17zM48 31V16h5v15zM22 12V8h21v4z"),
        ("ember", "M32 31a21 6.5 0 1 0 .1 0zm0 2a17 4.5 0 1 1-.1 0z"),
        ("fire", "M32 32l3 4 9 1-8 2 2 4-6-2-6 2 2-4-8-2 9-1zM32 15q7 9 2 15h-4q-5-6 2-15z"),
        ("near", "M2 42V25h6v17zM56 42V25h6v17z"),
    ),
    # Gables, too many windows, a bat, and someone at home.
    "haunted_manor": (
        ("near", _GROUND + "M8 39V22l-3 0 9-11 9 11v-3l4 0V11l-3 0 8-9 8 9-3 0v8h4v3l8-10 8 10h-3v17z"),
        ("lamp", "M12 24h4v5h-4zM30 13h4v5h-4zM48 24h4v5h-4zM23 24h3v5h-3zM38 24h3v5h-3zM29 39v-8c0-4 6-4 6 0v8z"),
        ("near", "M31 39c-1-5 0-6 1-6s2 1 1 6zM43 4l4 2 1-2 1 1 1-1 1 2 4-2-2 4-2 0-2 3-2-3-2 0z"),
        ("pale", "M10 39v-5c0-5 7-5 7 0v5l-2-1.5-1.5 1.5-1.5-1.5zM12 33v1.5h1v-1.5zM14 33v1.5h1v-1.5z"),
    ),
    # Broken columns in the dunes.
    "desert_ruins": (
        ("far", "M6 36L24 16l18 20zM34 36l12-14 14 14z"),
        ("near", "M9 37V14H7v-3h10v3h-2v23zM23 37V21l2 1 4-3v18zM37 37V12h-2V9h10v3h-2v25zM35 9l2-4 6 1 4 3zM51 37l-1-5 10-3 2 5z"),
        ("sand", "M0 44v-8q10-6 20 0t20-1 24 0v9z"),
    ),
    # Half an arch and a portcullis that hangs.
    "ruined_gate": (
        ("far", "M0 39V29h6v-3h5v3h42v-3h5v3h6v10z"),
        ("near", _GROUND + "M8 39V12H6V6h4v3h3V6h4v3h3V6h4v4l6 2 3 5-4 2-1-3c-5 1-7 4-7 9v14zM42 39V24l-4-4 4-6 4 4h3v-5l4 3 3-2v25zM27 39l2-5 5 1 1 4zM35 39l1-2 3 1v1z"),
        ("steel", "M25 17h1.5v14l-.8 2-.7-2zM29 15h1.5v13l-.8 2-.7-2zM23 21h10v1.5H23zM23 26h8v1.5h-8z"),
    ),
    # Roofs without tiles and no light anywhere.
    "abandoned_village": (
        ("far", "M0 39V29l6-6 7 6 8-9 9 9h12l8-8 8 8 6-3v13z"),
        ("near", _GROUND + "M4 39V26l-2-1 10-11 4 5-2 2 4 0 4 5-2 1v12zM8 27v5h4v-5zM28 39V23l-3 0 8-9 3 3-1 3 4-1 5 5-3 0v15zM32 26v5l4 1 1-4zM49 39l-1-9-2 0 7-8 8 6-2 2v9zM21 38l1-6h1l1 6zM44 38l-1-6h1l2 6z"),
        ("far2", "M12 14l-6 7h1.5l5.5-6zM33 14l-5 6h1.5l4.5-5z"),
    ),
    # The road winds to the edge of the world, past a signpost.
    "long_road": (
        ("far", "M0 26q14-8 28-3t36-4v14H0z"),
        ("near", "M0 44V26q32-6 64 0v18z"),
        ("sand", "M8 44c4-7 28-7 26-11-2-3-14-2-13-5 1-2 9-2 13-3l2 0c-3 2-8 2-8 3 0 2 15 1 17 5 2 5-15 6-13 11z"),
        ("wood", "M51 41V20h2.5v21zM46 21h12l3 2.5-3 2.5H46zM58 28H48l-3 2.2 3 2.3h10z"),
    ),
    # Tiers of arches and banners above the sand.
    "grand_arena": (
        ("near", "M2 40V17l6-3 0-3 7-2v3c11-4 23-4 34 0V9l7 2v3l6 3v23z"),
        ("ember", "M8 24v-4c0-3 5-3 5 0v3zM18 21v-4c0-3 5-3 5 0v3zM29 20v-4c0-3 6-3 6 0v4zM41 20v-3c0-3 5-3 5 0v4zM51 23v-3c0-3 5-3 5 0v4zM8 37v-6c0-3 5-3 5 0v6zM18 37v-7c0-3 5-3 5 0v7zM41 37v-7c0-3 5-3 5 0v7zM51 37v-6c0-3 5-3 5 0v6zM28 37v-8c0-5 8-5 8 0v8z"),
        ("fire", "M19 10V1l7 2-6 3v4zM44 10V1l-7 2 6 3v4z"),
        ("sand", "M0 44v-5q32-6 64 0v5z"),
    ),
    # Round crowns full of lanterns.
    "elven_grove": (
        ("far", "M6 40V26a6.5 6.5 0 1 1 3 0v14zM55 40V26a6.5 6.5 0 1 1 3 0v14z"),
        ("near", "M0 44v-4q32-4 64 0v4zM27 40c3-6 3-10 2-14l-6-2a9 9 0 0 1-6-15 10 9 0 0 1 15-6 10 9 0 0 1 16 6 9 9 0 0 1-7 15l-6 2c-1 4-1 8 3 14zM14 40l1-9a6 6 0 1 1 4 0l1 9zM45 40l1-9a6 6 0 1 1 4 0l1 9z"),
        ("lamp", "M23 15a1.6 1.6 0 1 0 .1 0zM31 9a1.6 1.6 0 1 0 .1 0zM40 14a1.6 1.6 0 1 0 .1 0zM33 18a1.6 1.6 0 1 0 .1 0zM17 24a1.4 1.4 0 1 0 .1 0zM48 24a1.4 1.4 0 1 0 .1 0zM31 40v-4c0-2 3-2 3 0v4z"),
    ),
    # Steps and a roof, half behind leaves; water falls beside it.
    "hidden_temple": (
        ("far", "M0 44V16q8-8 16-2T32 6t18 6 14 2v30z"),
        ("pale", "M49 16h6l1 22h-8z"),
        ("near", "M8 44v-3h38v3zM11 41v-3h32v3zM14 38V22h4v16zM22 38V22h4v16zM29 38V22h4v16zM36 38V22h4v16zM9 22v-3L27 9l18 10v3z"),
        ("leaf", "M0 44V24c5 1 9 5 9 10 4-2 7 1 8 4-3 5-9 7-17 6zM64 44V28c-7 0-10 5-9 9-6-1-8 3-8 7zM0 0h18c-1 6-5 8-9 7 0 5-4 8-9 8zM64 0H46c2 5 6 7 9 5 1 5 4 7 9 7z"),
    ),
    # Warm windows, a sign, smoke: the last inn.
    "remote_tavern": (
        ("far", "M0 39q16-14 30-8t34-6v14z"),
        ("near", _GROUND + "M10 39V23H6l9-13h24l9 13h-4v16zM33 11V5h5v8zM49 39V20h8v2h-6v17z"),
        ("lamp", "M14 26h7v7h-7zM33 26h7v7h-7zM24 39V27h6v12zM21 14h8v5h-8z"),
        ("near", "M17 26h1v7h-1zM36 26h1v7h-1zM14 29h7v1h-7zM33 29h7v1h-7z"),
        ("wood", "M52 24h9v7h-9zM56 22h1v2h-1zM2 39v-7q3-2 6 0v7z"),
        ("pale", "M35 4c-3-2 1-3 0-4h4c1 2-2 2-1 4z"),
    ),
    # Domes and spires behind a wall, in a light of their own.
    "sacred_city": (
        ("rays", "M32 20L18 0h7zM32 20L28 0h8zM32 20L39 0h7z"),
        ("far", "M4 36V22l3-8 3 8v14zM54 36V22l3-8 3 8v14z"),
        ("pale", "M22 36V23c0-5 5-8 9-9V6l1-4 1 4v8c4 1 9 4 9 9v13zM13 36V24l4-10 4 10v12zM43 36V24l4-10 4 10v12z"),
        ("near", "M0 44V33h4v2h4v-2h4v2h4v-2h4v2h4v-2h16v2h4v-2h4v2h4v-2h4v2h4v-2h4v11z"),
        ("lamp", "M28 44v-5c0-5 8-5 8 0v5zM31 22h2v7h-2zM16.5 25h1.5v4h-1.5zM46.5 25H48v4h-1.5z"),
    ),
    # A round house under a pointed hat, a telescope, a star.
    "wizards_cottage": (
        ("far", "M0 40q12-10 26-4t38-5v9z"),
        ("near", "M0 44v-4h64v4zM15 40V26h26v14zM10 27C20 24 24 12 33 3c2-2 5-1 6 2l-3 0c-1 8 3 18 10 22zM41 40V30h11v10zM39 31l8-5 7 5zM49 26l7-9 3 2-7 9z"),
        ("lamp", "M24 40v-7c0-5 8-5 8 0v7zM18 29a2.5 2.5 0 1 0 .1 0zM37 29a2.5 2.5 0 1 0 .1 0zM31 14l1 2.5 2.5.2-2 1.6.7 2.5-2.2-1.4-2.2 1.4.7-2.5-2-1.6 2.5-.2zM44.5 33h4v4h-4z"),
    ),
    # Lit windows, a pond, smoke from a chimney, a round tree.
    "tranquil_village": (
        ("far", "M0 39q14-12 32-6t32-8v14z"),
        ("near", "M0 44v-6q32-4 64 0v6zM4 39V26l-3 0 10-11 10 11-3 0v13zM25 39V27l-3 0 9-10 9 10-3 0v12zM34 19v-6h3v9zM50 39l1-8a8 8 0 1 1 4 0l1 8z"),
        ("lamp", "M7 28h3v4H7zM12 28h3v4h-3zM9 39v-4h4v4zM27 29h3v4h-3zM32 29h3v4h-3zM29.5 39v-3h3v3z"),
        ("water", "M33 42c4-3 20-3 24 0-3 3-21 3-24 0z"),
        ("pale", "M35.5 10a1.3 1.3 0 1 1 .1 0zM37.5 6.5a1.8 1.8 0 1 1 .1 0z"),
    ),
    # A tower that leans into the storm; one window burns.
    "forbidden_tower": (
        ("far", "M0 40l8-6 6 2 8-8 6 6 14-8 6 6 6-2 10 8v6H0zM0 6q8-5 14 0t14-1v6q-8 4-14 0T0 12z"),
        ("near", _GROUND + "M21 39l5-12-1-12-4-3V5l3 2 1-4 3 3 3-5 3 5 3-3 1 4 3-2v7l-4 3-1 12 6 12z"),
        ("ember", "M29 17v-4c0-3 5-3 5 0v4zM30 28v-3c0-2 3-2 3 0v3z"),
        ("lamp", "M12 11l-3 9h4l-3 10 8-12h-4l3-7zM50 15l-2 7h3l-2 7 6-9h-3l2-5z"),
    ),
    # Twin spires around a red rose window; crows.
    "cursed_cathedral": (
        ("near", _GROUND + "M10 39V17l1-6 4-11 4 11 1 6v5l12-10 12 10v-5l1-6 4-11 4 11 1 6v22z"),
        ("ember", "M32 19a5 5 0 1 0 .1 0zM26 39v-7c0-6 12-6 12 0v7zM13.5 22l1.5-4 1.5 4v7h-3zM47.5 22l1.5-4 1.5 4v7h-3z"),
        ("near", "M31.5 18h1v12h-1zM26 23.5h12v1H26zM31.5 28h1v11h-1zM24 5l3 1 2-2 0 3-2 1zM38 8l-3 1-2-2 0 3 2 1zM56 20l3 1 2-2 0 3-2 1z"),
    ),
    # Skulls in the wall, a torch, a passage that goes down.
    "catacombs": (
        _CAVE,
        ("far2", "M3 4h14v9H3zM3 17h14v9H3zM3 30h14v9H3zM47 4h14v9H47zM47 17h14v9H47zM47 30h14v9H47zM22 44V20c0-16 20-16 20 0v24z"),
        ("near", "M26 44V26c0-9 12-9 12 0v18zM26 44h12v-3H26zM23 44v-3h18v3z"),
        ("pale", "".join(f"M{x} {y}{_SKULL}" for x in (6.5, 50.5) for y in (8.5, 21.5, 34.5))),
        ("fire", "M32 26q6 6 2 11h-4q-4-5 2-11z"),
        ("wood", "M31 36h2v8h-2z"),
    ),
}  # fmt: skip
"""What a location's picture shows, by its id."""


def _layer(css: str, path: str) -> str:
    return PEN.path(path, css)


def scenes(edition: str) -> str:
    """The scenes of an edition's locations, as symbols, and the sky behind them."""
    places = {place for kind in ("regular", "respite", "final") for place in locations_of(kind, edition)}
    names = [name for name in SCENES if LOCATION_NAMES.index(name) in places]
    sky = '<path d="M0 0h64v44H0z" class="sw-sky"/><circle cx="53" cy="9" r="5" class="sw-lamp"/>'
    return symbol("sky", sky) + "".join(
        symbol(
            f"s-{name}",
            ("" if layers[0] == _CAVE else use("sky")) + "".join(_layer(*layer) for layer in layers),
        )
        for name, layers in ((name, SCENES[name]) for name in names)
    )
