"""TLS certificates for the hall: a certificate authority (CA) of this machine's own, and the service's certificate.

A browser trusts the service once the CA's certificate is installed on the tablet.  All files are in ``tls`` in the data
directory; anybody who has ``ca.key`` can impersonate any site to those tablets, so only its owner can read it.
"""

from __future__ import annotations

import os
import secrets
from collections.abc import Iterable
from datetime import UTC, datetime, timedelta
from ipaddress import ip_address
from pathlib import Path
from typing import NamedTuple

from cryptography import x509
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import (
    Encoding,
    NoEncryption,
    PrivateFormat,
    load_pem_private_key,
)
from cryptography.x509.oid import ExtendedKeyUsageOID, NameOID

from referee.core.own_address import hostnames, own_addresses

AUTHORITY_DAYS = 3650
CERTIFICATE_DAYS = 800
"""Apple's devices reject certificates that are valid for more than 825 days."""
RENEWAL_DAYS = 30
"""The service renews its certificate at start-up when it expires within this many days."""
BACKDATING = timedelta(days=1)
"""How far certificates are backdated, because a tablet's clock may be slow."""


class Folder(NamedTuple):
    """The paths of the certificates and keys."""

    path: Path

    @property
    def authority(self) -> Path:
        """The CA's certificate (PEM)."""
        return self.path / "ca.pem"

    @property
    def authority_key(self) -> Path:
        """The CA's private key (PEM)."""
        return self.path / "ca.key"

    @property
    def certificate(self) -> Path:
        """The service's certificate followed by the CA's (PEM)."""
        return self.path / "server.pem"

    @property
    def key(self) -> Path:
        """The service's private key (PEM)."""
        return self.path / "server.key"


def folder(data: Path) -> Folder:
    return Folder(data / "tls")


def authority(files: Folder) -> x509.Certificate | None:
    """The CA's certificate, or None before `init`."""
    try:
        return x509.load_pem_x509_certificate(files.authority.read_bytes())
    except FileNotFoundError:
        return None


def fingerprint(certificate: x509.Certificate) -> str:
    """The SHA-256 fingerprint, in the form that tablets show."""
    return certificate.fingerprint(hashes.SHA256()).hex(":").upper()


def names(certificate: x509.Certificate) -> list[str]:
    """The host names and IP addresses that a certificate is valid for."""
    found = certificate.extensions.get_extension_for_class(x509.SubjectAlternativeName).value
    return [*found.get_values_for_type(x509.DNSName), *map(str, found.get_values_for_type(x509.IPAddress))]


def init(files: Folder, more: Iterable[str] = ()) -> x509.Certificate:
    """Create a new certificate for the service, and the CA first if there is none; return the service's certificate.

    It is valid for this machine's present names and addresses, those of the previous certificate, and ``more``.
    Raises OSError, and ValueError for an invalid name.
    """
    files.path.mkdir(mode=0o700, parents=True, exist_ok=True)
    issuer = authority(files)
    if issuer is None:
        issuer = _make_authority(files)
    key = load_pem_private_key(files.authority_key.read_bytes(), None)
    assert isinstance(key, ec.EllipticCurvePrivateKey)
    previous = current_certificate(files)
    wanted = [*more, *own_names(), *(names(previous) if previous else ())]
    private_key = ec.generate_private_key(ec.SECP256R1())
    now = datetime.now(UTC)
    certificate = (
        _builder(issuer.subject, private_key.public_key(), now, CERTIFICATE_DAYS)
        .subject_name(x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "Referee")]))
        .add_extension(x509.BasicConstraints(ca=False, path_length=None), critical=True)
        .add_extension(x509.SubjectAlternativeName([_name(each) for each in dict.fromkeys(wanted)]), critical=False)
        .add_extension(x509.ExtendedKeyUsage([ExtendedKeyUsageOID.SERVER_AUTH]), critical=False)
        .add_extension(_usage(signs=False), critical=True)
        .add_extension(x509.AuthorityKeyIdentifier.from_issuer_public_key(key.public_key()), critical=False)
        .sign(key, hashes.SHA256())
    )
    _write_key(files.key, private_key)
    chain = certificate.public_bytes(Encoding.PEM) + issuer.public_bytes(Encoding.PEM)
    _write(files.certificate, chain, 0o644)
    return certificate


def current_certificate(files: Folder) -> x509.Certificate | None:
    """The service's certificate, or None before `init`."""
    try:
        return x509.load_pem_x509_certificate(files.certificate.read_bytes())
    except FileNotFoundError:
        return None


def renew_if_needed(files: Folder) -> x509.Certificate | None:
    """The service's certificate, replaced by a new one if it expires soon or this machine's addresses have changed;
    None before `init`.  Raises OSError."""
    current = current_certificate(files)
    if current is None:
        return None
    ends = current.not_valid_after_utc - datetime.now(UTC)
    if ends > timedelta(days=RENEWAL_DAYS) and set(own_names()) <= set(names(current)):
        return current
    return init(files)


def own_names() -> list[str]:
    """The host names and IP addresses that this machine has now."""
    return ["localhost", "127.0.0.1", "::1", *hostnames(), *map(str, own_addresses())]


def _make_authority(files: Folder) -> x509.Certificate:
    key = ec.generate_private_key(ec.SECP256R1())
    host = next(iter(hostnames()), "here")
    name = x509.Name(
        [
            x509.NameAttribute(NameOID.ORGANIZATION_NAME, "Referee"),
            x509.NameAttribute(NameOID.COMMON_NAME, f"Referee CA {host[:40]} {secrets.token_hex(2)}"),
        ]
    )
    certificate = (
        _builder(name, key.public_key(), datetime.now(UTC), AUTHORITY_DAYS)
        .subject_name(name)
        .add_extension(x509.BasicConstraints(ca=True, path_length=0), critical=True)
        .add_extension(_usage(signs=True), critical=True)
        .sign(key, hashes.SHA256())
    )
    _write_key(files.authority_key, key)
    _write(files.authority, certificate.public_bytes(Encoding.PEM), 0o644)
    return certificate


def _builder(issuer: x509.Name, key: ec.EllipticCurvePublicKey, now: datetime, days: int) -> x509.CertificateBuilder:
    return (
        x509.CertificateBuilder()
        .issuer_name(issuer)
        .public_key(key)
        .serial_number(x509.random_serial_number())
        .not_valid_before(now - BACKDATING)
        .not_valid_after(now - BACKDATING + timedelta(days=days))
        .add_extension(x509.SubjectKeyIdentifier.from_public_key(key), critical=False)
    )


def _usage(*, signs: bool) -> x509.KeyUsage:
    return x509.KeyUsage(
        digital_signature=not signs,
        key_cert_sign=signs,
        crl_sign=signs,
        content_commitment=False,
        key_encipherment=False,
        data_encipherment=False,
        key_agreement=False,
        encipher_only=False,
        decipher_only=False,
    )


def _name(text: str) -> x509.GeneralName:
    try:
        return x509.IPAddress(ip_address(text))
    except ValueError:
        return x509.DNSName(text.encode("idna").decode("ascii"))


def _write_key(path: Path, key: ec.EllipticCurvePrivateKey) -> None:
    _write(path, key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption()), 0o600)


def _write(path: Path, content: bytes, mode: int) -> None:
    part = path.with_name(f"{path.name}-{secrets.token_hex(4)}")
    descriptor = os.open(part, os.O_WRONLY | os.O_CREAT | os.O_EXCL, mode)
    with os.fdopen(descriptor, "wb") as file:
        file.write(content)
    os.replace(part, path)
