"""State as bytes, as plain readable data, and as a list of differences.

A state is msgspec structs (`array_like=True`) of integers, texts, booleans, None, lists and tuples.
Its MessagePack bytes are canonical: equal states give equal bytes. Inside, things are small integers;
annotations say how people read them:

    Card = Annotated[int, Named(NAMES)]                   an integer that stands for a name
    Forest = Annotated[list[Tree], Keyed(CELLS)]          a list read as a table: "3,1" instead of [2]
    Sun = Annotated[int, DERIVED]                         a running total that `Game.derive` can remake
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from hashlib import blake2b
from types import NoneType, UnionType
from typing import Annotated, Any, Literal, TypeVar, Union, get_args, get_origin, get_type_hints

import msgspec

S = TypeVar("S")


@dataclass(frozen=True)
class Named:
    """The integer is a place in `names`; a place named None reads as null."""

    names: tuple[str | None, ...]


@dataclass(frozen=True)
class Keyed:
    """The list has a fixed length; its places are read by these keys."""

    keys: tuple[str, ...]


DERIVED = "derived"

_HEX = tuple(f"{byte:02x}" for byte in range(256))
encode = msgspec.msgpack.Encoder().encode
"""State to canonical bytes."""


def decode(data: bytes, kind: type[S]) -> S:
    """Canonical bytes to a new state."""
    wanted: Any = kind
    return _decoder(wanted).decode(data)  # type: ignore[no-any-return]


def copy(state: S) -> S:
    """An independent copy."""
    return decode(encode(state), type(state))


def digest(state: object) -> str:
    """The state hash: 32 hexadecimal digits."""
    return blake2b(encode(state), digest_size=16).hexdigest()


def check(state: object) -> str:
    """The first four digits of the state hash, as each step of a log carries them."""
    first = blake2b(encode(state), digest_size=16).digest()
    return _HEX[first[0]] + _HEX[first[1]]


def plain(state: object) -> dict[str, Any]:
    """The state as dicts, lists and names."""
    kind: Any = type(state)
    return _shape(kind).plain(state)


def build(kind: type[S], plain: dict[str, Any]) -> S:
    """A state from plain data: the way back from `plain`. Raises `ValueError` for what does not fit."""
    wanted: Any = kind
    return _shape(wanted).value(plain)  # type: ignore[no-any-return]


def assign(state: object, path: str, value: object) -> None:
    """Change one place of a state, named like `players.0.line`; for scenarios.

    Raises `KeyError` for a place that does not exist and `ValueError` for a value that does not fit.
    """
    *way, last = path.split(".")
    holder: Any = state
    kind: Any = type(state)
    shape: Shape = _shape(kind)
    for key in way:
        holder, shape = shape.step(holder, key)
    shape.put(holder, last, value)


def normal(state: object, path: str, value: Any) -> Any:
    """A value as `plain` would show it at a place of the state: fields left out get their defaults.

    A value that does not fit there stays as it is.
    """
    *way, last = path.split(".")
    kind: Any = type(state)
    holder: Any = state
    shape: Shape = _shape(kind)
    try:
        for key in [*way, last]:
            holder, shape = shape.step(holder, key)
        return shape.plain(shape.value(value))
    except (KeyError, ValueError, TypeError):
        return value


def brief(kind: type, path: str, value: Any) -> Any:
    """A plain value of a place, its records without the fields that have their defaults."""
    shape: Shape = _shape(kind)
    for key in path.split("."):
        inner = shape.inner(key)
        if inner is None:
            return value
        shape = inner
    return shape.brief(value)


def derived_paths(kind: type) -> frozenset[str]:
    """The fields that are running totals, as paths with `*` for each list index."""
    return frozenset(_shape(kind).derived())


def names_in(kind: type) -> frozenset[str]:
    """All names that integers of a state stand for."""
    return frozenset(_shape(kind).names_in())


def changes(before: Any, after: Any, path: str = "") -> Iterator[tuple[str, Any, Any]]:
    """Where two plain states differ: path, old value, new value. Lists of values count as one value."""
    if isinstance(before, dict) and isinstance(after, dict):
        for key in dict.fromkeys([*before, *after]):
            yield from changes(before.get(key), after.get(key), f"{path}.{key}" if path else key)
    elif _records(before) and _records(after) and len(before) == len(after):
        for index, (old, new) in enumerate(zip(before, after, strict=True)):
            yield from changes(old, new, f"{path}.{index}")
    elif before != after:
        yield path, before, after


def look_up(value: Any, path: str) -> Any:
    """The value at a path of plain data. Raises `KeyError` when there is none."""
    for key in path.split("."):
        if isinstance(value, dict) and key in value:
            value = value[key]
        elif isinstance(value, list) and key.isdigit() and int(key) < len(value):
            value = value[int(key)]
        else:
            raise KeyError(path)
    return value


def json_text(value: Any) -> str:
    """One line of JSON with spaces, as scenarios and reports show values."""
    return json.dumps(value, ensure_ascii=False, allow_nan=False)


def _records(value: Any) -> bool:
    return isinstance(value, list) and bool(value) and all(isinstance(item, dict) for item in value)


class Shape:
    """How one type reads as plain data."""

    def plain(self, value: Any) -> Any:
        return value

    def value(self, plain: Any) -> Any:
        raise ValueError("this cannot be set as a whole; name the places inside")

    def step(self, holder: Any, key: str) -> tuple[Any, Shape]:
        raise KeyError(key)

    def put(self, holder: Any, key: str, plain: Any) -> None:
        raise KeyError(key)

    def derived(self) -> Iterator[str]:
        return iter(())

    def inner(self, key: str) -> Shape | None:
        """The shape of a part, or None."""
        return None

    def brief(self, plain: Any) -> Any:
        return plain

    def names_in(self) -> Iterator[str]:
        return iter(())


@dataclass(frozen=True)
class _Leaf(Shape):
    types: tuple[type, ...]
    literals: tuple[Any, ...]

    def value(self, plain: Any) -> Any:
        if type(plain) in self.types or plain in self.literals:
            return plain
        raise ValueError(f"{json_text(plain)} does not fit here")


@dataclass(frozen=True)
class _Name(Shape):
    names: tuple[str | None, ...]

    @cached_property
    def _places(self) -> dict[str | None, int]:
        """The first place of each name."""
        return {name: self.names.index(name) for name in self.names}

    def plain(self, value: Any) -> Any:
        return self.names[value]

    def value(self, plain: Any) -> Any:
        try:
            return self._places[plain]
        except (KeyError, TypeError):
            raise ValueError(f"{json_text(plain)} is no name that fits here") from None

    def names_in(self) -> Iterator[str]:
        return (name for name in self.names if name is not None)


@dataclass(frozen=True)
class _Items(Shape):
    item: Shape
    keys: tuple[str, ...] | None
    make: type

    def plain(self, value: Any) -> Any:
        items = [self.item.plain(item) for item in value]
        return items if self.keys is None else dict(zip(self.keys, items, strict=True))

    def value(self, plain: Any) -> Any:
        if isinstance(plain, dict) and self.keys is not None and set(plain) == set(self.keys):
            plain = [plain[key] for key in self.keys]
        if not isinstance(plain, list):
            raise ValueError(f"{json_text(plain)} is no list")
        if self.keys is not None and len(plain) != len(self.keys):
            raise ValueError(f"there are {len(self.keys)} places here, not {len(plain)}")
        return self.make(self.item.value(item) for item in plain)

    def index(self, holder: Any, key: str) -> int:
        if self.keys is not None:
            if key not in self.keys:
                raise KeyError(key)
            return self.keys.index(key)
        if not key.isdigit() or int(key) >= len(holder):
            raise KeyError(key)
        return int(key)

    def step(self, holder: Any, key: str) -> tuple[Any, Shape]:
        return holder[self.index(holder, key)], self.item

    def put(self, holder: Any, key: str, plain: Any) -> None:
        holder[self.index(holder, key)] = self.item.value(plain)

    def derived(self) -> Iterator[str]:
        for path in self.item.derived():
            yield f"*.{path}"

    def names_in(self) -> Iterator[str]:
        return self.item.names_in()

    def inner(self, key: str) -> Shape | None:
        return self.item

    def brief(self, plain: Any) -> Any:
        return [self.item.brief(item) for item in plain] if isinstance(plain, list) else plain


@dataclass(frozen=True)
class _Fields(Shape):
    kind: type
    fields: dict[str, Shape]
    totals: frozenset[str]

    def plain(self, value: Any) -> dict[str, Any]:
        return {name: shape.plain(getattr(value, name)) for name, shape in self.fields.items()}

    def value(self, plain: Any) -> Any:
        """A record from its fields; those with a default may be left out."""
        if not isinstance(plain, dict) or not set(plain) <= set(self.fields):
            raise ValueError(f"{json_text(plain)} is no record with the fields {', '.join(self.fields)}")
        try:
            return self.kind(**{name: self.fields[name].value(value) for name, value in plain.items()})
        except TypeError as error:
            raise ValueError(f"{json_text(plain)} is no whole record: {error}") from None

    def step(self, holder: Any, key: str) -> tuple[Any, Shape]:
        return getattr(holder, key), self.fields[key]

    def put(self, holder: Any, key: str, plain: Any) -> None:
        setattr(holder, key, self.fields[key].value(plain))

    def inner(self, key: str) -> Shape | None:
        return self.fields.get(key)

    def brief(self, plain: Any) -> Any:
        if not isinstance(plain, dict):
            return plain
        usual = {}
        for part in msgspec.structs.fields(self.kind):
            if part.default is not msgspec.NODEFAULT:
                usual[part.name] = self.fields[part.name].plain(part.default)
            elif part.default_factory is not msgspec.NODEFAULT:
                usual[part.name] = self.fields[part.name].plain(part.default_factory())
        return {
            name: self.fields[name].brief(value)
            for name, value in plain.items()
            if name not in usual or usual[name] != value
        }

    def derived(self) -> Iterator[str]:
        for name, shape in self.fields.items():
            if name in self.totals:
                yield name
            for path in shape.derived():
                yield f"{name}.{path}"

    def names_in(self) -> Iterator[str]:
        for shape in self.fields.values():
            yield from shape.names_in()


@lru_cache(maxsize=64)
def _decoder(kind: type) -> Any:
    return msgspec.msgpack.Decoder(kind)


@lru_cache(maxsize=64)
def _shape(kind: type) -> _Fields:
    hints = get_type_hints(kind, include_extras=True)
    totals = frozenset(
        name
        for name, hint in hints.items()
        if get_origin(hint) is Annotated and DERIVED in get_args(hint)[1:]
    )
    return _Fields(kind, {name: _of(hint) for name, hint in hints.items()}, totals)


def _of(hint: Any) -> Shape:
    extras: Sequence[Any] = ()
    if get_origin(hint) is Annotated:
        hint, *extras = get_args(hint)
    for extra in extras:
        if isinstance(extra, Named):
            return _Name(extra.names)
    keys = next((extra.keys for extra in extras if isinstance(extra, Keyed)), None)
    origin = get_origin(hint)
    if origin in (list, tuple):
        return _Items(_of(get_args(hint)[0]), keys, origin)
    if isinstance(hint, type) and issubclass(hint, msgspec.Struct):
        return _shape(hint)
    if origin in (Union, UnionType):
        return _leaf(get_args(hint))
    return _leaf((NoneType if hint is None else hint,))


def _leaf(kinds: Sequence[Any]) -> _Leaf:
    return _Leaf(
        tuple(kind for kind in kinds if isinstance(kind, type)),
        tuple(value for kind in kinds if get_origin(kind) is Literal for value in get_args(kind)),
    )
