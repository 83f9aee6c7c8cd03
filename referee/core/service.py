"""The parts of a running service, one of each per process."""

from __future__ import annotations

from typing import Any, Protocol, TypeVar, runtime_checkable

from flask import current_app

from referee.core.access.limits import Limits
from referee.core.access.principal import Principals
from referee.core.database.database import Database
from referee.core.jobs import Jobs
from referee.core.kept_editions import KeptEditions
from referee.core.own_address import OwnAddress
from referee.core.settings import Settings

Part = TypeVar("Part")


@runtime_checkable
class Closing(Protocol):
    """A part that holds threads or connections."""

    def close(self) -> None:
        """Release them."""


class Service:
    """What requests and background work share: settings, own address, database, editions, principals, limits
    and jobs, and the parts that subjects add, each found by its class.
    """

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self.own_address = OwnAddress(settings)
        self.database = Database(settings.database_url)
        self.editions = KeptEditions(self.database)
        self.principals = Principals(self.database)
        self.limits = Limits(self.database, settings.secret)
        self.jobs = Jobs()
        self._parts: dict[type, Any] = {}

    def add(self, part: Part) -> Part:
        """Register a subject's part, to be found by its class, and return it."""
        self._parts[type(part)] = part
        return part

    def part(self, kind: type[Part]) -> Part:
        """The part of a class.  Raises KeyError if none was registered."""
        found: Part = self._parts[kind]
        return found

    def close(self) -> None:
        """Release connections and threads: the jobs' first, then the parts' in the order in which they were added."""
        self.jobs.stop()
        for part in self._parts.values():
            if isinstance(part, Closing):
                part.close()
        self.editions.close()
        self.database.close()


def service() -> Service:
    found: Service = current_app.extensions["referee"]
    return found
