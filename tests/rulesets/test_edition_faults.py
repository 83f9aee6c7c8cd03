"""All faults of an edition's file are named at once, each of them once and with what would be right."""

from collections.abc import Callable, Iterator, Mapping
from typing import Any

import pytest

from rulesets import editions
from rulesets.editions import EditionError
from rulesets.languages import LANGUAGES
from tests.rulesets.edition_data import Data, card, raw, space


def faults_of(data: Mapping[str, object]) -> tuple[str, ...]:
    with pytest.raises(EditionError) as caught:
        editions.parse(data, "broken")
    faults = caught.value.faults
    assert all(len({each.said(language) for language in LANGUAGES}) == len(LANGUAGES) for each in faults)
    return tuple(map(str, faults))


def drop(table: Data, field: str) -> None:
    del table[field]


class TestFaults:
    @pytest.mark.parametrize(
        ("change", "where", "what"),
        [
            # fields
            (lambda d: drop(d, "houses"), "edition", "houses is missing; a positive whole number is needed"),
            (lambda d: d.update(houses="32"), "edition", 'houses is "32"; a positive whole number is needed'),
            (lambda d: d.update(hotels=True), "edition", "hotels is True"),
            (lambda d: d.update(salary=0), "edition", "salary is 0"),
            (lambda d: d.update(jail_fee=50.0), "edition", "jail_fee is 50.0"),
            (lambda d: d.update(currency=" "), "edition", 'currency is " "; a text is needed'),
            (lambda d: d.update(hotles=12), "edition", "hotles is not a known field; hotels is the nearest"),
            (
                lambda d: d.update(names="Atlantic City"),
                "edition",
                'names is "Atlantic City"; a text in at least',
            ),
            (lambda d: d["names"].clear(), "edition", "names is still blank; a text in at least one of"),
            (lambda d: d["names"].update(en=" "), "names", 'en is " "; a text is needed'),
            (lambda d: d["names"].update(fr="Ville"), "names", "fr is not a known field"),
            # notes
            (lambda d: d["denominations"].update({"500": 1}), "denominations", "the notes make 1000; they must make"),
            (lambda d: d["denominations"].update({"x": 1}), "denominations", "x is no value of a note"),
            (lambda d: d["denominations"].update({"1": -5}), "denominations", "1 is -5"),
            (lambda d: d["denominations"].clear(), "denominations", "the notes make 0"),
            # spaces
            (lambda d: d.update(spaces=[]), "edition", "spaces is []; a list of tables is needed"),
            (lambda d: d["spaces"].insert(40, 7), "spaces[40]", "7 is not a table"),
            (
                lambda d: space(d, "boardwalk").update(key="Board Walk"),
                "spaces[39]",
                'key is "Board Walk"; a key of small letters',
            ),
            (lambda d: space(d, "boardwalk").update(kind="steet"), "spaces[39] (boardwalk)", "street is the nearest"),
            (lambda d: space(d, "go").update(price=1), "spaces[0] (go)", "price is not a known field"),
            (lambda d: space(d, "jail")["names"].clear(), "spaces[10] (jail)", "names is still blank"),
            (lambda d: space(d, "jail").update(names={"zh": "?"}), "spaces[10] (jail)", "names is still blank"),
            (lambda d: space(d, "boardwalk").update(price="?"), "spaces[39] (boardwalk)", "price is still blank"),
            (lambda d: space(d, "luxury_tax").update(tax=-75), "spaces[38] (luxury_tax)", "tax is -75"),
            (lambda d: space(d, "income_tax").update(tax_percent=101), "spaces[4] (income_tax)", "from 1 to 100"),
            (
                lambda d: space(d, "vermont_avenue").update(key="boardwalk"),
                "edition",
                "2 spaces have the key boardwalk",
            ),
            (lambda d: d["spaces"].remove(space(d, "jail")), "edition", "no spaces are of kind jail; exactly one"),
            (lambda d: space(d, "free_parking").update(kind="jail"), "edition", "spaces of kind jail: 2"),
            (
                lambda d: space(d, "jail").update(key="gaol"),
                "edition",
                "the jail space has the key gaol; records call it",
            ),
            (lambda d: d["spaces"].pop(0), "edition", "no spaces are of kind go"),
            (lambda d: d["spaces"].append(d["spaces"].pop(0)), "edition", "the go space is spaces[39]"),
            # deeds
            (lambda d: space(d, "boardwalk").update(price=-400), "spaces[39] (boardwalk)", "price is -400"),
            (
                lambda d: space(d, "boardwalk").update(mortgage=401),
                "spaces[39] (boardwalk)",
                "401 is above the price 400",
            ),
            (
                lambda d: drop(space(d, "boardwalk"), "building_cost"),
                "spaces[39] (boardwalk)",
                "building_cost is missing",
            ),
            (lambda d: space(d, "boardwalk").update(rents=[]), "spaces[39] (boardwalk)", "rents is []"),
            (
                lambda d: space(d, "boardwalk")["rents"].pop(),
                "spaces[39] (boardwalk)",
                "rents has 5 figures; 6 are needed",
            ),
            (lambda d: space(d, "short_line")["rents"].pop(), "spaces[35] (short_line)", "3 figures; 4 are needed"),
            (lambda d: space(d, "water_works")["rents"].append(12), "spaces[28]", "3 figures; 2 are needed"),
            (lambda d: space(d, "boardwalk")["rents"].reverse(), "spaces[39] (boardwalk)", "do not rise"),
            (lambda d: space(d, "boardwalk").update(rents=[50, 200, 0, 1, 2, 3]), "spaces[39]", "rents is [50, 200, 0"),
            (
                lambda d: space(d, "boardwalk").update(building_cost=100),
                "edition",
                "building costs differ in the group",
            ),
            (lambda d: space(d, "boardwalk").update(group="railroad"), "spaces[39]", "a street belongs to a colour"),
            # groups
            (lambda d: space(d, "boardwalk").update(group="navy"), "groups", "navy is missing"),
            (lambda d: d["groups"].update(navy=d["groups"]["red"]), "groups", "no space is of the group navy"),
            (lambda d: d["groups"]["red"].clear(), "groups", "red is still blank"),
            # decks and cards
            (lambda d: drop(d, "decks"), "edition", "decks is missing"),
            (
                lambda d: drop(d["decks"], "chance"),
                "decks",
                "chance is missing; chance_1, chance_2, chance_3 draw from it",
            ),
            (lambda d: d["decks"].update(luck=d["decks"]["chance"]), "decks luck", "there is no such deck"),
            (lambda d: d["decks"]["chance"].update(cards=[]), "decks chance", "cards is []"),
            (lambda d: d["decks"]["chance"]["names"].clear(), "decks chance", "names is still blank"),
            (
                lambda d: card(d, "chance", "go_back_3").update(key="release"),
                "decks chance",
                "2 cards have the key release",
            ),
            (
                lambda d: card(d, "chance", "go_back_3").update(effect={"kind": "keep"}),
                "decks chance",
                "go_back_3 and release are release cards; a deck has one at most",
            ),
            (
                lambda d: card(d, "chance", "advance_to_boardwalk")["effect"].update(space="boradwalk"),
                "decks chance cards[4] (advance_to_boardwalk) effect",
                'space is "boradwalk"; boardwalk is the nearest',
            ),
            (
                lambda d: card(d, "chance", "go_back_3")["effect"].update(kind="move_bakc"),
                "decks chance cards[8] (go_back_3) effect",
                'kind is "move_bakc"; move_back is the nearest',
            ),
            (
                lambda d: card(d, "chance", "go_back_3")["effect"].update(space="go"),
                "decks chance cards[8] (go_back_3) effect",
                "space is not a known field",
            ),
            (
                lambda d: card(d, "chance", "nearest_utility")["effect"].update(near="jail"),
                "decks chance cards[7] (nearest_utility) effect",
                'near is "jail"; one of railroad, utility is needed',
            ),
            (
                lambda d: drop(card(d, "chance", "general_repairs")["effect"], "hotel"),
                "decks chance cards[11] (general_repairs) effect",
                "hotel is missing",
            ),
            (
                lambda d: card(d, "chance", "go_back_3").update(
                    effect={"kind": "pay_or_draw", "amount": 10, "alternative": "luck"}
                ),
                "decks chance cards[8] (go_back_3) effect",
                'alternative is "luck"; one of chance, community_chest is needed',
            ),
            (
                lambda d: card(d, "chance", "release")["labels"].clear(),
                "decks chance cards[10] (release)",
                "labels is still blank",
            ),
        ],
    )
    def test_a_fault_says_where_what_is_wrong_and_what_would_be_right(
        self, change: Callable[[Data], object], where: str, what: str
    ) -> None:
        data = raw("atlantic-city")
        change(data)
        faults = faults_of(data)
        assert any(fault.startswith(where) and what in fault and "; " in fault for fault in faults), faults

    def test_one_fault_is_named_once(self) -> None:
        data = raw("atlantic-city")
        space(data, "boardwalk")["price"] = -400
        assert faults_of(data) == ("spaces[39] (boardwalk): price is -400; a positive whole number is needed",)

    def test_a_missing_board_is_one_fault_not_one_for_each_card(self) -> None:
        data = raw("atlantic-city")
        del data["spaces"]
        assert faults_of(data) == ("edition: spaces is missing; a list of tables is needed",)

    def test_a_card_to_the_nearest_utility_needs_one_on_the_board(self) -> None:
        data = raw("atlantic-city")
        data["spaces"] = [each for each in data["spaces"] if each["kind"] != "utility"]
        del data["groups"]["utility"]
        (fault,) = faults_of(data)
        assert fault.startswith("decks chance cards[7] (nearest_utility) effect: near is utility")

    def test_all_faults_of_a_broken_file_are_named_at_once_in_its_order(self) -> None:
        data = raw("atlantic-city")
        data["names"].clear()
        data["houses"] = -1
        data["extra"] = 1
        space(data, "mediterranean_avenue")["price"] = "60"
        space(data, "baltic_avenue")["rents"] = [4, 4, 60, 180, 320]
        space(data, "oriental_avenue")["building_cost"] = 60
        data["spaces"].remove(space(data, "jail"))
        card(data, "chance", "advance_to_reading")["effect"]["space"] = "kings_cross"
        card(data, "community_chest", "doctor_50")["effect"] = {"kind": "keep"}
        expected = [
            "edition: names is still blank",
            "edition: houses is -1",
            'spaces[1] (mediterranean_avenue): price is "60"',
            "spaces[3] (baltic_avenue): rents has 5 figures",
            "spaces[3] (baltic_avenue): rents 4, 4, 60, 180, 320 do not rise",
            "edition: no spaces are of kind jail",
            "edition: building costs differ in the group light_blue: "
            "60: oriental_avenue; 50: vermont_avenue, connecticut_avenue",
            'decks chance cards[3] (advance_to_reading) effect: space is "kings_cross"',
            "decks community_chest: release and doctor_50 are release cards",
            "edition: extra is not a known field",
        ]
        faults = faults_of(data)
        assert len(faults) == len(expected), faults
        for fault, start in zip(faults, expected, strict=True):
            assert fault.startswith(start)

    def test_the_error_names_the_edition_and_shows_its_faults(self) -> None:
        with pytest.raises(EditionError, match=r"edition hall-board:(.|\n)*spaces is missing") as caught:
            editions.parse({}, "hall-board")
        assert caught.value.name == "hall-board"

    @pytest.mark.slow
    def test_nonsense_is_refused_and_never_crashes(self) -> None:
        junk: tuple[Any, ...] = (None, True, -1, 1.5, "", "x", [], [None], {}, {"x": None}, [[]], [{}])
        original = raw("london")

        def paths(value: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
            if path:
                yield path
            entries = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
            for key, each in entries:
                if not isinstance(key, int) or key < 2 or (path[0] == "spaces" and key < 6):
                    yield from paths(each, (*path, key))

        for number, (*above, last) in enumerate(list(paths(original))):  # each meets a third, its neighbours the others
            table: Any = original
            for step in above:
                table = table[step]
            right = table[last]
            for each in junk[number % 3 :: 3]:
                if last in ("en", "ja", "zh", "currency", "key") and each == "x":
                    continue  # as good as any other
                table[last] = each
                assert faults_of(original), (above, last, each)
            table[last] = right

    def test_names_in_one_language_are_enough(self) -> None:
        data = raw("atlantic-city")
        data["names"] = {"zh": "俱乐部版", "en": "?"}
        edition = editions.parse(data, "club")
        assert set(edition.names.values()) == {"俱乐部版"}

    def test_boards_of_another_size_are_welcome(self) -> None:
        data = raw("atlantic-city")
        data["spaces"] = [each for each in data["spaces"] if each.get("group") not in ("green", "dark_blue")]
        del data["groups"]["green"], data["groups"]["dark_blue"]
        data["decks"]["chance"]["cards"].remove(card(data, "chance", "advance_to_boardwalk"))
        edition = editions.parse(data, "short")
        assert (len(edition.spaces), len(edition.deeds), len(edition.decks["chance"])) == (35, 23, 15)
