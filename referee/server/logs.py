"""The service's own log on stderr: one line per event, as text for people or as JSON for programs.

It contains nothing secret: no tokens, codes, passwords or cookies, and no URL with a code in it.
"""

from __future__ import annotations

import json
import logging
import logging.config
from typing import TYPE_CHECKING, Any

from flask import g, has_app_context

from referee.core.settings import Settings

if TYPE_CHECKING:
    from structlog.typing import EventDict, WrappedLogger

NOISE = "Configuration allows spawning up to"
"""Granian's warning about many threads, which does not apply: ours wait for the database, not for the processor."""


def configure(settings: Settings) -> None:
    logging.config.dictConfig(configuration(settings))


def configuration(settings: Settings) -> dict[str, Any]:
    """The configuration for `logging.config.dictConfig`; the web server uses it for its processes."""
    return {
        "version": 1,
        "disable_existing_loggers": False,
        "formatters": {"line": {"()": "referee.server.logs.formatter", "form": settings.log_format}},
        "filters": {"noise": {"()": "referee.server.logs.Noise"}},
        "handlers": {
            "stderr": {
                "class": "logging.StreamHandler",
                "stream": "ext://sys.stderr",
                "formatter": "line",
                "filters": ["noise"],
            },
        },
        "root": {"level": settings.log_level.upper(), "handlers": ["stderr"]},
        "loggers": {
            "_granian": {"propagate": True},
            "alembic": {"level": "WARNING"},
            # `referee.core.jobs` logs the failures.  A run that takes longer than its interval is not worth a line.
            "apscheduler.executors": {"level": "CRITICAL"},
            "apscheduler.scheduler": {"level": "ERROR"},
        },
    }


def formatter(form: str) -> logging.Formatter:
    """The formatter of log records.  ``form``: ``text`` or ``json``."""
    import structlog

    stamp = structlog.processors.TimeStamper("iso", utc=form == "json")
    return structlog.stdlib.ProcessorFormatter(
        foreign_pre_chain=[structlog.stdlib.add_log_level, structlog.stdlib.add_logger_name, stamp, add_request],
        processors=[
            structlog.stdlib.ProcessorFormatter.remove_processors_meta,
            structlog.processors.format_exc_info,
            json_line if form == "json" else text_line,
        ],
    )


class Noise(logging.Filter):
    """Drops the log lines that every start produces and nobody needs."""

    def filter(self, record: logging.LogRecord) -> bool:
        return not str(record.msg).startswith(NOISE)


def add_request(_logger: WrappedLogger, _method: str, line: EventDict) -> EventDict:
    if has_app_context() and "request_id" in g:
        line["request"] = g.request_id
    return line


def json_line(_logger: WrappedLogger, _method: str, line: EventDict) -> str:
    first = {"timestamp": line.pop("timestamp"), "level": line.pop("level"), "event": line.pop("event")}
    return json.dumps({**first, **line}, ensure_ascii=False, default=str)


def text_line(_logger: WrappedLogger, _method: str, line: EventDict) -> str:
    """A line for people; the further lines of a traceback or a long text are indented below it."""
    parts = [f"{line.pop('timestamp')[:23]} {line.pop('level'):7} {line.pop('event')}"]
    trace = line.pop("exception", None)
    parts += [f"{name}={value}" for name, value in line.items()]
    shown = " ".join(parts) + (f"\n{trace}" if trace else "")
    return shown.replace("\n", "\n    ")
