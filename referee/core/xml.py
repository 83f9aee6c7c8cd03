"""Text for XML files: feeds, pictures."""

from __future__ import annotations

import re

NOT_IN_XML = re.compile("[\x00-\x08\x0b-\x1f\ufffe\uffff]")
"""What an XML file must not contain, however it is written (XML 1.0, 2.2); a carriage return would not survive."""


def for_xml(text: str) -> str:
    """The text without what XML does not allow; halves of letters become ``?``.

    Names and notices lose such characters when they are entered, but the log of a table keeps what a device sent, and
    older databases keep what was entered then.
    """
    return NOT_IN_XML.sub("", text).encode("utf-8", "replace").decode()
