"""Loads all that a service loads at its start: a process forked from one that has imported this finds it there.

Compiling the templates alone takes as long as all the rest of a start.
"""

from __future__ import annotations

from referee.server.app import app_without_service
from referee.server.preload import preload_shared

preload_shared(app_without_service())
