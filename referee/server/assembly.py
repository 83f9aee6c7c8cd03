"""Assembling the parts of a running service."""

from __future__ import annotations

from referee.alerts.sending import Alerts
from referee.backup.due import Backups
from referee.core.pages.frame import Rim
from referee.core.service import Service
from referee.core.settings import Settings
from referee.core.shelf import shelf_of_service
from referee.core.stale import StaleThings
from referee.desk.pages.rim import rim_round
from referee.log.append import Log
from referee.log.device_clock import DeviceClocks
from referee.log.flow import ReportFlow
from referee.log.heads import HeadNotes
from referee.log.table_game import TableGames
from referee.mail.outbox import Outbox
from referee.people.ratings import RatingsCache
from referee.public.cache import PageCaches
from referee.public.queries import PublicEvent
from referee.public.ready import ReadyAnswers
from referee.stale.contents import published_order
from referee.stale.papers import note_given_out
from referee.stale.queries import stale_things
from referee.stale.views import urgent_sentences
from referee.stories.delay import ShownGames
from referee.stories.game_figures import KnownFigures
from referee.stories.worths import WorthCourses
from referee.webhooks.sending import Webhooks


def assemble(settings: Settings) -> Service:
    """Return a service with all its parts: games and their log, rate limits and device clocks, backups, notes of the
    logs' heads, mail, webhooks, alerts, the caches of ratings, public pages, answers with them, shown games and
    game figures, the frame of event
    pages, and what is stale.
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
    pages: PageCaches[PublicEvent] = service.add(PageCaches(database, service.own_address.now))
    shown = service.add(ShownGames(games))
    service.add(ReadyAnswers(database, pages, shown, shelf_of_service()))
    service.add(KnownFigures(games, database))
    service.add(WorthCourses(games))
    service.add(Webhooks(service))
    service.add(Alerts(service))
    service.add(Rim(rim_round))
    service.add(StaleThings(stale_things, published_order, urgent_sentences, note_given_out))
    return service
