"""The service's own address, which links and QR codes are made with; never the one that a request names.

It is ``REFEREE_PUBLIC_URL``, else an address of this machine with the port that the service listens on.  If the machine
has several addresses, an organizer chooses once which one tablets and phones reach; the choice is stored in the data
directory, because it is valid for this machine only.
"""

from __future__ import annotations

import secrets
import time
from contextlib import suppress
from ipaddress import ip_address
from urllib.parse import urlsplit

from referee.core.addresses import urls
from referee.core.files import new_file
from referee.core.problems import Problem
from referee.core.settings import Settings

FILE = "address"
"""The file in the data directory that holds the chosen address."""
CACHE_SECONDS = 5.0
"""How long a process caches the addresses that it found."""
PORTS = {"http": 80, "https": 443}


class OwnAddress:
    """The addresses of a service on this machine."""

    def __init__(self, settings: Settings) -> None:
        self._settings = settings
        self._file = settings.data / FILE
        self._until = 0.0
        self._found: list[str] = []
        self._chosen: str | None = None

    def choices(self) -> list[str]:
        """The URLs at which the service can be reached, the likeliest first; only the public one if it is set."""
        if self._settings.public_url:
            return [self._settings.public_url]
        if time.monotonic() >= self._until:
            self._found, self._chosen = reachable_urls(self._settings.listening), self._kept()
            self._until = time.monotonic() + CACHE_SECONDS
        return self._found

    def chosen(self) -> str | None:
        """The chosen URL, as long as the machine still has that address."""
        choices = self.choices()  # also refreshes the chosen one
        return self._chosen if self._chosen in choices else None

    def now(self) -> str:
        """The URL that links are made with, without a trailing slash."""
        choices = self.choices()
        return self.chosen() or choices[0]

    def local(self) -> bool:
        """Whether links would only work on this computer, though no setting asks for that; then none are printed."""
        return not self._settings.public_url and is_loopback_url(self.now())

    def choose(self, url: str) -> None:
        """Make links with one of the choices from now on.  Raises the problem ``not_found`` for any other URL."""
        if url not in self.choices():
            raise Problem("not_found", path=url)
        part = self._file.with_name(f"{FILE}-{secrets.token_hex(4)}")
        new_file(part)
        part.write_text(url, "utf-8")
        part.replace(self._file)
        self._until = 0.0

    def _kept(self) -> str | None:
        with suppress(OSError, UnicodeError):
            return self._file.read_text("utf-8")
        return None


def is_loopback_url(url: str) -> bool:
    """Whether a URL only works on this computer: localhost, 127.0.0.1, [::1]."""
    host = urlsplit(url).hostname or ""
    with suppress(ValueError):
        return ip_address(host).is_loopback
    return host == "localhost" or host.endswith(".localhost")


def reachable_urls(listening: str) -> list[str]:
    """The URLs to type for a service that listens on a URL; one such as ``http://0.0.0.0:8000`` stands for all
    addresses of this machine.  Those that are hard to type are left out if there are others.
    """
    at = urlsplit(listening)
    found = urls(at.scheme, at.hostname or "", at.port or PORTS[at.scheme])
    easy = [each for each in found if "[" not in each and "//169.254." not in each]
    return easy or found
