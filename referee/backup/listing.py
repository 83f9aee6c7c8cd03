"""The backups of this machine as a page: which there are, one more, and a file to take away."""

from __future__ import annotations

from flask import Blueprint, render_template, send_file
from werkzeug.wrappers import Response as AnyResponse

from referee.backup.commands import make_backup
from referee.backup.folder import backups
from referee.backup.queries import backups_view
from referee.core.access.guard import allowed
from referee.core.command import caller
from referee.core.pages.format import moment
from referee.core.pages.forms import form_view
from referee.core.problems import Problem
from referee.core.service import service

blueprint = Blueprint("backups_page", __name__)


@blueprint.get("/backups")
def show_backups(problem: dict[str, object] | None = None) -> str:
    """The page."""
    allowed("backup.read")
    found = backups_view(service().database, service().settings.backups)
    return render_template("backup/backups.html", found=found, moment=moment, problem=problem)


@blueprint.post("/backups")
@form_view(show_backups)
def post_backup() -> str:
    """Make one now."""
    make_backup(caller())
    return "/backups"


@blueprint.get("/backups/<name>")
def download_backup(name: str) -> AnyResponse:
    """A backup as a file, with everything in it: for administrators alone.  Raises the problem ``not_found``."""
    allowed("backup.read")
    found = next((each for each in backups(service().settings.backups) if each.name == name), None)
    if found is None:
        raise Problem("not_found", path=name)
    answer = send_file(found.path, mimetype="application/gzip", as_attachment=True, download_name=found.name)
    answer.headers["Cache-Control"] = "private, no-store"
    return answer
