"""The schedule of a service: every job that its processes run by themselves, and how often."""

from __future__ import annotations

from referee.alerts.sending import Alerts
from referee.backup import due as backup
from referee.backup.due import Backups
from referee.clocks import steps
from referee.core import deliveries
from referee.core.jobs import Job
from referee.core.service import Service
from referee.log import heads
from referee.log.heads import HeadNotes
from referee.log.table_game import TableGames
from referee.mail.outbox import Outbox
from referee.printing.runs import runs
from referee.stories import game_figures
from referee.stories.game_figures import KnownFigures
from referee.webhooks.sending import Webhooks

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
