"""Regulations in words."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import rulesets
from referee.core.language import text
from referee.events.game_header import board_title
from referee.events.points_text import flag_title, join_list, option_lines, penalty_lines, points_lines, sizes_text
from tournaments.bracket import FINAL
from tournaments.paper.words import ranking
from tournaments.qualification.rule import (
    Everybody,
    Everyone,
    Exactly,
    Group,
    MonopolyWinners,
    QualificationRule,
    QualifyingStep,
    StraightWinners,
    TableWinners,
    UpTo,
    Who,
)
from tournaments.regulation.regulation import Regulation
from tournaments.regulation.round import PlannedRound
from tournaments.regulation.sections import SpectatorsRule
from tournaments.standings.sentence import title

STAGES: Mapping[str, str] = {
    "main": "",
    "quarter": "reg_stage_quarter",
    "semi": "reg_stage_semi",
    "final": "reg_stage_final",
}
SEATINGS: Mapping[str, str] = {
    "schedule": "reg_seats_schedule",
    "drawn": "reg_seats_drawn",
    "self_chosen": "reg_seats_self_chosen",
    "rotation": "reg_seats_rotation",
    "rotation_by_place": "reg_seats_rotation_by_place",
    "ranked": "reg_seats_ranked",
    "qualifiers": "reg_seats_qualifiers",
}
AIMS: Mapping[str, str] = {
    "rematches": "reg_aim_rematches",
    "clubs": "reg_aim_clubs",
    "start_order": "reg_aim_start_order",
    "neighbours": "reg_aim_neighbours",
    "odd_tables": "reg_aim_odd_tables",
}
DECIDED: Mapping[str, str] = {
    "playoff": "reg_by_playoff",
    "dice_race": "reg_by_dice_race",
    "roll_off": "reg_by_roll_off",
    "lots": "reg_by_lots",
    "vote": "reg_by_vote",
    "name": "reg_by_name",
    "all": "reg_by_all",
}


@dataclass(frozen=True, slots=True)
class RoundText:
    """A round of the plan in words."""

    number: int
    name: str
    minutes: str
    seating: str
    sizes: str
    notes: str


@dataclass(frozen=True, slots=True)
class RegulationText:
    """A regulation in words; each list holds lines in order."""

    title: str
    version: str
    name: str
    fingerprint: str
    sources: tuple[str, ...]
    game: Sequence[str]
    rounds: Sequence[RoundText]
    seating: Sequence[str]
    points: Sequence[str]
    criteria: Sequence[str]
    qualification: Sequence[str]
    teams: Sequence[str]
    results: Sequence[str]
    penalties: Sequence[str]


def regulation_text(regulation: Regulation, language: str) -> RegulationText:
    return RegulationText(
        title=regulation.titles[language],
        version=regulation.version,
        name=regulation.name,
        fingerprint=regulation.fingerprint,
        sources=regulation.sources,
        game=game_lines(regulation, language),
        rounds=[round_text(regulation, each, language) for each in regulation.rounds],
        seating=seating_lines(regulation, language),
        points=points_lines(regulation.points, regulation.game.money, language),
        criteria=[
            *(text(language, "reg_ranked_in", stage=each) for each in ranking_stages(regulation, language)),
            *(title(each, language) for each in regulation.standings.criteria),
        ],
        qualification=[
            *venue_lines(regulation, language),
            *(qualification_lines(regulation.qualification, language) if regulation.qualification else ()),
        ],
        teams=team_lines(regulation, language),
        results=result_lines(regulation, language),
        penalties=penalty_lines(regulation.penalties, language),
    )


def stage_name(stage: str, language: str) -> str:
    """The name of a stage, a regulation's own as it is; empty for the main rounds."""
    key = STAGES.get(stage, "")
    return text(language, key) if key else stage if stage not in STAGES else ""


def summary(regulation: Regulation, language: str) -> str:
    """Return a regulation on one line: its rounds, their minutes, the sizes of its tables."""
    games = games_text(regulation, language)
    last = [stage_name(each.stage, language) for each in regulation.rounds if each.stage != "main"]
    sizes = tables_text(regulation.tables.sizes, language)
    return join_list((*([games] if games else []), *dict.fromkeys(last), sizes), language)


def games_text(regulation: Regulation, language: str) -> str:
    """How many games before the final, of how many minutes, each if they differ; empty if there are none."""
    minutes = [each.minutes for each in regulation.rounds if each.stage == "main"]
    if not minutes:
        return ""
    if len(set(minutes)) == 1:
        lasts = minutes_text(minutes[0], language)
    elif None in minutes:
        lasts = join_list((minutes_text(each, language) for each in minutes), language)
    else:
        lasts = text(language, "reg_minutes_of", minutes=join_list(minutes, language))
    return text(language, "reg_games_of", count=len(minutes), minutes=lasts)


