"""How much is tried: a bounded part in every run, all of it with THOROUGH=1 (`make thorough`)."""

import os


def bounded(whole: int, part: int) -> int:
    """The number of games, positions or kills to try."""
    return whole if os.environ.get("THOROUGH") == "1" else part
