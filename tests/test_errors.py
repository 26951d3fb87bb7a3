"""Errors keep what a person needs on the way out of a worker process."""

import pickle

import pytest

from engine.core.errors import (
    BadOption,
    CannotReplay,
    ChanceError,
    EmberlogError,
    IllegalAction,
    LogError,
    ScenarioError,
)
from engine.living_forest.actions import DRAW


@pytest.mark.parametrize(
    "error",
    [
        BadOption("no such option"),
        CannotReplay("needs rules 3"),
        IllegalAction(1, DRAW, "LF-4.8"),
        ChanceError("p1 deck 3", "not an order", [1, 2], [1, 1]),
        LogError("not JSON", 17),
        ScenarioError("no actor", 4),
    ],
    ids=lambda error: type(error).__name__,
)
def test_errors_survive_pickling(error: EmberlogError) -> None:
    again = pickle.loads(pickle.dumps(error))
    assert type(again) is type(error)
    assert str(again) == str(error)
    assert vars(again) == vars(error)
