"""Signatures that players draw by finger."""

from __future__ import annotations

import re
from typing import Any

from marshmallow import ValidationError

from referee.core.http import fields
from referee.core.http.validate import Length

SIGNATURE = re.compile(r"(?:M[0-2]?\d?\d \d?\d(?:L[0-2]?\d?\d \d?\d)+)+", re.ASCII)
LONGEST_SIGNATURE = 6000


class Signature(fields.String):
    """A signature drawn by finger: an SVG path of straight lines in a box of 300 by 100, ``M10 20L12 25L15 31``."""

    def __init__(self) -> None:
        super().__init__(validate=Length(max=LONGEST_SIGNATURE), metadata={"example": "M10 20L12 25L15 31"})

    def _deserialize(self, value: Any, attr: str | None, data: Any, **kwargs: Any) -> str:
        text = str(super()._deserialize(value, attr, data, **kwargs))
        if not SIGNATURE.fullmatch(text[: LONGEST_SIGNATURE + 1]):
            raise ValidationError("not_signature")
        return text
