"""Where a request comes from: this machine itself, or whose network elsewhere."""

from __future__ import annotations

from ipaddress import IPv4Address, IPv6Address, ip_address

from flask import request

PREFIX = 64
"""Bits of an IPv6 address that count: whoever has one address has all that begin alike."""


def parsed(address: str | None) -> IPv4Address | IPv6Address | None:
    """An address; one of IPv4 also where it is written as one of IPv6.  None for what is no address."""
    try:
        found = ip_address((address or "").partition("%")[0])
    except ValueError:
        return None
    return getattr(found, "ipv4_mapped", None) or found


def network_of(address: str | None) -> str:
    """What is counted for an address: itself, or the part of an IPv6 address that its holder cannot change."""
    found = parsed(address)
    if isinstance(found, IPv6Address):
        return f"{int(found) >> 128 - PREFIX:x}/{PREFIX}"
    return "" if found is None else str(found)


def is_local() -> bool:
    """Whether a request comes from this machine itself, and by no proxy."""
    if any(name in request.headers for name in ("X-Forwarded-For", "Forwarded", "Via")):
        return False
    found = parsed(request.remote_addr)
    return found is not None and found.is_loopback
