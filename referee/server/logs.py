"""The service's own log: one line for each thing that happens, for people (text) or for programs (JSON), on stderr.

Nothing secret is in it: no tokens, codes, passwords or cookies, and no address with a code in it.
"""

from __future__ import annotations

import json
import logging
import logging.config
from typing import Any

import structlog
from flask import g, has_app_context
from structlog.typing import EventDict, WrappedLogger

from referee.core.settings import Settings

NOISE = "Configuration allows spawning up to"
"""What granian says about more threads than it would take; ours wait for the database, not for the processor."""


def configure(settings: Settings) -> None:
    """Send what this process logs where the settings say."""
    logging.config.dictConfig(configuration(settings))


def configuration(settings: Settings) -> dict[str, Any]:
    """The same for `logging.config.dictConfig`; the web server sets its processes up with it."""
    return {
        "version": 1,
        "disable_existing_loggers": False,
        "formatters": {"line": {"()": "referee.server.logs.formatter", "form": settings.log_format}},
        "filters": {"noise": {"()": "referee.server.logs.Noise"}},
        "handlers": {
            "stderr": {
                "class": "logging.StreamHandler", "stream": "ext://sys.stderr", "formatter": "line",
                "filters": ["noise"],
            },
        },
        "root": {"level": settings.log_level.upper(), "handlers": ["stderr"]},
        "loggers": {
            "_granian": {"propagate": True},
            "alembic": {"level": "WARNING"},
            # `referee.core.jobs` says what fails.  That a run takes longer than its interval is no news.
            "apscheduler.executors": {"level": "CRITICAL"},
            "apscheduler.scheduler": {"level": "ERROR"},
        },
    }  # fmt: skip


def formatter(form: str) -> logging.Formatter:
    """What makes lines of log records: ``text`` or ``json``."""
    stamp = structlog.processors.TimeStamper("iso", utc=form == "json")
    return structlog.stdlib.ProcessorFormatter(
        foreign_pre_chain=[structlog.stdlib.add_log_level, structlog.stdlib.add_logger_name, stamp, add_request],
        processors=[
            structlog.stdlib.ProcessorFormatter.remove_processors_meta,
            structlog.processors.format_exc_info,
            in_json if form == "json" else in_text,
        ],
    )


class Noise(logging.Filter):
    """Keeps out the lines of every start that mean nothing."""

    def filter(self, record: logging.LogRecord) -> bool:
        """Whether the record is kept."""
        return not str(record.msg).startswith(NOISE)


def add_request(_logger: WrappedLogger, _method: str, line: EventDict) -> EventDict:
    """Name the request that something is logged in, as its own line does."""
    if has_app_context() and "request_id" in g:
        line["request"] = g.request_id
    return line


def in_json(_logger: WrappedLogger, _method: str, line: EventDict) -> str:
    """A line as a JSON object."""
    first = {"timestamp": line.pop("timestamp"), "level": line.pop("level"), "event": line.pop("event")}
    return json.dumps({**first, **line}, ensure_ascii=False, default=str)


def in_text(_logger: WrappedLogger, _method: str, line: EventDict) -> str:
    """A line for people; what an error's trace and other long texts add is indented below it."""
    parts = [f"{line.pop('timestamp')[:23]} {line.pop('level'):7} {line.pop('event')}"]
    trace = line.pop("exception", None)
    parts += [f"{name}={value}" for name, value in line.items()]
    shown = " ".join(parts) + (f"\n{trace}" if trace else "")
    return shown.replace("\n", "\n    ")