def tables_text(sizes: Sequence[int], language: str) -> str:
    """Tables of how many: 4–5."""
    return text(language, "reg_tables_of", sizes=sizes_text(sizes, language)) if sizes else ""


def ranking_text(regulation: Regulation, language: str) -> str:
    """By what players are ranked in the end: the final stages, the last one first, then the criteria."""
    criteria = (title(each, language) for each in regulation.standings.criteria)
    return ranking((*ranking_stages(regulation, language), *criteria))


def ranking_stages(regulation: Regulation, language: str) -> list[str]:
    """The final stages that rank players, the last one first."""
    played = regulation.qualification is not None and any(each.stage != "main" for each in regulation.rounds)
    stages = (regulation.qualification.stages or FINAL) if regulation.qualification and played else ()
    return [stage_name(stage.name, language) for stage in reversed(stages)]


def game_lines(regulation: Regulation, language: str) -> list[str]:
    """Return lines for the ruleset, its edition and the options that are set."""
    game = regulation.game
    ruleset = rulesets.load(game.ruleset, game.version) if game.version else rulesets.load(game.ruleset)
    name = text(language, "reg_game_ruleset", title=ruleset.titles[language], version=ruleset.version)
    edition = board_title(ruleset, game.edition or ruleset.default_edition, language)
    return [
        name,
        text(language, "reg_game_edition", edition=edition),
        *option_lines(game.ruleset, game.options, language),
    ]


def round_text(regulation: Regulation, each: PlannedRound, language: str) -> RoundText:
    notes = []
    if each.reserves:
        notes.append(text(language, "reg_reserves_enter"))
    if not each.counts and each.stage == "main":
        notes.append(text(language, "reg_not_counting"))
    if each.beside is not None:
        notes.append(text(language, "reg_alongside", number=each.beside))
    return RoundText(
        number=each.number,
        name=planned_title(each, language),
        minutes=minutes_text(each.minutes, language),
        seating=text(language, SEATINGS[each.seating]),
        sizes=sizes_text(each.sizes, language),
        notes=join_list((*notes, *option_lines(regulation.game.ruleset, each.options, language)), language),
    )


def planned_name(each: PlannedRound, language: str) -> str:
    """The name of a round of the plan: its own, or that of its stage; empty if it is called by its number."""
    return each.names[language] if each.names else stage_name(each.stage, language)


def planned_title(each: PlannedRound, language: str) -> str:
    """The name of a round of the plan, or its number."""
    return planned_name(each, language) or text(language, "round", number=each.number)


def minutes_text(minutes: int | None, language: str) -> str:
    """Return the time limit of a game in words."""
    return text(language, "reg_minutes_none") if minutes is None else text(language, "reg_minutes_of", minutes=minutes)


def seating_lines(regulation: Regulation, language: str) -> list[str]:
    """The aims of a draw, and the start order."""
    aims = join_list((text(language, AIMS[aim]) for aim in regulation.seating.aims), language)
    return [*([text(language, "reg_seating_aims", aims=aims)] if aims else []), start_line(regulation, language)]


def start_line(regulation: Regulation, language: str) -> str:
    """How the start order is decided."""
    return text(language, "reg_start_rolled" if regulation.seating.start_order == "rolled" else "reg_start_drawn")


def goes_on_text(regulation: Regulation, rule: QualificationRule, language: str) -> str:
    """How many go on, and into which stage; where the plan has none, they have qualified for something beyond it."""
    stages = [each.stage for each in regulation.rounds if each.stage != "main"]
    if not stages:
        return text(language, "effect_qualify", count=rule.places)
    first = (rule.stages or FINAL)[0].name if rule.class_name else stages[0]
    says = text(language, "effect_go_on", count=rule.places, stage=stage_name(first, language))
    return text(language, "effect_of_class", name=rule.class_name, says=says) if rule.class_name else says


def qualification_lines(rule: QualificationRule, language: str) -> list[str]:
    """The steps of the qualification, and the stages after it; then those of classes with finals of their own."""
    lines = [step_text(each, language) for each in rule.steps]
    if len(rule.steps) != 1 or rule.steps[0].quota != Exactly(rule.places):  # else the step says it
        lines.insert(0, text(language, "reg_final_places", places=rule.places))
    if rule.sits_out:
        lines.append(text(language, "reg_final_sits_out"))
    if rule.reserves:
        lines.append(text(language, "reg_final_reserves"))
    for stage in rule.stages:
        parts = [text(language, "reg_stage_line", name=stage_name(stage.name, language), tables=stage.tables)]
        if stage.advance is not None:
            parts.append(text(language, "reg_stage_advance", advance=stage.advance))
        if stage.extra:
            parts.append(text(language, "reg_stage_extra", extra=stage.extra))
        lines.append(join_list(parts, language))
    for each in rule.classes:
        lines.append(text(language, "reg_class_final", name=each.class_name))
        lines += qualification_lines(each, language)
    return lines


