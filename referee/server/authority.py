"""The authority's certificate over HTTP, for tablets that shall trust it."""

from __future__ import annotations

from cryptography.hazmat.primitives.serialization import Encoding
from flask import Blueprint, Response

from referee.core.problems import Problem
from referee.core.service import service
from referee.server import certificates
from referee.server.redirect import AUTHORITY, AUTHORITY_TYPE

blueprint = Blueprint("authority", __name__)


@blueprint.get(AUTHORITY)
def show_authority() -> Response:
    """The certificate (DER); 404 where `referee tls init` has made none."""
    found = certificates.authority(certificates.folder(service().settings.data))
    if found is None:
        raise Problem("not_found", path=AUTHORITY)
    return Response(found.public_bytes(Encoding.DER), content_type=AUTHORITY_TYPE)
