"""Which addresses a webhook may lead to: ordinary ones of the public internet, and no others.

The lists are IANA's registries of special addresses.  They are written out here, because Python's own differ from
version to version, and because an IPv6 address may only wrap an IPv4 one: a gateway in the hall's network would unwrap
it and send on to what was meant to be out of reach.
"""

from __future__ import annotations

from ipaddress import IPv4Address, IPv4Network, IPv6Address, IPv6Network

Address = IPv4Address | IPv6Address

OWN, MANY, RESERVED = "own", "many", "reserved"
"""Why an address is not sent to: it is this machine's or the hall's own; it is many receivers' at once; it is nobody's.
"""
NOT_GLOBAL = {
    IPv4Network(each): why
    for why, networks in (
        (
            OWN,
            (
                "0.0.0.0/8",
                "10.0.0.0/8",
                "100.64.0.0/10",
                "127.0.0.0/8",
                "169.254.0.0/16",
                "172.16.0.0/12",
                "192.168.0.0/16",
            ),
        ),
        (MANY, ("224.0.0.0/4",)),
        (
            RESERVED,
            (
                "192.0.0.0/24",
                "192.0.2.0/24",
                "192.88.99.0/24",
                "198.18.0.0/15",
                "198.51.100.0/24",
                "203.0.113.0/24",
                "240.0.0.0/4",
            ),
        ),
    )
    for each in networks
}
"""IPv4 networks that are private or shared, for many at once, reserved or for documentation."""
GLOBAL_UNICAST = IPv6Network("2000::/3")
"""The only part of IPv6 in which ordinary addresses are given out."""
NOT_GLOBAL_6 = tuple(IPv6Network(each) for each in ("2001::/23", "2001:db8::/32", "2002::/16", "3fff::/20"))
"""Parts of it that are for tunnels (Teredo, 6to4), protocols and documentation."""
ELSEWHERE = {
    IPv6Network("::1/128"): OWN,
    IPv6Network("::/128"): OWN,
    IPv6Network("fc00::/7"): OWN,
    IPv6Network("fe80::/9"): OWN,
    IPv6Network("ff00::/8"): MANY,
}
"""What the rest of IPv6 is for, as far as people use it: the machine and the network themselves, and many at once."""
WRAPPING = (IPv6Network("::ffff:0:0/96"), IPv6Network("64:ff9b::/96"))
"""IPv6 addresses whose last 32 bits are the IPv4 address that is meant: mapped ones, and those of NAT64, by which
networks with IPv6 alone reach everything else."""


def why_not(address: Address) -> str | None:
    """Why an address is not sent to; None if it is an ordinary one of the public internet, or wraps one."""
    if isinstance(address, IPv4Address):
        return next((why for network, why in NOT_GLOBAL.items() if address in network), None)
    if any(address in each for each in WRAPPING):
        return why_not(IPv4Address(int(address) & 0xFFFFFFFF))
    if address in GLOBAL_UNICAST:
        return RESERVED if any(address in each for each in NOT_GLOBAL_6) else None
    return next((why for network, why in ELSEWHERE.items() if address in network), RESERVED)
