"""The addresses at which this machine can be reached in the hall's network."""

from __future__ import annotations

import errno
import socket
import sys
from ipaddress import IPv4Address, IPv6Address, ip_address

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
