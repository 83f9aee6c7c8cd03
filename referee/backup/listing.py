"""The pages for this machine's backups: list them, make, download or upload one, and see what a restore would undo
before requesting it.
"""

from __future__ import annotations

import re
import secrets

from flask import Blueprint, render_template, request, send_file
from werkzeug.wrappers import Response as AnyResponse

from referee.backup import wanted
from referee.backup.commands import (
    Chunk,
    RestoreBackup,
    SealSecret,
    make_backup,
    receive_chunk,
    request_restore,
    seal_secret,
    unusable_problem,
)
from referee.backup.faults import BackupUnusable
from referee.backup.queries import backup_failed, backup_named, backups_view, loss_view, size_text
from referee.backup.secret import carried, is_set_outside, sealed_at
from referee.core.access.guard import allowed
from referee.core.command import caller
from referee.core.http.body_limits import LARGEST, takes_up_to
from referee.core.language import language
from referee.core.pages.format import moment, round_name
from referee.core.pages.forms import asked, form_view
from referee.core.problems import Problem
from referee.core.service import service
from tournaments.fault import in_language
from tournaments.typed import whole

blueprint = Blueprint("backups_page", __name__)

UPLOAD = re.compile("[0-9a-f]{32}")


@blueprint.get("/backups")
def show_backups(problem: dict[str, object] | None = None) -> str:
    allowed("backup.read")
    settings = service().settings
    try:
        outcome = wanted.outcome(settings)
    except OSError as error:
        raise backup_failed(error) from error
    return render_template(
        "backup/backups.html",
        found=backups_view(service().database, settings.backups),
        outcome=outcome,
        not_restored=in_language(outcome.fault, language()) if outcome is not None else "",
        sealed=sealed_at(service().database),
        upload=secrets.token_hex(16),
        moment=moment,
        size_text=size_text,
        problem=problem,
    )


@blueprint.post("/backups")
@form_view(show_backups)
def post_backup() -> str:
    make_backup(caller())
    return "/backups"


@blueprint.post("/backups/passphrase")
@form_view(show_backups)
def post_passphrase() -> str:
    """Keep the secret in backups, sealed with a passphrase, and make the first one that has it."""
    seal_secret(caller(), asked(SealSecret, request.form))
    make_backup(caller())
    return "/backups"


@blueprint.post("/backups/pieces")
@takes_up_to(LARGEST)
@form_view(show_backups)
def post_piece() -> str:
    """Receive an uploaded backup, or a chunk of one: the page's script splits files that are too large for one request.

    Raises the problem ``upload_out_of_turn`` if a field is missing or malformed.
    """
    upload, offset, file = (
        request.form.get("upload", ""),
        whole(request.form.get("offset", "0")),
        request.files.get("file"),
    )
    if UPLOAD.fullmatch(upload) is None or offset is None or file is None:
        raise Problem("upload_out_of_turn")
    found = receive_chunk(caller(), Chunk(upload, offset, request.form.get("last", "1") == "1", file.read()))
    return f"/backups/{found.name}/restore" if found is not None else "/backups"


@blueprint.get("/backups/<name>")
def download_backup(name: str) -> AnyResponse:
    """Download a backup, which contains everything: for administrators only.  Raises the problem ``not_found``."""
    allowed("backup.read")
    caller().confirmed()
    found = backup_named(service().settings.backups, name)
    answer = send_file(found.path, mimetype="application/gzip", as_attachment=True, download_name=found.name)
    answer.headers["Cache-Control"] = "private, no-store"
    return answer


@blueprint.get("/backups/<name>/restore")
def show_restore(name: str, problem: dict[str, object] | None = None) -> str:
    """The page that shows what a restore would undo, and asks to confirm it.

    Raises the problems ``not_found`` and ``backup_unusable``.
    """
    allowed("backup.restore")
    found = backup_named(service().settings.backups, name)
    try:
        loss = loss_view(service().database, found)
        links = carried(found.path, service().settings.secret, service().database.now())
    except BackupUnusable as error:
        raise unusable_problem(error) from error
    running = [(each.event, round_name(each.number, each, language())) for each in loss.running]
    return render_template(
        "backup/restore.html",
        loss=loss,
        running=running,
        links=links,
        set_outside=is_set_outside(),
        possible=wanted.can_restore(),
        moment=moment,
        problem=problem,
    )


@blueprint.post("/backups/<name>/restore")
@form_view(show_restore)
def post_restore(name: str) -> AnyResponse | str:
    """Request the restore, and show a page that waits for the service to come back."""
    request_restore(caller(), asked(RestoreBackup, request.form, name=name))
    return AnyResponse(render_template("backup/restoring.html", name=name), mimetype="text/html")
