"""Assembling the parts of a running service, and the jobs that its processes run by themselves."""

from __future__ import annotations

from referee.alerts.sending import Alerts
from referee.backup import due as backup
from referee.backup.due import Backups
from referee.clocks import steps
from referee.core import deliveries
from referee.core.cache import shelf_of_service
from referee.core.jobs import Job
from referee.core.pages.frame import Rim
from referee.core.service import Service
from referee.core.settings import Settings
from referee.core.stale import StaleThings
from referee.desk.day import rim_round
from referee.log import heads
from referee.log.append import Log
from referee.log.device_clock import DeviceClocks
from referee.log.flow import ReportFlow
from referee.log.heads import HeadNotes
from referee.log.table_game import TableGames
from referee.mail.outbox import Outbox
from referee.people.ratings import RatingsCache
from referee.printing.runs import runs
from referee.public.cache import PageCaches
from referee.public.queries import PublicEvent
from referee.public.ready import ReadyAnswers
from referee.stale.contents import published_order
from referee.stale.papers import note_given_out
from referee.stale.queries import stale_things
from referee.stale.views import urgent_sentences
from referee.stories import game_figures
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


MINUTE = 60
WRITE_CHECK = "write-check"
WRITE_CHECK_SECONDS = 2


def schedule(service: Service) -> list[Job]:
    """The jobs of each process of a service.

    Processes that share a database all have the same jobs; work that must be done only once is claimed in the database.
    """
    return [
        # Time-driven work.
        Job("ticker", steps.TICK_SECONDS, steps.Ticker(service).tick),
        Job("mail", deliveries.SECONDS, service.part(Outbox).send_due),
        Job("webhooks", deliveries.SECONDS, service.part(Webhooks).run),
        Job("alerts", deliveries.SECONDS, service.part(Alerts).run),
        Job("backup", backup.CHECK_SECONDS, service.part(Backups).make_if_due),
        # Bookkeeping.
        Job(WRITE_CHECK, WRITE_CHECK_SECONDS, service.database.check_writable),
        Job("log-heads", heads.EVERY_SECONDS, service.part(HeadNotes).note),
        Job("devices-seen", MINUTE, service.principals.seen.save),
        Job("game-figures", game_figures.SECONDS, service.part(KnownFigures).work),
        # Clean-up.
        Job("rate-limits", 10 * MINUTE, service.limits.forget),
        Job("old-letters", 60 * MINUTE, service.part(Outbox).forget),
        Job("old-deliveries", 60 * MINUTE, service.part(Webhooks).forget),
        Job("old-alerts", 60 * MINUTE, service.part(Alerts).forget),
        Job("idle-games", MINUTE, service.part(TableGames).forget_idle),
        Job("paper-runs", 10 * MINUTE, lambda: runs.clear(service.settings.data)),
    ]
