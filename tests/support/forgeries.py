"""Ways to forge the record of a match: each change, then everything that anyone can compute again."""

from collections.abc import Callable
from typing import Any

import msgspec

from engine.log import (
    LoggedStep,
    MatchRecord,
    checksum,
    commitment,
    first_link,
    next_link,
    seed_hash,
    statement_of,
)
from engine.replay import seeds_of

Json = dict[str, Any]
Forgery = Callable[[Json], None]

FORGERIES: dict[str, Forgery] = {}
LATER_FORGERIES: dict[str, Forgery] = {}
"""Those of a match that was taken back after its end, with public randomness."""


def forgery(change: Forgery) -> Forgery:
    """Add one way to forge a record."""
    FORGERIES[change.__name__] = change
    return change


def forged(raw: Json, change: Forgery) -> bytes:
    """A forged file with commitments, chain and checksum as they would be for a match that went so."""
    found: Json = msgspec.json.decode(msgspec.json.encode(raw))
    change(found)
    try:
        _chain_again(found)
    except Exception:  # noqa: BLE001 - a file of another form has no chain
        return msgspec.json.encode(found)
    return msgspec.json.encode(found)


def _chain_again(raw: Json) -> None:
    for chained in raw["steps"]:
        for answer in chained["step"].get("answers", []):
            if len(answer.get("nonce", "")) == 32:
                number, player = chained["step"]["number"], answer["player"]
                answer["commitment"] = commitment(
                    step=number, player=player, action=answer["action"], nonce=answer["nonce"]
                )
    made = msgspec.convert(raw, MatchRecord)
    link = first_link(
        game=made.game,
        rules_version=made.rules_version,
        options=made.options,
        contributions=[seat.contribution for seat in made.seats],
        commitments=[seat.commitment for seat in made.seats],
        seed_hash=made.seed_hash,
        beacon=made.beacon,
    )
    for chained, seed in zip(raw["steps"], seeds_of(made), strict=True):
        link = next_link(link, msgspec.convert(chained["step"], LoggedStep), seed)
        chained["hash"] = link
    if "checksum" in raw:
        raw["checksum"] = checksum(msgspec.convert(raw, MatchRecord))
    if raw.get("proof"):
        # The signature alone cannot be made again.
        statement, said = raw["proof"]["statement"], _said(msgspec.convert(raw, MatchRecord))
        # A forger who only changes this number would not have it made right again.
        if said["steps"] == statement["steps"]:
            del said["moderated"]
        statement |= said


def _said(made: MatchRecord) -> Json:
    said: Json = msgspec.to_builtins(statement_of(made, site="", number=0))
    return {name: value for name, value in said.items() if name not in ("format", "about", "site", "number")}


def steps(raw: Json) -> list[Json]:
    """The steps without their links."""
    return [chained["step"] for chained in raw["steps"]]


def answers(raw: Json) -> list[Json]:
    """All answers that were opened."""
    return [answer for step in steps(raw) for answer in step.get("answers", []) if "nonce" in answer]


def noted(raw: Json) -> list[Json]:
    """The moderators' steps."""
    return [step for step in steps(raw) if "note" in step]


