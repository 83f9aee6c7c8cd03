"""Logo and sponsors of an event: uploaded by the organizer, checked before they are decoded, shown on public pages."""

from __future__ import annotations

import re
from io import BytesIO

import pytest
from PIL import Image

from referee.backup.restore import restore
from referee.backup.write import make
from referee.core.database.database import Database
from referee.events.pictures import MAX_SPONSORS, picture_files
from tests.referee.accounts.test_people_pages import Browser
from tests.referee.support.world import World


def picture(colour: str = "red", kind: str = "PNG", size: tuple[int, int] = (60, 30)) -> bytes:
    """A picture as a file."""
    file = BytesIO()
    Image.new("RGB", size, colour).save(file, kind)
    return file.getvalue()


class Desk(Browser):
    """The organizer at the page that describes the event."""

    def __init__(self, world: World) -> None:
        super().__init__(world, world.tokens["organizer"])
        self.here = f"/events/{world.event}/about"
        world.ask("PUT", f"/events/{world.event}/public", json={"open": True, "address": None, "parts": ["clock"]})

    def bring(self, status: int = 303, kind: str = "sponsor", content: bytes | None = None, **form: str) -> str:
        file = (BytesIO(picture() if content is None else content), "x.png")
        path = self.here.replace("/about", "/pictures")
        fields = {"kind": kind, "name": "名", "file": file, **form}
        return self.send(path, self.read(self.here), status, **fields)  # type: ignore[arg-type]

    def shown(self) -> list[str]:
        """The addresses of the pictures on the page."""
        return re.findall(r'<img src="(/events/\w+/pictures/\w+)"', self.read(self.here))


@pytest.fixture
def desk(world: World) -> Desk:
    return Desk(world)


def test_logo_and_sponsors_stand_on_public_pages_and_the_projector(world: World, desk: Desk) -> None:
    desk.bring(kind="logo", name="古い")
    desk.bring(kind="logo", name="大会ロゴ", content=picture("blue"))
    desk.bring(name="協賛A", link="https://sponsor.example/")
    desk.bring(name="協賛B", content=picture("green", "JPEG"))
    assert len(desk.shown()) == 3
    stranger = world.app.test_client()
    page = stranger.get(f"/p/{world.event}").get_data(as_text=True)
    assert re.findall(r'alt="(大会ロゴ|古い|協賛.)"', page) == ["大会ロゴ", "協賛A", "協賛B"]
    assert 'href="https://sponsor.example/"' in page
    screen = stranger.get(f"/p/{world.event}/screen").get_data(as_text=True)
    addresses = re.findall(r'src="(/p/\w+/pictures/\w+)"', screen)
    assert len(addresses) == 3
    for address in addresses:
        answer = stranger.get(address)
        assert answer.mimetype in ("image/png", "image/jpeg")
        assert Image.open(BytesIO(answer.get_data())).size == (60, 30)
    with world.service.database.read() as session:
        assert [name for name, _ in picture_files(session, world.event, "sponsor")] == ["協賛A", "協賛B"]
    gone = desk.shown()[0]
    desk.send(f"{gone}/remove", desk.read(desk.here))
    assert len(desk.shown()) == 2
    desk.read(gone, 404)


def test_pictures_of_pages_that_are_closed_or_of_another_event_are_nobodys(world: World, desk: Desk) -> None:
    desk.bring()
    (address,) = desk.shown()
    public = address.replace("/events/", "/p/")
    stranger = world.app.test_client()
    assert stranger.get(public).status_code == 200
    world.ask("PUT", f"/events/{world.event}/public", json={"open": False, "address": None, "parts": ["clock"]})
    other = world.made("/events", name="Another")
    world.ask("PUT", f"/events/{other}/public", json={"open": True, "address": None, "parts": ["clock"]})
    assert stranger.get(address, headers={"Accept": "text/html"}).status_code == 401
    assert stranger.get(public.replace(world.event, other)).status_code == 404
    judge = Browser(world, world.tokens["judge"])
    judge.send(address + "/remove", judge.read(f"/events/{world.event}/calls"), 403)


@pytest.mark.parametrize(
    ("content", "kind", "link"),
    [
        (b"<svg xmlns='http://www.w3.org/2000/svg'/>", "logo", ""),
        (b"", "logo", ""),
        (picture("red", "GIF"), "logo", ""),
        (picture(size=(4001, 1)), "sponsor", ""),
        (picture(), "sponsor", "javascript:alert(1)"),
        (picture(), "else", ""),
    ],
    ids=["SVG", "nothing", "GIF", "very long", "script", "kind"],
)
def test_what_is_no_picture_or_leads_to_a_script_is_refused(desk: Desk, content: bytes, kind: str, link: str) -> None:
    page = desk.bring(422, kind=kind, content=content, link=link)
    assert 'role="alert"' in page
    assert desk.shown() == []


def test_sponsors_are_as_many_as_a_projector_has_room_for(desk: Desk) -> None:
    for _ in range(MAX_SPONSORS):
        desk.bring()
    assert str(MAX_SPONSORS) in desk.bring(409)


def test_pictures_go_with_backups_and_with_a_copy_of_the_event(world: World, desk: Desk, tmp_path: object) -> None:
    desk.bring(name="A")
    copy = world.made("/events", name="Next year", copy_of=world.event)
    backup = make(world.service.database, world.service.settings.backups, "hand")
    url = f"sqlite:///{tmp_path}/other.db"
    restore(backup.path, url)
    database = Database(url)
    with database.read() as session:
        files = [picture_files(session, each, "sponsor") for each in (world.event, copy)]
    database.close()
    assert [name for name, _ in files[0]] == ["A"]
    assert files[0] == files[1]
