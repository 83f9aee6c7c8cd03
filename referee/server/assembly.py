"""Assembling the parts of a running service."""

from __future__ import annotations

from referee.backup.due import Backups
from referee.core.pages.frame import Rim
from referee.core.service import Service
from referee.core.settings import Settings
from referee.desk.pages.rim import rim_round
from referee.log.append import Log
from referee.log.device_clock import DeviceClocks
from referee.log.flow import ReportFlow
from referee.log.heads import HeadNotes
from referee.log.table_game import TableGames
from referee.mail.outbox import Outbox
from referee.people.ratings import RatingsCache
from referee.public.cache import PageCaches
from referee.stories.game_figures import KnownFigures
from referee.webhooks.sending import Webhooks


def assemble(settings: Settings) -> Service:
    """Return a service with all its parts: games and their log, rate limits and device clocks, backups, notes of the
    logs' heads, mail, webhooks, the caches of ratings, public pages and game figures, and the frame of event pages.
    """
    service = Service(settings)
    database = service.database
    games = service.add(TableGames(database))
    service.add(Log(games))
    service.add(ReportFlow())
    service.add(DeviceClocks())
    service.add(Backups(database, settings.backups, settings.backup_copy))
    service.add(Outbox(service))
    service.add(RatingsCache(database))
    service.add(HeadNotes(database, settings.data))
    service.add(PageCaches(database))
    service.add(KnownFigures(games, database))
    service.add(Webhooks(service))
    service.add(Rim(rim_round))
    return service
