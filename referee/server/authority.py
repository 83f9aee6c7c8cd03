"""Download of the certificate authority's certificate for tablets, and the page that explains how to set up https."""

from __future__ import annotations

from flask import Blueprint, Response, render_template, request

from referee.core.problems import Problem
from referee.core.service import service
from referee.server.redirect import AUTHORITY, AUTHORITY_TYPE

blueprint = Blueprint("authority", __name__)


@blueprint.get(AUTHORITY)
def show_authority() -> Response:
    """Return the certificate (DER); 404 if `referee tls init` has not created one."""
    from cryptography.hazmat.primitives.serialization import Encoding

    from referee.server import certificates

    found = certificates.authority(certificates.folder(service().settings.data))
    if found is None:
        raise Problem("not_found", path=AUTHORITY)
    return Response(found.public_bytes(Encoding.DER), content_type=AUTHORITY_TYPE)


@blueprint.get("/https")
def show_https() -> str:
    """The page on what https gives a tablet, and how to set it up: on the laptop, then once on each tablet."""
    from referee.server import certificates

    has_authority = certificates.authority(certificates.folder(service().settings.data)) is not None
    return render_template(
        "server/https.html", secure=request.is_secure, certificate=AUTHORITY if has_authority else None
    )
