"""The parts of a running service, one of each in a process."""

from __future__ import annotations

from typing import Any, Protocol, TypeVar, runtime_checkable

from flask import current_app

from referee.core.access.limits import Limits
from referee.core.access.principal import Principals
from referee.core.database.database import Database
from referee.core.jobs import Jobs
from referee.core.live import Bus, Streams
from referee.core.own_address import OwnAddress
from referee.core.settings import Settings

Part = TypeVar("Part")


@runtime_checkable
class Closing(Protocol):
    """A part that holds threads or connections."""

    def close(self) -> None:
        """Let go of them."""


class Service:
    """What requests and background work share: settings, the own address, database, principals, limits, the jobs, the
    bus and its streams, and the parts that subjects add, each found by its class.
    """

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self.own_address = OwnAddress(settings)
        self.database = Database(settings.database_url)
        self.principals = Principals(self.database)
        self.limits = Limits(self.database, settings.secret)
        self.jobs = Jobs()
        self.bus = Bus(self.database)
        self.streams = Streams(settings.event_streams)
        self._parts: dict[type, Any] = {}

    def add(self, part: Part) -> Part:
        """Let a subject's part be found by its class."""
        self._parts[type(part)] = part
        return part

    def part(self, kind: type[Part]) -> Part:
        """The part of a class.  Raises KeyError where none was added."""
        found: Part = self._parts[kind]
        return found

    def close(self) -> None:
        """Let go of connections and threads: the jobs' first, then the parts' in the order in which they were added."""
        self.jobs.stop()
        for part in self._parts.values():
            if isinstance(part, Closing):
                part.close()
        self.bus.close()
        self.database.close()


def service() -> Service:
    """The service that the present request belongs to."""
    found: Service = current_app.extensions["referee"]
    return found
