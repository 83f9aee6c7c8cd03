"""The QR code that an app for second factors reads."""

from __future__ import annotations

from markupsafe import Markup

from referee.accounts.commands.second_factor import App


def qr_code(app: App) -> Markup:
    """The QR code for an app, as part of the page: an address of its own would show the secret to whoever has it."""
    import segno

    return Markup(segno.make(app.address, micro=False, error="m").svg_inline(scale=5, dark="#000", light="#fff"))