def _forge_fields() -> None:
    """One forgery for each value that can be changed at once."""
    changes: dict[str, Forgery] = {
        "first_name": lambda raw: raw["seats"][0].update(name="mallory"),
        "last_name": lambda raw: raw["seats"][-1].update(name="mallory"),
        "names_swapped": lambda raw: raw["seats"][0].update(name=raw["seats"][1]["name"]),
        "option": lambda raw: raw["options"].update(target=raw["options"]["target"] + 1),
        "no_options": lambda raw: raw.update(options={}),
        "by_of_first_answer": lambda raw: answers(raw)[0].update(by="bot"),
        "by_of_last_answer": lambda raw: answers(raw)[-1].update(by="default"),
        "by_conditional_move": lambda raw: answers(raw)[3].update(by="conditional_move"),
        "by_stand_in": lambda raw: answers(raw)[4].update(by="stand_in"),
        "nonce_of_first_answer": lambda raw: answers(raw)[0].update(nonce="0" * 32),
        "nonce_of_last_answer": lambda raw: answers(raw)[-1].update(nonce="f" * 32),
        "short_nonce": lambda raw: answers(raw)[0].update(nonce="00"),
        "long_nonce": lambda raw: answers(raw)[0].update(nonce="0" * 34),
        "capital_nonce": lambda raw: answers(raw)[0].update(nonce="A" * 32),
        "commitment_of_no_nonce": lambda raw: answers(raw)[0].pop("nonce"),
        "at_of_setup": lambda raw: steps(raw)[0].update(at="2001-01-01T00:00:00+00:00"),
        "at_of_last_step": lambda raw: steps(raw)[-1].update(at="2031-01-01T00:00:00+00:00"),
        "at_is_no_time": lambda raw: steps(raw)[2].update(at="soon"),
        "note_of_halt": lambda raw: noted(raw)[0]["note"].update(category="abuse"),
        "note_of_voiding": lambda raw: noted(raw)[-1]["note"].update(audit=99),
        "note_of_a_round": lambda raw: steps(raw)[1].update(note={"by": "nobody"}),
        "last_moderators_step_left_out": lambda raw: raw["steps"].pop(),
        "two_moderators_steps_left_out": lambda raw: raw.update(steps=raw["steps"][:-2]),
        "voided_made_counted": lambda raw: noted(raw)[-1].update(kind="counted"),
        "unknown_field_of_file": lambda raw: raw.update(extra=1),
        "unknown_field_of_seat": lambda raw: raw["seats"][0].update(rating=3000),
        "unknown_field_of_step": lambda raw: steps(raw)[1].update(extra=1),
        "unknown_field_of_link": lambda raw: raw["steps"][1].update(extra=1),
        "unknown_field_of_answer": lambda raw: answers(raw)[0].update(seconds=5),
        "unknown_field_of_action": lambda raw: answers(raw)[0]["action"].update(extra=1),
        "unknown_field_of_note": lambda raw: noted(raw)[0]["note"].update(extra=1),
        "unknown_kind": lambda raw: noted(raw)[-1].update(kind="approved"),
        "unknown_option": lambda raw: raw["options"].update(extra=1),
        "unused_seed": lambda raw: raw.update(later_seeds=[*raw.get("later_seeds", []), "11" * 32]),
        "seat_answers_twice": _twice,
        "capital_seed": lambda raw: raw.update(site_seed=raw["site_seed"].upper()),
        "spaces_in_seed": lambda raw: raw.update(site_seed=" ".join(raw["site_seed"])),
        "another_seed": _reseed,
        "signature_taken_off": lambda raw: raw.pop("proof"),
        "signature_changed": lambda raw: raw["proof"].update(signature=f"{1:0128x}"),
        "another_number": lambda raw: raw["proof"]["statement"].update(number=4711),
        "another_site": lambda raw: raw["proof"]["statement"].update(site="https://elsewhere.example"),
        "statement_is_a_receipt": lambda raw: raw["proof"]["statement"].update(about="receipt"),
        "statement_of_a_later_format": lambda raw: raw["proof"]["statement"].update(format="statement 2"),
        "unknown_field_of_statement": lambda raw: raw["proof"]["statement"].update(extra=1),
        "fewer_moderators_steps_counted": lambda raw: raw["proof"]["statement"].update(moderated=0),
        "checksum_taken_off": lambda raw: raw.pop("checksum"),
        "a_draw": _draw,
        "an_event": lambda raw: steps(raw)[1]["events"].pop(),
        "an_action": lambda raw: answers(raw)[-1].update(action=answers(raw)[0]["action"]),
        "a_round_left_out": lambda raw: raw["steps"].pop(2),
        "steps_swapped": lambda raw: raw["steps"].insert(1, raw["steps"].pop(2)),
        "closed_answer": _close,
    }
    _forge_each(changes)


def _forge_words() -> None:
    """One forgery for each way to change words that were added to the seed."""
    changes: dict[str, Forgery] = {
        "contribution": lambda raw: raw["seats"][1].update(contribution="other words"),
        "words_and_no_nonce": lambda raw: raw["seats"][1].pop("nonce"),
        "nonce_of_words": lambda raw: raw["seats"][1].update(nonce="0" * 32),
        "words_of_a_bot": lambda raw: raw["seats"][0].update(contribution="", nonce=""),
        "empty_contribution": lambda raw: raw["seats"][1].update(contribution=""),
    }
    _forge_each(changes)


def _forge_each(changes: dict[str, Forgery]) -> None:
    for name, change in changes.items():
        change.__name__ = name
        forgery(change)


