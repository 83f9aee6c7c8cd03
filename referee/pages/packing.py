"""Answers packed with gzip, where they are texts and the browser can unpack them: a hall's Wi-Fi is slow."""

from __future__ import annotations

import gzip
from functools import lru_cache

from flask import Response, request

MOST = 256
"""How many packed texts a process remembers; more than there are files."""


def packed(response: Response, data: bytes, *, kept: bool = True) -> Response:
    """An answer with ``data`` as its body, packed if the browser takes it so.  The packed form is other bytes, so it
    has another tag.  ``kept``: the packed bytes are remembered, for a text that is given again and again.
    """
    response.vary.add("Accept-Encoding")
    if request.accept_encodings.quality("gzip"):
        response.set_data(_remembered(data) if kept else gzip.compress(data, 6, mtime=0))
        response.headers["Content-Encoding"] = "gzip"
        tag, _ = response.get_etag()
        if tag is not None:
            response.set_etag(f"{tag}-gzip")
    else:
        response.set_data(data)
    return response


@lru_cache(MOST)
def _remembered(data: bytes) -> bytes:
    return gzip.compress(data, mtime=0)
