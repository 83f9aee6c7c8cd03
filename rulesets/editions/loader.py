"""The editions that come with the project."""

from functools import cache
from importlib.resources import files

from rulesets.kernel.edition_faults import EditionError, EditionFault
from rulesets.languages.texts import document

from .edition import Edition
from .parser import parse

_NAMES = ("atlantic-city", "atlantic-city-2008", "london")


def names() -> tuple[str, ...]:
    return _NAMES


def load(name: str) -> Edition:
    """Return the edition `name`, which is read only once. Raises EditionError for an unknown name (JMA/GEN-3)."""
    return _read(name)


@cache
def _read(name: str) -> Edition:
    if name not in _NAMES:
        known = ", ".join(_NAMES)
        raise EditionError(name, (EditionFault(name, "unknown", "known", {"name": name, "known": known}),))
    return parse(document(files("rulesets") / "editions", name), name)
