"""The editions that are kept in a database, made known to their games in every process when one of them is needed."""

from __future__ import annotations

import logging
from collections.abc import Mapping
from contextlib import suppress

from sqlmodel import col, select

import rulesets
from referee.core.database.database import Database, is_unavailable
from referee.models import KeptEdition
from rulesets.kernel.edition_faults import EditionError
from rulesets.kernel.kept import readers
from rulesets.kernel.telling.filling import filling_of
from tournaments import toml_text

LOG = logging.getLogger(__name__)


class KeptEditions:
    """Reads the editions of a database that this process does not know yet, until it is closed."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._texts: dict[str, str] = {}
        readers.append(self.read)

    def read(self) -> None:
        """Make known what was kept since the last time; a database that is away says so to every request itself."""
        try:
            with self._database.read() as session:
                new = session.exec(select(KeptEdition).where(col(KeptEdition.name).not_in(list(self._texts)))).all()
        except Exception as error:
            if not is_unavailable(error):
                raise
            LOG.warning("editions that are kept cannot be read: %s", error)
            return
        for each in new:
            try:
                register(each)
            except (EditionError, LookupError) as error:
                LOG.warning("the edition %s cannot be used: %s", each.name, error)
            self._texts[each.name] = each.text

    def texts(self) -> Mapping[str, str]:
        """The TOML of all kept editions by name, as devices need it that judge by themselves."""
        self.read()
        return self._texts

    def close(self) -> None:
        """Read no more; it may be closed twice, like the database."""
        with suppress(ValueError):
            readers.remove(self.read)


def register(edition: KeptEdition) -> None:
    """Make an edition known to its game.

    Raises LookupError if that is not installed, and `EditionError` with what is wrong with the edition.
    """
    filling = filling_of(rulesets.load(edition.ruleset).mechanics)
    if filling is None:
        raise LookupError(edition.ruleset)
    filling.register(toml_text.parse(edition.text, float))
