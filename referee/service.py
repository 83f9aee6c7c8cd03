"""The parts of a running service, one of each in a process."""

from __future__ import annotations

from typing import Any

from flask import current_app

from referee.access.flow import Flow
from referee.access.limits import Limits
from referee.access.own_address import OwnAddress
from referee.access.principal import Principals
from referee.backup.due import Backups
from referee.live import Bus, Streams
from referee.log.append import Log
from referee.log.heads import HeadNotes
from referee.log.table_game import TableGames
from referee.public.shelf import Shelves
from referee.settings import Settings
from referee.storage.database import Database


class Service:
    """What requests and background work share: settings, the own address, database, games, log, principals, limits,
    backups, the notes of the logs' ends, the bus and its streams, the public pages that are kept.
    """

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self.own_address = OwnAddress(settings)
        self.database = Database(settings.database_url)
        self.games = TableGames(self.database)
        self.log = Log(self.games)
        self.principals = Principals(self.database)
        self.limits = Limits(self.database, settings.secret)
        self.flow = Flow()
        self.backups = Backups(self.database, settings.backups, settings.backup_copy)
        self.heads = HeadNotes(self.database, settings.data)
        self.bus = Bus(self.database)
        self.shelves: Shelves[Any] = Shelves(self.database)
        self.streams = Streams(settings.event_streams)

    def close(self) -> None:
        """Let go of connections and threads."""
        self.backups.close()
        self.heads.close()
        self.bus.close()
        self.database.close()


def service() -> Service:
    """The service that the present request belongs to."""
    found: Service = current_app.extensions["referee"]
    return found
