"""What a regulation says, in words."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import NamedTuple

import rulesets
from referee.core.language import language, word
from referee.events.boards import board_title
from referee.events.points_text import effect_text, flag_title, listed, options_told, points_told
from tournaments.penalties.rule import PenaltiesRule
from tournaments.penalties.rule import Step as PenaltyStep
from tournaments.qualification.rule import Everyone, Exactly, QualificationRule, Step, UpTo, Who
from tournaments.qualification.who import Everybody, Group, MonopolyWinners, StraightWinners, TableWinners
from tournaments.regulation.regulation import Regulation
from tournaments.regulation.round import Round
from tournaments.standings.sentence import title

STAGES: Mapping[str, Callable[[], str]] = {
    "main": lambda: "",
    "quarter": lambda: word("reg_stage_quarter"),
    "semi": lambda: word("reg_stage_semi"),
    "final": lambda: word("reg_stage_final"),
}
SEATINGS: Mapping[str, Callable[[], str]] = {
    "schedule": lambda: word("reg_seats_schedule"),
    "drawn": lambda: word("reg_seats_drawn"),
    "self_chosen": lambda: word("reg_seats_self_chosen"),
    "rotation": lambda: word("reg_seats_rotation"),
    "rotation_by_place": lambda: word("reg_seats_rotation_by_place"),
    "ranked": lambda: word("reg_seats_ranked"),
    "qualifiers": lambda: word("reg_seats_qualifiers"),
}
AIMS: Mapping[str, Callable[[], str]] = {
    "rematches": lambda: word("reg_aim_rematches"),
    "clubs": lambda: word("reg_aim_clubs"),
    "start_order": lambda: word("reg_aim_start_order"),
    "neighbours": lambda: word("reg_aim_neighbours"),
    "odd_tables": lambda: word("reg_aim_odd_tables"),
}
DECIDED: Mapping[str, Callable[[], str]] = {
    "playoff": lambda: word("reg_by_playoff"),
    "dice_race": lambda: word("reg_by_dice_race"),
    "roll_off": lambda: word("reg_by_roll_off"),
    "lots": lambda: word("reg_by_lots"),
    "vote": lambda: word("reg_by_vote"),
    "name": lambda: word("reg_by_name"),
    "all": lambda: word("reg_by_all"),
}


class RoundTold(NamedTuple):
    """A round of the plan."""

    number: int
    name: str
    minutes: str
    seating: str
    sizes: str
    notes: str


class Told(NamedTuple):
    """A regulation in words; lists are lines in their order."""

    title: str
    version: str
    name: str
    fingerprint: str
    sources: tuple[str, ...]
    game: list[str]
    rounds: list[RoundTold]
    seating: list[str]
    points: list[str]
    criteria: list[str]
    qualification: list[str]
    teams: list[str]
    results: list[str]
    penalties: list[str]


def told(regulation: Regulation) -> Told:
    """A regulation in the reader's language."""
    return Told(
        title=regulation.titles[language()],
        version=regulation.version,
        name=regulation.name,
        fingerprint=regulation.fingerprint,
        sources=regulation.sources,
        game=game_told(regulation),
        rounds=[round_told(regulation, each) for each in regulation.rounds],
        seating=seating_told(regulation),
        points=points_told(regulation.points),
        criteria=[title(each, language()) for each in regulation.standings.criteria],
        qualification=qualification_told(regulation.qualification) if regulation.qualification else [],
        teams=teams_told(regulation),
        results=results_told(regulation),
        penalties=penalties_told(regulation.penalties),
    )


def short(regulation: Regulation) -> str:
    """A regulation on one line: its rounds, their minutes, the size of its tables."""
    main = [each for each in regulation.rounds if each.stage == "main"]
    last = [STAGES[each.stage]() for each in regulation.rounds if each.stage != "main"]
    minutes = " / ".join(dict.fromkeys(minutes_told(each.minutes) for each in main))
    games = word("reg_games_of", count=len(main), minutes=minutes)
    return listed((games, *dict.fromkeys(last), word("reg_tables_of", sizes=listed(regulation.tables.sizes))))


def game_told(regulation: Regulation) -> list[str]:
    """The ruleset, its edition and what is set otherwise."""
    game = regulation.game
    ruleset = rulesets.load(game.ruleset, game.version) if game.version else rulesets.load(game.ruleset)
    name = word("reg_game_ruleset", title=ruleset.titles[language()], name=game.ruleset, version=ruleset.version)
    edition = board_title(game.edition or ruleset.default_edition, language())
    return [name, word("reg_game_edition", edition=edition), *options_told(game.ruleset, game.options)]


def round_told(regulation: Regulation, each: Round) -> RoundTold:
    """A round of the plan."""
    notes = []
    if each.reserves:
        notes.append(word("reg_reserves_enter"))
    if not each.counts and each.stage == "main":
        notes.append(word("reg_not_counting"))
    if each.beside is not None:
        notes.append(word("reg_beside", number=each.beside))
    return RoundTold(
        number=each.number,
        name=each.names[language()] if each.names else STAGES[each.stage]() or word("round", number=each.number),
        minutes=minutes_told(each.minutes),
        seating=SEATINGS[each.seating](),
        sizes=listed(each.sizes),
        notes=listed((*notes, *options_told(regulation.game.ruleset, each.options))),
    )


