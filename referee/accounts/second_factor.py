"""The second factor: codes of an app that change every 30 seconds (TOTP, RFC 6238), and printed ones if it is lost.

The secret of an app is derived from the service's own, like table codes and the keys of webhooks: it is in no database
and no backup.  A service that is restored elsewhere with another secret therefore takes the printed codes only, of
which hashes are stored; each can be used once.
"""

from __future__ import annotations

import hashlib
import hmac
from base64 import b32encode
from unicodedata import normalize

import pyotp

from referee.accounts.passwords import random_password
from referee.models import Account

PERIOD = 30
TOLERANCE = 1
"""How many periods the clocks of the app and of this machine may differ."""
PRINTED = 10
"""How many codes are printed."""
ISSUER = "Monopoly Referee"


def app_secret(key: bytes, account: Account) -> str:
    """The secret of an account's app, 32 characters of Base32.  ``key``: the service's secret."""
    sealed = f"second factor:{account.id}:{account.factor_turn}".encode()
    return b32encode(hmac.digest(key, sealed, hashlib.sha256)[:20]).decode()


def app_address(key: bytes, account: Account) -> str:
    """What the QR code for the app says."""
    return pyotp.TOTP(app_secret(key, account)).provisioning_uri(name=account.login or account.name, issuer_name=ISSUER)


def use_code(key: bytes, account: Account, typed: str, now: float) -> bool:
    """Whether a code is right and has not been used; if so, it is used up.  The account must be locked.

    ``now``: seconds since 1970 by this machine's clock as people set it, for the app's clock is right too.
    """
    plain = "".join(normalize("NFKC", typed).split()).replace("-", "").lower()
    return _use_of_app(key, account, plain, int(now) // PERIOD) or _use_printed(account, plain)


def _use_of_app(key: bytes, account: Account, plain: str, step: int) -> bool:
    last = account.factor_step
    if last is not None and last > step + TOLERANCE:  # the clock has been set back since
        last = None
    app = pyotp.TOTP(app_secret(key, account))
    for each in range(step - TOLERANCE, step + TOLERANCE + 1):
        if hmac.compare_digest(app.generate_otp(each).encode(), plain.encode()) and (last is None or each > last):
            account.factor_step = each
            return True
    return False


def _use_printed(account: Account, plain: str) -> bool:
    left = account.factor_codes.split()
    if (used := _hash(plain)) not in left:
        return False
    account.factor_codes = " ".join(each for each in left if each != used)
    return True


def print_codes(account: Account) -> list[str]:
    """Give an account new printed codes, to be shown once; the old ones stop working."""
    codes = [random_password() for _ in range(PRINTED)]
    account.factor_codes = " ".join(_hash(each.replace("-", "")) for each in codes)
    return codes


def clear(account: Account) -> None:
    """Take the second factor from an account."""
    account.factor_since = account.factor_step = None
    account.factor_codes = ""
    account.factor_turn += 1


def _hash(plain: str) -> str:
    return hashlib.sha256(plain.encode()).hexdigest()
