"""What a disk says when there is no room on it."""

from __future__ import annotations

import errno

FULL = frozenset({errno.ENOSPC, errno.EDQUOT, errno.EFBIG})
"""No room, none for this user, none for a file of this size."""


def is_full(error: BaseException) -> bool:
    """Whether an error says that there is no room left."""
    return isinstance(error, OSError) and error.errno in FULL