def minutes_told(minutes: int | None) -> str:
    """The time limit of a game."""
    return word("reg_minutes_none") if minutes is None else word("reg_minutes_of", minutes=minutes)


def seating_told(regulation: Regulation) -> list[str]:
    """What a draw keeps low, and who starts."""
    aims = [word("reg_seating_aims", aims=listed(AIMS[aim]() for aim in regulation.seating.aims))]
    start = word("reg_start_rolled") if regulation.seating.start_order == "rolled" else word("reg_start_drawn")
    return [*(aims if regulation.seating.aims else ()), start]


def qualification_told(rule: QualificationRule) -> list[str]:
    """Who goes on, step by step, and the stages after it."""
    lines = [word("reg_final_places", places=rule.places), *map(step_told, rule.steps)]
    if rule.sits_out:
        lines.append(word("reg_final_sits_out"))
    if rule.reserves:
        lines.append(word("reg_final_reserves"))
    for stage in rule.stages:
        name = STAGES[stage.name]() if stage.name in STAGES else stage.name
        parts = [word("reg_stage_line", name=name, tables=stage.tables)]
        if stage.advance is not None:
            parts.append(word("reg_stage_advance", advance=stage.advance))
        if stage.extra:
            parts.append(word("reg_stage_extra", extra=stage.extra))
        lines.append(listed(parts))
    return lines


def step_told(step: Step) -> str:
    """A step of the qualification."""
    match step.quota:
        case Exactly(places):
            quota = word("reg_quota_places", places=places)
        case UpTo(places):
            quota = word("reg_quota_up_to", places=places)
        case Everyone():
            quota = word("reg_quota_all")
    how = []
    if not isinstance(step.quota, Everyone):
        by_standings = step.by == "standings"
        how = [
            word("reg_step_tied", by=DECIDED[step.tied]())
            if by_standings
            else word("reg_step_by", by=DECIDED[step.by]())
        ]
    facts = {"who": who_told(step.who), "quota": listed((quota, *how))}
    return word("reg_step_line", after=step.after, **facts) if step.after else word("reg_step_start", **facts)


def who_told(who: Who) -> str:
    """Among whom a step chooses."""
    match who:
        case MonopolyWinners(rounds, wins):
            told_ = word("reg_who_monopoly") if wins == 1 else word("reg_who_monopoly_times", wins=wins)
            return within(told_, rounds)
        case StraightWinners(straight, rounds):
            return within(word("reg_who_straight", straight=straight), rounds)
        case TableWinners(rounds):
            return within(word("reg_who_table"), rounds)
        case Group(group):
            return word("reg_who_group", group=flag_title(group, language()))
        case Everybody():
            return word("reg_who_all")
    raise TypeError(who)


def within(who: str, rounds: tuple[int, ...]) -> str:
    """Somebody, with the rounds that are looked at, where they are not all."""
    return word("reg_who_within", who=who, rounds=listed(rounds)) if rounds else who


def teams_told(regulation: Regulation) -> list[str]:
    """The teams' size and how they are ranked."""
    teams = regulation.teams
    if teams is None:
        return []
    names = listed(title(each, language()) for each in teams.criteria)
    if teams.least == teams.size:
        size = word("reg_team_size_exactly", size=teams.size)
    else:
        size = word("reg_team_size", size=teams.size, least=teams.least)
    return [size, word("reg_team_criteria", criteria=names)]


def results_told(regulation: Regulation) -> list[str]:
    """Who confirms a result, when everybody sees it, and for how long rulings can be appealed against."""
    policy, minutes = regulation.results, regulation.rulings.appeal_minutes
    second = policy.confirmation == "second_person"
    return [
        word("reg_results_second_person") if second else word("reg_results_unconfirmed"),
        word("reg_results_when_closed") if policy.shown == "round_closed" else word("reg_results_when_entered"),
        word("reg_appeals", minutes=minutes) if minutes else word("reg_no_appeals"),
    ]


ESCALATES: Mapping[str, Callable[[], str]] = {
    "same_category": lambda: word("penalties_escalates_same_category"),
    "any_category": lambda: word("penalties_escalates_any_category"),
    "never": lambda: word("penalties_escalates_never"),
}


def penalties_told(rule: PenaltiesRule) -> list[str]:
    """The steps, what each offence begins with, and what follows when it is done again."""
    titles = {step.key: step.titles[language()] for step in rule.steps}
    return [
        word("penalties_rule_steps", steps=listed(_step_told(step) for step in rule.steps)),
        *(
            word("penalties_rule_category", category=each.titles[language()], step=titles[each.first])
            for each in rule.categories
        ),
        ESCALATES[rule.escalates](),
    ]


def _step_told(step: PenaltyStep) -> str:
    facts = [told for told in (effect_text(step, language()),) if told]
    facts += [word("penalties_needs_sign_off")] if step.sign_off else []
    title = step.titles[language()]
    return word("penalties_rule_step", step=title, facts=listed(facts)) if facts else title
