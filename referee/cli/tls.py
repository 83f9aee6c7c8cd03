"""``referee tls``: make and show certificates for https in the hall."""

from __future__ import annotations

import click
from cryptography.x509 import Certificate

from referee.core.own_address import urls
from referee.records.output import fail
from referee.server import certificates, start
from referee.server.greeting import qr
from referee.server.redirect import AUTHORITY
from referee.server.text import word

port = click.option(
    "--http-port",
    default=8000,
    show_default=True,
    type=click.IntRange(1, 65535),
    help="Port from which tablets download the authority's certificate.",
)


@click.group()
def tls() -> None:
    """Create and show certificates for https in the hall."""


@tls.command()
@click.option(
    "--host",
    "hosts",
    multiple=True,
    metavar="NAME|IP",
    help="An additional name or address of this machine; may be repeated.",
)
@port
def init(hosts: tuple[str, ...], http_port: int) -> None:
    """Create a certificate for this machine's names and addresses.

    The authority that signs it stays the same.
    """
    try:
        folder = certificates.folder(start.read_settings().data)
        certificate = certificates.init(folder, hosts)
    except (start.StartFault, OSError, ValueError) as error:
        fail(error)
    authority = certificates.authority(folder)
    assert authority is not None
    until = certificate.not_valid_after_utc.date().isoformat()
    click.echo(word("tls_made", names=", ".join(certificates.names(certificate)), until=until))
    click.echo(f"  {folder.certificate}")
    print_authority(authority, http_port)


@tls.command()
@port
def show(http_port: int) -> None:
    """Show where tablets can download the authority's certificate, and its fingerprint."""
    try:
        folder = certificates.folder(start.read_settings().data)
        authority = certificates.authority(folder)
        if authority is None:
            raise start.StartFault(word("no_certificate", folder=folder.path))
    except start.StartFault as fault:
        fail(fault)
    print_authority(authority, http_port)


def print_authority(authority: Certificate, http_port: int) -> None:
    """Print the address of the authority's certificate, as text and QR code, and its fingerprint."""
    address = urls("http", "0.0.0.0", http_port)[0] + AUTHORITY
    click.echo(word("tls_next", url=address))
    click.echo(f"  {certificates.fingerprint(authority)}")
    click.echo(qr(address))