def step_text(step: QualifyingStep, language: str) -> str:
    """A step in a sentence: after which round, who goes on, and what decides between those who are level."""
    who = who_text(step.who, language)
    match step.quota:
        case Exactly(places):
            says = text(language, "reg_quota_places", who=who, places=places)
        case UpTo(places):
            says = text(language, "reg_quota_up_to", who=who, places=places)
        case Everyone():
            says = text(language, "reg_quota_all", who=who)
    if not isinstance(step.quota, Everyone):
        by_standings = step.by == "standings"
        key, by = ("reg_step_tied", step.tied) if by_standings else ("reg_step_by", step.by)
        says = text(language, key, says=says, by=text(language, DECIDED[by]))
    if step.after:
        return text(language, "reg_step_line", after=step.after, says=says)
    return text(language, "reg_step_start", says=says)


def who_text(who: Who, language: str) -> str:
    """Return the candidates of a qualification step in words."""
    match who:
        case MonopolyWinners(rounds, wins):
            among = (
                text(language, "reg_who_monopoly") if wins == 1 else text(language, "reg_who_monopoly_times", wins=wins)
            )
            return with_rounds(among, rounds, language)
        case StraightWinners(straight, rounds):
            return with_rounds(text(language, "reg_who_straight", straight=straight), rounds, language)
        case TableWinners(rounds):
            return with_rounds(text(language, "reg_who_table"), rounds, language)
        case Group(group):
            return text(language, "reg_who_group", group=flag_title(group, language))
        case Everybody():
            return text(language, "reg_who_all")
    raise TypeError(who)


def with_rounds(who: str, rounds: tuple[int, ...], language: str) -> str:
    """Return a group of players in words, with the rounds that count if not all do."""
    return text(language, "reg_who_within", who=who, rounds=join_list(rounds, language)) if rounds else who


def team_lines(regulation: Regulation, language: str) -> list[str]:
    teams = regulation.teams
    if teams is None:
        return []
    names = join_list((title(each, language) for each in teams.criteria), language)
    if teams.least == teams.size:
        size = text(language, "reg_team_size_exactly", size=teams.size)
    else:
        size = text(language, "reg_team_size", size=teams.size, least=teams.least)
    return [size, text(language, "reg_team_criteria", criteria=names)]


def venue_lines(regulation: Regulation, language: str) -> list[str]:
    """Return lines about who qualifies through events held elsewhere; none if nobody does."""
    rule = regulation.venues
    if rule is None:
        return []
    if rule.places:
        lines = [text(language, "reg_venues_places", places=rule.places)]
    elif rule.per_players:
        lines = [text(language, "reg_venues_per_players", count=rule.per_players)]
    else:
        lines = [text(language, "reg_venues_qualified")]
    if rule.by_order:
        lines.append(text(language, VENUES_TIED[rule.tied]))
    if rule.held_by:
        lines.append(text(language, "reg_venues_held_by", names=join_list(rule.held_by, language)))
    return lines


VENUES_TIED: Mapping[str, str] = {
    "refuse": "reg_venues_tied_refuse",
    "all": "reg_venues_tied_all",
    "lots": "reg_venues_tied_lots",
}


def appeals_line(minutes: int, language: str) -> str:
    """Until when a ruling can be appealed."""
    if not minutes:
        return text(language, "reg_no_appeals")
    return text(language, "reg_appeals", minutes=minutes, end=text(language, "reg_appeals_end"))


def result_lines(regulation: Regulation, language: str) -> list[str]:
    """The rules of confirming and publishing results, the time for appeals, and who decides about late moves."""
    policy, minutes = regulation.results, regulation.rulings.appeal_minutes
    return [
        text(language, CONFIRMED[policy.confirmation]),
        text(language, "reg_results_when_closed" if policy.shown == "round_closed" else "reg_results_when_entered"),
        text(language, f"reg_stand_in_{policy.stand_in}"),
        appeals_line(minutes, language),
        text(language, "reg_signal", seconds=regulation.rulings.signal_seconds),
        *delay_lines(regulation.spectators, language),
    ]


def delay_lines(rule: SpectatorsRule, language: str) -> list[str]:
    """Return a line about how far spectators lag behind the games; none if they see them at once."""
    if not (rule.delay_minutes or rule.delay_turns):
        return []
    return [text(language, "reg_delay", minutes=rule.delay_minutes, turns=rule.delay_turns)]


CONFIRMED: Mapping[str, str] = {
    "by_staff": "reg_results_by_staff",
    "second_person": "reg_results_second_person",
    "look_again": "reg_results_look_again",
    "none": "reg_results_unconfirmed",
}
"""The text key of each way of confirming results."""
