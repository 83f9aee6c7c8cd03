"""The service's own address, which links and QR codes are made with; never the one that a request names.

It is ``REFEREE_PUBLIC_URL``, else an address of this machine with the port that the service listens on.  If the machine
has several addresses, an organizer chooses once which one tablets and phones reach; the choice is stored in the data
directory, because it is valid for this machine only.
"""

from __future__ import annotations

import errno
import secrets
import socket
import sys
import time
from contextlib import suppress
from ipaddress import IPv4Address, IPv6Address, ip_address
from urllib.parse import urlsplit

from referee.core.files import new_file
from referee.core.problems import Problem
from referee.core.settings import Settings

Address = IPv4Address | IPv6Address

VIRTUAL_PREFIXES = ("docker", "br-", "veth", "virbr", "cni", "podman")
"""Name prefixes of virtual network interfaces, which lead nowhere outside this machine."""
ROUTE_PROBES = {4: ("192.0.2.1", 9), 6: ("2001:db8::1", 9)}
"""Addresses reserved for documentation, by IP version.  Connecting a UDP socket to one sends nothing, but shows which
of our own addresses the route uses."""
WILDCARDS = ("0.0.0.0", "::")
"""Wildcard addresses: a service that listens on one takes requests on every address of the machine."""
PORT_IN_USE = frozenset({errno.EADDRINUSE, errno.EACCES} if sys.platform == "win32" else {errno.EADDRINUSE})
"""The error numbers that mean that the port is in use."""


def own_addresses() -> list[Address]:
    """The addresses at which others in the network can reach this machine, the likeliest first."""
    import ifaddr

    found: list[Address] = []
    for adapter in ifaddr.get_adapters():
        if adapter.name.startswith(VIRTUAL_PREFIXES):
            continue
        for each in adapter.ips:
            address = ip_address(each.ip if isinstance(each.ip, str) else each.ip[0])
            if not (address.is_loopback or address.is_multicast or (address.version == 6 and address.is_link_local)):
                found.append(address)
    main = {_outgoing_address(4), _outgoing_address(6)}
    return sorted(dict.fromkeys(found), key=lambda each: (each.version, each.is_link_local, each not in main))


def _outgoing_address(version: int) -> Address | None:
    family = socket.AF_INET if version == 4 else socket.AF_INET6
    try:
        with socket.socket(family, socket.SOCK_DGRAM) as probe:
            probe.connect(ROUTE_PROBES[version])
            return ip_address(probe.getsockname()[0])
    except OSError:  # no network, or none of this IP version
        return None


def hostnames() -> list[str]:
    """This machine's name, and its ``.local`` name for networks without a name server."""
    name = socket.gethostname().split(".")[0].lower()
    return [name, f"{name}.local"] if name else []


def urls(scheme: str, host: str, port: int) -> list[str]:
    """The URLs to type or scan for a service that listens on ``host``, the likeliest first."""
    if host not in WILDCARDS:
        return [url(scheme, host, port)]
    reached = [each for each in own_addresses() if each.version == 4 or host == "::"]
    return [url(scheme, str(each), port) for each in reached] or [url(scheme, "localhost", port)]


def url(scheme: str, host: str, port: int) -> str:
    """A URL to type: without the port where it is the scheme's default."""
    shown = f"[{host}]" if ":" in host else host
    usual = {"http": 80, "https": 443}[scheme]
    return f"{scheme}://{shown}" if port == usual else f"{scheme}://{shown}:{port}"


def is_free(host: str, port: int) -> bool:
    """Whether nothing listens on the port yet.  Raises OSError where that cannot be tried, such as for an address that
    is not ours.

    The web server shares its port between its processes, and would also share it with a second start of itself.
    """
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    with socket.socket(family, socket.SOCK_STREAM) as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((host, port))
            probe.listen(1)
        except OSError as error:
            if error.errno in PORT_IN_USE:
                return False
            raise
    return True


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
