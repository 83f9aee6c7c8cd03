"""``referee serve``: run the service."""

from __future__ import annotations

import os
import sys
from pathlib import Path

import click

from referee.records.output import fail
from referee.server import logs, start
from referee.server.greeting import greeting

FILE = click.Path(exists=True, dir_okay=False, path_type=Path)


@click.command()
@click.option("--host", default="0.0.0.0", show_default=True, help="Address to listen on; :: for IPv6 too.")
@click.option("--port", type=click.IntRange(1, 65535), help="Port to listen on. [default: 8000, with https 8443]")
@click.option(
    "--workers",
    type=click.IntRange(1, 64),
    help="Number of processes. [default: 1; on PostgreSQL one per processor, up to 4]",
)
@click.option("--threads", type=click.IntRange(2, 1000), help="Number of request threads per process. [default: 8]")
@click.option("--tls", is_flag=True, help="Serve https with the certificate of `referee tls init`.")
@click.option("--tls-cert", type=FILE, help="Serve https with this certificate and its chain (PEM).")
@click.option("--tls-key", type=FILE, help="The key of --tls-cert (PEM).")
@click.option(
    "--http-port",
    type=click.IntRange(0, 65535),
    default=8000,
    show_default=True,
    help="With --tls, the plain http port that serves the certificate and redirects to https; 0: none.",
)
@click.option(
    "--begin-anew", is_flag=True, help="Start with an empty database even though there are backups of another one."
)
@click.option("--log-format", type=click.Choice(["text", "json"]), help="Format of the log on stderr. [default: text]")
@click.option("--log-level", type=click.Choice(["debug", "info", "warning"]), help="Log level. [default: info]")
def serve(
    host: str,
    port: int | None,
    workers: int | None,
    threads: int | None,
    tls: bool,
    tls_cert: Path | None,
    tls_key: Path | None,
    http_port: int,
    begin_anew: bool,
    log_format: str | None,
    log_level: str | None,
) -> None:
    """Run the service.

    The environment says where its data is and which database it uses; see docs/operating.md.
    """
    if (tls_cert is None) != (tls_key is None):
        raise click.UsageError("--tls-cert and --tls-key go together.")
    for name, given in (("REFEREE_LOG_FORMAT", log_format), ("REFEREE_LOG_LEVEL", log_level)):
        if given:
            os.environ[name] = given  # where the processes of the service read it

    pair = (tls_cert, tls_key) if tls_cert and tls_key else tls
    try:
        settings = start.read_settings()
        logs.configure(settings)
        at = start.listening(settings, host, port, workers, threads, pair, http_port)
        found = start.prepare(settings, anew=begin_anew)
    except start.StartFault as fault:
        fail(fault)
    for line in greeting(settings, at, found):
        click.echo(line)
    sys.stdout.flush()
    start.serve(settings, at)
