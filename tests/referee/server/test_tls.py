"""Certificates for the hall: the machine's own certificate authority, and https for those who trust it."""

from __future__ import annotations

import http.client
import os
import ssl
import stat
import threading
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from cryptography import x509
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
from flask import Flask

from referee.server import certificates, redirect
from tests.referee.support.running import PATIENCE, Running, free_port, running

APPLE_DAYS = 825


def trusting(folder: certificates.Folder) -> ssl.SSLContext:
    """A context that trusts this authority and nobody else."""
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    context.load_verify_locations(folder.authority)
    context.verify_flags |= ssl.VERIFY_X509_STRICT
    return context


@pytest.mark.process
def test_https_is_trusted_by_those_who_trust_the_authority_and_by_nobody_else(tmp_path: Path) -> None:
    folder = certificates.folder(tmp_path / "data")
    certificates.init(folder)
    plain = free_port()
    with running(tmp_path, "--tls", "--http-port", str(plain), secure=trusting(folder)) as service:
        assert service.ask("GET", "/healthz").status == 200
        service.log_in()
        answer = service.ask("GET", "/api/v1/me")
        assert answer.status == 200
        with pytest.raises(ssl.SSLCertVerificationError):
            service.secure = ssl.create_default_context()
            service.ask("GET", "/healthz")
        # The plain port is the way in for a tablet that does not trust the authority yet.
        connection = http.client.HTTPConnection("127.0.0.1", plain, timeout=PATIENCE)
        connection.request("GET", "/ca.crt")
        response = connection.getresponse()
        assert response.headers["Content-Type"] == "application/x-x509-ca-cert"
        assert x509.load_der_x509_certificate(response.read()) == certificates.authority(folder)
        connection.close()
        connection = http.client.HTTPConnection("127.0.0.1", plain, timeout=PATIENCE)
        connection.request("GET", "/t/abc?lang=ja", headers={"Host": f"localhost:{plain}"})
        response = connection.getresponse()
        assert (response.status, response.headers["Location"]) == (
            307,
            f"https://localhost:{service.port}/t/abc?lang=ja",
        )
        connection.close()
        assert service.stop() == 0


@pytest.mark.process
def test_the_first_start_with_https_makes_the_certificate_and_shows_where_it_is_fetched(tmp_path: Path) -> None:
    plain = free_port()
    folder = certificates.folder(tmp_path / "data")
    certificates.init(certificates.folder(tmp_path / "other"))  # of another machine, so it is not used
    started = Running(tmp_path, free_port(), "--tls", "--http-port", str(plain), secure=untrusting())
    try:
        started.wait()
        assert certificates.authority(folder) is not None
        assert f":{plain}/ca.crt" in started.said
    finally:
        started.stop()


def untrusting() -> ssl.SSLContext:
    """A context that trusts everybody."""
    context = ssl.create_default_context()
    context.check_hostname = False
    context.verify_mode = ssl.CERT_NONE
    return context


def test_a_page_says_what_https_gives_and_how_it_is_had(app: Flask) -> None:
    client = app.test_client()
    plain = client.get("/https?lang=en").get_data(as_text=True)
    assert "plain http" in plain and "serve --tls" in plain and "/ca.crt" not in plain
    certificates.init(certificates.folder(app.extensions["referee"].settings.data))
    page = client.get("/https?lang=ja", base_url="https://localhost").get_data(as_text=True)
    assert "https で開かれています" in page and 'href="/ca.crt"' in page


def test_a_second_init_keeps_the_authority_and_renews_the_certificate(tmp_path: Path) -> None:
    folder = certificates.folder(tmp_path)
    first = certificates.init(folder, ["referee.example", "203.0.113.7"])
    authority = certificates.authority(folder)
    second = certificates.init(folder)
    assert certificates.authority(folder) == authority
    assert second.serial_number != first.serial_number
    assert {"referee.example", "203.0.113.7", "localhost", "127.0.0.1"} <= set(certificates.names(second))


def test_what_tablets_ask_of_a_certificate_is_kept(tmp_path: Path) -> None:
    folder = certificates.folder(tmp_path)
    certificate = certificates.init(folder)
    assert certificate.not_valid_after_utc - certificate.not_valid_before_utc <= timedelta(days=APPLE_DAYS)
    for key in (folder.authority_key, folder.key):
        assert stat.S_IMODE(os.stat(key).st_mode) == 0o600
    authority = certificates.authority(folder)
    assert authority is not None
    certificate.verify_directly_issued_by(authority)


def test_a_certificate_is_renewed_at_the_start_when_it_ends_soon_or_misses_an_address(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = certificates.folder(tmp_path)
    assert certificates.renew_if_needed(folder) is None
    certificate = certificates.init(folder)
    assert certificates.renew_if_needed(folder) == certificate
    monkeypatch.setattr(certificates, "hostnames", lambda: ["moved", "moved.local"])
    moved = certificates.renew_if_needed(folder)
    assert moved is not None
    assert "moved.local" in certificates.names(moved)
    monkeypatch.setattr(certificates, "CERTIFICATE_DAYS", certificates.RENEWAL_DAYS)
    certificates.init(folder)
    monkeypatch.undo()
    renewed = certificates.renew_if_needed(folder)
    assert renewed is not None
    assert renewed.not_valid_after_utc > datetime.now(UTC) + timedelta(days=certificates.RENEWAL_DAYS)


def test_the_service_hands_the_authoritys_certificate_out_and_never_its_key(app: Flask) -> None:
    client = app.test_client()
    assert client.get("/ca.crt").status_code == 404
    folder = certificates.folder(app.extensions["referee"].settings.data)
    certificates.init(folder)
    response = client.get("/ca.crt")
    assert response.content_type == "application/x-x509-ca-cert"
    authority = certificates.authority(folder)
    assert authority is not None
    assert response.data == authority.public_bytes(Encoding.DER)
    assert response.data.find(authority.public_key().public_bytes(Encoding.DER, PublicFormat.SubjectPublicKeyInfo)) > 0


@pytest.mark.parametrize("host", ["evil.example/", "a b", "evil.example@other", ""])
def test_the_plain_port_leads_nowhere_else(host: str) -> None:
    port = free_port()
    opened = redirect.open_server("127.0.0.1", port, redirect.Secure((), 8443, "https://192.0.2.5:8443"), b"")
    try:
        threading.Thread(target=opened.handle_request).start()
        connection = http.client.HTTPConnection("127.0.0.1", port, timeout=PATIENCE)
        connection.request("GET", "/", headers={"Host": host})
        assert connection.getresponse().status == 400
        connection.close()
    finally:
        opened.server_close()
