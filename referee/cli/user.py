"""``referee user``: accounts, from the machine that the service runs on."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing, contextmanager

import click
from marshmallow import ValidationError
from sqlalchemy.exc import IntegrityError
from sqlmodel import Session, col, select

from referee.accounts import passwords
from referee.accounts.credentials import revoke
from referee.accounts.people import keep_an_administrator, of_login, shut_out
from referee.accounts.schemas import AccountIn, PasswordIn
from referee.cli.output import visible
from referee.cli.service import NotReady, reports_errors
from referee.core import audit
from referee.core.database.database import Database
from referee.core.database.migrate import upgrade
from referee.core.http.field_faults import of_messages, sentences
from referee.core.problems import Problem
from referee.core.settings import from_environment
from referee.models import Account, Credential
from rulesets.languages import FALLBACK, FIRST, LANGUAGES

PROMPT = click.option("--prompt", is_flag=True, help="Ask for the password; else one is generated and shown.")


@contextmanager
def opened() -> Iterator[Database]:
    """The database of the service, brought up to date."""
    settings = from_environment()
    upgrade(settings.database_url)
    with closing(Database(settings.database_url)) as database:
        yield database


def account_of(session: Session, login: str) -> Account:
    """The account with a log-in name; ends the command where there is none."""
    found = of_login(session, login)
    if found is None:
        raise NotReady(f"there is no account with the log-in name {login}; `referee user list` shows those there are")
    return found


def new_password(prompt: bool) -> tuple[str, bool]:
    """A password, asked for or generated; whether it was generated."""
    if not prompt:
        return passwords.generated(), True
    asked: str = click.prompt("Password", hide_input=True, confirmation_prompt=True)
    return asked, False


def faults(error: ValidationError) -> str:
    """What is not right in what was given."""
    found = of_messages(error.messages)
    return "; ".join(f"{each.field}: {sentences(FALLBACK)[each.code].format(**each.facts)}" for each in found)


def show(login: str, password: str, generated: bool) -> None:
    """Say what was done; a generated password is shown this once."""
    click.echo(f"log-in name: {visible(login)}")
    if generated:
        click.echo(f"password:    {password}")


@click.group()
def user() -> None:
    """See to the accounts of the service.  A running one notices within seconds."""


@user.command()
@click.argument("login")
@click.option("--name", help="The person's name; the log-in name unless given.")
@click.option("--administrator", is_flag=True, help="May make events and accounts, and do everything everywhere.")
@click.option("--language", type=click.Choice(LANGUAGES), default=FIRST, show_default=True)
@PROMPT
@reports_errors
def add(login: str, name: str | None, administrator: bool, language: str, prompt: bool) -> None:
    """Make an account with the log-in name LOGIN."""
    password, generated = new_password(prompt)
    given = {"login": login, "name": name or login, "password": password, "administrator": administrator}
    try:
        body = AccountIn().load({**given, "language": language})
    except ValidationError as error:
        raise NotReady(faults(error)) from error
    account = Account(**{**body, "password": passwords.hashed(body["password"])})
    try:
        with opened() as database, database.write() as session:
            account.created_at = database.now()
            session.add(account)
            session.flush()
            audit.record(
                session, account.created_at, None, "account.create", f"account:{account.id}", login=body["login"]
            )
    except IntegrityError as error:
        raise NotReady(
            f"the log-in name {body['login']} is taken; `referee user password {body['login']}` sets its password"
        ) from error
    show(body["login"], password, generated)


@user.command("list")
@reports_errors
def list_() -> None:
    """List the accounts that have a log-in name."""
    with opened() as database, database.read() as session:
        for account in session.exec(
            select(Account).where(col(Account.login).is_not(None)).order_by(col(Account.login))
        ):
            marks = [
                *(["administrator"] if account.administrator else []),
                *(["disabled"] if account.disabled_at is not None else []),
            ]
            click.echo("\t".join(visible(each) for each in (account.login or "", account.name, *marks)))


@user.command()
@click.argument("login")
@PROMPT
@reports_errors
def password(login: str, prompt: bool) -> None:
    """Set another password for LOGIN.  Its sessions and programs end."""
    fresh, generated = new_password(prompt)
    try:
        kept = passwords.hashed(PasswordIn().load({"password": fresh})["password"])
    except ValidationError as error:
        raise NotReady(faults(error)) from error
    with opened() as database, database.write() as session:
        now = database.now()
        account = account_of(session, login)
        account.password = kept
        session.add(account)
        audit.record(session, now, None, "account.password", f"account:{account.id}")
        revoke(session, now, col(Credential.account_id) == account.id, col(Credential.kind) != "device")
    show(account.login or login, fresh, generated)


@user.command()
@click.argument("login")
@reports_errors
def disable(login: str) -> None:
    """Disable LOGIN: whatever it gets in by ends at once.  The last administrator stays."""
    with opened() as database, database.write() as session:
        now = database.now()
        account = account_of(session, login)
        if account.administrator:
            try:
                keep_an_administrator(session, account)
            except Problem as problem:
                raise NotReady(
                    f"{login} is the last administrator; `referee user add NAME --administrator` makes another"
                ) from problem
        account.disabled_at = account.disabled_at or now
        session.add(account)
        shut_out(session, now, account.id)
        audit.record(session, now, None, "account.change", f"account:{account.id}", disabled=True)
    click.echo(f"disabled: {visible(account.login or login)}")