def _forge_later_rounds() -> None:
    """One forgery for each way to go on with another round after the end than the one that was fixed."""
    LATER_FORGERIES.update(
        {
            "signature_of_the_start": lambda raw: _reopening(raw).update(signature=raw["beacon"]["signature"]),
            "round_of_the_start": lambda raw: _both(raw, raw["beacon"]["round"]),
            "next_round": lambda raw: _both(raw, _reopening(raw)["round"] + 1),
            "another_round_than_announced": lambda raw: _reopening(raw).update(round=raw["beacon"]["round"]),
            "no_signature": lambda raw: _reopening(raw).pop("signature"),
            "no_round": lambda raw: _reopening(raw).pop("round"),
            "capital_signature": lambda raw: _reopening(raw).update(signature=_reopening(raw)["signature"].upper()),
            "made_up_signature": lambda raw: _reopening(raw).update(signature="ab" * 48),
            "neither": _unannounced,
            "not_announced": lambda raw: raw["steps"].remove(_announcement(raw)),
            "announced_for_another_step": lambda raw: _announcement(raw)["step"]["note"].update(to=0),
            "announced_later": lambda raw: _announcement(raw)["step"].update(at="2023-08-23T15:49:24+00:00"),
            "announced_earlier": lambda raw: _announcement(raw)["step"].update(at="2023-08-23T15:49:20+00:00"),
            "under_the_open_seed": _under_the_open_seed,
            "start_with_the_later_signature": lambda raw: raw["beacon"].update(signature=_reopening(raw)["signature"]),
        }
    )


def _announcement(raw: Json) -> Json:
    found: Json = next(chained for chained in raw["steps"] if chained["step"]["kind"] == "rewinding")
    return found


def _reopening(raw: Json) -> Json:
    note: Json = next(step["note"] for step in noted(raw) if step["kind"] == "rewound")
    return note


def _under_the_open_seed(raw: Json) -> None:
    del _reopening(raw)["seed_hash"], raw["later_seeds"]


def _both(raw: Json, number: int) -> None:
    for note in (_reopening(raw), _announcement(raw)["step"]["note"]):
        note["round"] = number


def _unannounced(raw: Json) -> None:
    raw["steps"].remove(_announcement(raw))
    del _reopening(raw)["round"], _reopening(raw)["signature"]


def _twice(raw: Json) -> None:
    step = next(step for step in steps(raw) if step.get("answers"))
    step["answers"].append(dict(step["answers"][0]))


def _reseed(raw: Json) -> None:
    raw["site_seed"] = "22" * 32
    raw["seed_hash"] = seed_hash(bytes.fromhex(raw["site_seed"]))


def _close(raw: Json) -> None:
    answer = answers(raw)[0]
    del answer["nonce"], answer["commitment"]


def _draw(raw: Json) -> None:
    step = next(step for step in steps(raw) if step.get("draws"))
    step["draws"][0] += 1


def _forge_shapes() -> None:
    """One forgery for each way to say something else by the shape of a file."""
    changes: dict[str, Forgery] = {
        "another_game": lambda raw: raw.update(game="hexes"),
        "another_version_of_the_rules": lambda raw: raw.update(rules_version=raw["rules_version"] + 1),
        "another_format": lambda raw: raw.update(format=f"{raw['format']}0"),
        "more_players": lambda raw: raw.update(players=raw["players"] + 1),
        "a_seat_more": lambda raw: raw["seats"].append(dict(raw["seats"][-1])),
        "a_seat_less": lambda raw: raw["seats"].pop(),
        "name_in_other_letters": lambda raw: raw["seats"][0].update(name=f"{raw['seats'][0]['name']}\u200b"),
        "player_before_the_first": lambda raw: answers(raw)[0].update(player=-1),
        "player_is_a_truth": lambda raw: answers(raw)[0].update(player=False),
        "answers_in_another_order": _turn_round,
        "an_answer_left_out": lambda raw: _first_round(raw)["answers"].pop(),
        "a_part_of_a_round": lambda raw: steps(raw)[1].update(part=1),
        "no_steps": lambda raw: raw["steps"].clear(),
    }
    _forge_each(changes)


def _first_round(raw: Json) -> Json:
    return next(step for step in steps(raw) if len(step.get("answers", [])) > 1)


def _turn_round(raw: Json) -> None:
    _first_round(raw)["answers"].reverse()


_forge_fields()
_forge_shapes()
_forge_words()
_forge_later_rounds()
