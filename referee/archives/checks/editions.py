"""The editions that an archive brings along: its games are judged by them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import rulesets
from rulesets.kernel.telling.filling import filling_of
from tournaments import toml_text
from tournaments.archive.difference import Discrepancy
from tournaments.archive.records import FiledEdition
from tournaments.archive.unpack import Numbered


def learn_editions(lines: Sequence[Numbered], *, new: bool = True) -> list[Discrepancy]:
    """Make the editions of an archive known to their games, and return what is wrong with those that cannot be used.

    ``new``: also those that are not known here yet; a service does not learn from strangers what a name stands for.
    """
    return [found for each in lines for found in _learn(each, new)]


def _learn(line: Numbered, new: bool) -> Iterator[Discrepancy]:
    edition: FiledEdition = line.value
    try:
        game = rulesets.load(edition.ruleset)
        filling = filling_of(game.mechanics)
        tables = toml_text.parse(edition.text, float)
        if filling is None or tables.get("name") != edition.name:
            raise LookupError(edition.name)
        filling.check(tables)
        if new or edition.name in game.editions():
            filling.register(tables)
        else:
            yield Discrepancy("editions.jsonl", line.number, "edition_not_kept", {"name": edition.name})
    except (LookupError, ValueError):  # `EditionError` and `Faulty` among them
        yield Discrepancy("editions.jsonl", line.number, "edition_unusable", {"name": edition.name})
