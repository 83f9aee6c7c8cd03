"""Answers packed with gzip, where they are texts and the browser can unpack them: a hall's Wi-Fi is slow."""

from __future__ import annotations

import gzip
from functools import partial

from flask import Response, request

from referee.core.cache import Kept

MOST = 16_000_000
"""Bytes of texts, plain and packed, that a process keeps: several times as many as all files have."""
PACKED: Kept[bytes, bytes] = Kept(MOST, lambda data, packed: len(data) + len(packed))


def packed(response: Response, data: bytes, *, kept: bool = True) -> Response:
    """An answer with ``data`` as its body, packed if the browser takes it so.  The packed form is other bytes, so it
    has another tag.  ``kept``: the packed bytes are remembered, for a text that is given again and again.
    """
    response.vary.add("Accept-Encoding")
    if request.accept_encodings.quality("gzip"):
        small = PACKED.get(data, partial(gzip.compress, data, mtime=0)) if kept else gzip.compress(data, 6, mtime=0)
        response.set_data(small)
        response.headers["Content-Encoding"] = "gzip"
        tag, _ = response.get_etag()
        if tag is not None:
            response.set_etag(f"{tag}-gzip")
    else:
        response.set_data(data)
    return response
