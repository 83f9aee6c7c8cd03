"""A mapping that never changes: what the parts of a game, of an edition and of a ruleset hold.

`types.MappingProxyType` is neither hashed, copied nor pickled, so that whatever holds one could not be sent to another
process or be the key of a cache.
"""

from __future__ import annotations

from typing import Any, NoReturn, TypeVar

Key = TypeVar("Key")
Value = TypeVar("Value")


class FrozenDict(dict[Key, Value]):
    """A dict that refuses every change; hashed by what it holds, which must be hashable then."""

    __slots__ = ()

    def __hash__(self) -> int:  # type: ignore[override]
        return hash(frozenset(self.items()))

    def __reduce__(self) -> tuple[Any, ...]:
        return FrozenDict, (dict(self),)

    def _refuse(self, *_values: object, **_named: object) -> NoReturn:
        raise TypeError(f"a {type(self).__name__} never changes; make a dict of it to change that")

    __setitem__ = __delitem__ = __ior__ = _refuse
    clear = pop = popitem = setdefault = update = _refuse
