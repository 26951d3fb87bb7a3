"""How well one colour stands out from another."""


def _light(colour: str) -> float:
    """Relative luminance of `#rrggbb`, 0 (black) to 1 (white), as WCAG 2 defines it."""

    def linear(part: float) -> float:
        return part / 12.92 if part <= 0.03928 else ((part + 0.055) / 1.055) ** 2.4

    red, green, blue = (linear(int(colour[place : place + 2], 16) / 255) for place in (1, 3, 5))
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: str, other: str) -> float:
    """1 (equal) to 21 (black on white); text wants 4.5."""
    low, high = sorted((_light(one), _light(other)))
    return (high + 0.05) / (low + 0.05)
