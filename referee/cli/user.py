"""``referee user``: manage accounts, on the machine that the service runs on."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, TypeVar

import click
from marshmallow import ValidationError
from sqlmodel import col, select

from referee.accounts.commands.accounts import (
    AccountMade,
    ChangeAccount,
    CreateAccount,
    SetPassword,
    change_account,
    create_account,
    set_password,
)
from referee.accounts.commands.second_factor import reset_factor
from referee.accounts.people import account_by_login
from referee.cli.service import NotReady, operator, reports_errors
from referee.core.command import Caller
from referee.core.database.migrate import upgrade
from referee.core.http.declared import body_schema
from referee.core.http.field_faults import faults_in, sentence
from referee.core.problems import Problem
from referee.core.settings import from_environment
from referee.models import Account
from referee.records.output import visible
from rulesets.languages import FALLBACK, FIRST, LANGUAGES

Asked = TypeVar("Asked")

PROMPT = click.option("--prompt", is_flag=True, help="Ask for the password; otherwise one is generated and shown.")


@contextmanager
def as_operator() -> Iterator[Caller]:
    """Migrate the database of the service, and provide the operator as its caller."""
    settings = from_environment()
    upgrade(settings.database_url)
    with operator(settings) as caller:
        yield caller


def account_id(caller: Caller, login: str) -> str:
    """Return the id of the account with a log-in name.  Raises `NotReady` if there is none."""
    with caller.service.database.read() as session:
        found = account_by_login(session, login)
    if found is None:
        raise NotReady(f"there is no account with the log-in name {login}; `referee user list` shows those there are")
    return found.id


def typed_password(prompt: bool) -> dict[str, str]:
    """Ask for a password and return it as a field; no field if one is to be generated."""
    return {"password": click.prompt("Password", hide_input=True, confirmation_prompt=True)} if prompt else {}


def checked_values(asked: type[Asked], given: dict[str, Any]) -> Asked:
    """Return what is asked for, checked as by the API.  Raises `NotReady` with everything that is wrong with them."""
    try:
        loaded: Asked = body_schema(asked)().load(given)
    except ValidationError as error:
        found = faults_in(error.messages)
        wrong = (f"{each.field}: {sentence(each, FALLBACK)}" for each in found)
        raise NotReady("; ".join(wrong)) from error
    return loaded


def show(created: AccountMade) -> None:
    """Print the log-in name and, this once, a generated password."""
    click.echo(f"log-in name: {visible(created.login or '')}")
    if created.password:
        click.echo(f"password:    {created.password}")


@click.group()
def user() -> None:
    """Manage the accounts of the service.  A running service notices changes within seconds."""


@user.command()
@click.argument("login")
@click.option("--name", help="The person's name. [default: the log-in name]")
@click.option("--administrator", is_flag=True, help="Allow creating events and accounts, and everything else.")
@click.option("--language", type=click.Choice(LANGUAGES), default=FIRST, show_default=True)
@PROMPT
@reports_errors
def add(login: str, name: str | None, administrator: bool, language: str, prompt: bool) -> None:
    """Create an account with the log-in name LOGIN."""
    given = {"login": login, "name": name or login, "administrator": administrator, "language": language}
    command = checked_values(CreateAccount, given | typed_password(prompt))
    try:
        with as_operator() as caller:
            created = create_account(caller, command)
    except Problem as problem:
        if problem.code != "conflict":
            raise NotReady(problem.to_json(FALLBACK)["detail"]) from problem
        raise NotReady(
            f"the log-in name {command.login} is taken; `referee user password {command.login}` sets its password"
        ) from problem
    show(created)


@user.command("list")
@reports_errors
def list_() -> None:
    """List the accounts that have a log-in name."""
    query = select(Account).where(col(Account.login).is_not(None)).order_by(col(Account.login))
    with as_operator() as caller, caller.service.database.read() as session:
        for account in session.exec(query):
            marks = [
                *(["administrator"] if account.administrator else []),
                *(["disabled"] if account.disabled_at is not None else []),
                *(["second factor"] if account.factor_since is not None else []),
            ]
            click.echo("\t".join(visible(each) for each in (account.login or "", account.name, *marks)))


@user.command()
@click.argument("login")
@PROMPT
@reports_errors
def password(login: str, prompt: bool) -> None:
    """Set a new password for LOGIN.  Its sessions and programs end."""
    fresh = checked_values(SetPassword, typed_password(prompt))
    try:
        with as_operator() as caller:
            show(set_password(caller, account_id(caller, login), fresh))
    except Problem as problem:
        raise NotReady(problem.to_json(FALLBACK)["detail"]) from problem


@user.command("reset-factor")
@click.argument("login")
@reports_errors
def reset_second_factor(login: str) -> None:
    """Take the second factor from LOGIN, who has lost it.  Its sessions and programs end."""
    try:
        with as_operator() as caller:
            account = reset_factor(caller, account_id(caller, login))
    except Problem as problem:
        raise NotReady(problem.to_json(FALLBACK)["detail"]) from problem
    click.echo(f"reset: {visible(account.login or login)}")


@user.command()
@click.argument("login")
@reports_errors
def disable(login: str) -> None:
    """Disable LOGIN and end its access at once.  The last administrator cannot be disabled."""
    try:
        with as_operator() as caller:
            account = change_account(caller, account_id(caller, login), ChangeAccount(disabled=True))
    except Problem as problem:
        raise NotReady(
            f"{login} is the last administrator; `referee user add NAME --administrator` makes another"
        ) from problem
    click.echo(f"disabled: {visible(account.login or login)}")
