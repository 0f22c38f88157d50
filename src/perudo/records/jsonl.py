"""The JSON lines form of a record: a header line, the starter, then one line a round."""

import json
from collections.abc import Iterator
from typing import Any, TypeGuard

from perudo.engine.actions import Call, Seat
from perudo.engine.bid import Bid
from perudo.engine.dice import BOX_DICE, Cup, cup_of
from perudo.engine.events import Choice
from perudo.engine.house import SetupProblem, house_rules_of, options_of, table_rules
from perudo.records.fair_dice import PROOF, FairRound, is_digest, is_pledge, is_seed, secret_from
from perudo.records.problems import RecordFault, RecordProblem
from perudo.records.record import (
    FORMAT,
    SOME_LABEL,
    NotedAction,
    NotedRound,
    Record,
    Starter,
    StarterNamed,
    StarterRolls,
    check_label,
)

LARGEST = 9999
"""The largest number that a record may contain."""


_HEADER = ("perudo", "edition", "options", "house", "seats", "dice", "fair", "proof", "bots")


def write_jsonl(record: Record) -> str:
    return "".join(
        json.dumps(line, ensure_ascii=False, separators=(",", ":")) + "\n"
        for line in _lines(record)
    )


def _lines(record: Record) -> Iterator[dict[str, object]]:
    yield {
        "perudo": FORMAT,
        "edition": record.rules.key,
        "options": options_of(record.rules),
        "house": house_rules_of(record.rules),
        "seats": record.names,
        "dice": record.dice,
        **({} if record.fair is None else {"fair": record.fair}),
        **({} if record.proof == 1 else {"proof": record.proof}),
        **({"bots": record.bots} if record.bots else {}),
    }
    match record.starter:
        case StarterRolls(rolls):
            yield {"starter": Choice.ROLLED.value, "rolls": rolls}
        case StarterNamed(seat, choice):
            yield {"starter": choice.value, "seat": seat}
        case None:
            pass
    for number, noted in enumerate(record.rounds, 1):
        yield {
            "round": number,
            "cups": noted.cups,
            "actions": [_action_json(action) for action in noted.actions],
            "found": noted.found,
            **({"redealt": noted.redealt} if noted.redealt else {}),
            **({"pledges": noted.pledges} if noted.pledges else {}),
            **({} if noted.fair is None else {"fair": _fair_json(noted.fair)}),
        }


def _fair_json(fair: FairRound) -> dict[str, object]:
    return {"commitment": fair.commitment, "secret": fair.secret.hex(), "seeds": fair.seeds}


def _action_json(noted: NotedAction) -> dict[str, object]:
    seat = {} if noted.seat is None else {"seat": noted.seat}
    match noted.action:
        case Bid(quantity, face):
            return {"bid": (quantity, face), **seat}
        case Call():
            return {"call": noted.action.value, **seat}


def read_jsonl(text: str) -> Record:
    objects = [
        (number, _object(number, line))
        for number, line in enumerate(text.split("\n"), 1)
        if line.strip()
    ]
    if not objects or "perudo" not in objects[0][1]:
        line = objects[0][0] if objects else 1
        raise RecordProblem(RecordFault.NO_MARK, line, expected=(f'{{"perudo": {FORMAT}, ...}}',))
    line, header = objects.pop(0)
    starter: tuple[int, dict[str, Any]] | None = None
    if objects and "starter" in objects[0][1]:
        starter = objects.pop(0)
    blank = _read_header(line, header)
    return Record(
        blank.rules,
        blank.names,
        blank.dice,
        None if starter is None else _read_starter(*starter, len(blank.names)),
        tuple(
            _read_round(number, value, due, len(blank.names))
            for due, (number, value) in enumerate(objects, 1)
        ),
        line=line,
        fair=blank.fair,
        proof=blank.proof,
        bots=blank.bots,
    )


def _object(number: int, line: str) -> dict[str, Any]:
    try:
        value = json.loads(line)
    except (ValueError, RecursionError):
        raise RecordProblem(RecordFault.JSON, number, line, ("{...}",)) from None
    if not isinstance(value, dict):
        raise RecordProblem(RecordFault.JSON, number, line, ("{...}",))
    return value


def _read_header(line: int, header: dict[str, Any]) -> Record:
    if header["perudo"] != FORMAT or not _number(header["perudo"]):
        raise RecordProblem(RecordFault.VERSION, line, _shown(header["perudo"]), (str(FORMAT),))
    _only(line, header, *_HEADER)
    edition = _value(line, header, "edition")
    options = _value(line, header, "options", [])
    house = _value(line, header, "house", {})
    seats = _value(line, header, "seats")
    dice = _value(line, header, "dice", BOX_DICE)
    if not isinstance(edition, str):
        raise _wrong(line, "edition", edition, "asmodee-2024")
    if not _texts(options):
        raise _wrong(line, "options", options, '["calza"]')
    if not isinstance(house, dict) or not _texts(list(house.values())):
        raise _wrong(line, "house", house, '{"raising": "any-face"}')
    if not _texts(seats):
        raise _wrong(line, "seats", seats, '["Ana", "Bea"]')
    if not _number(dice):
        raise _wrong(line, "dice", dice, "5")
    label = _value(line, header, "fair", None)
    if label is not None and not isinstance(label, str):
        raise _wrong(line, "fair", label, f'"{SOME_LABEL}"')
    check_label(line, label)
    try:
        rules = table_rules(edition, options, house)
    except SetupProblem as problem:
        raise RecordProblem(RecordFault.SETUP, line, problem.asked, setup=problem) from None
    proof = _value(line, header, "proof", 1)
    if not _number(proof):
        raise _wrong(line, "proof", proof, str(PROOF))
    bots = _value(line, header, "bots", [])
    if not isinstance(bots, list):
        raise _wrong(line, "bots", bots, "[1, 2]")
    held = tuple(sorted({_seat(line, seat, len(seats)) for seat in bots}))
    return Record(rules, tuple(seats), dice, line=line, fair=label, proof=proof, bots=held)


def _read_starter(line: int, value: dict[str, Any], seats: int) -> Starter:
    words = tuple(choice.value for choice in Choice)
    if value["starter"] not in words:
        raise _wrong(line, "starter", value["starter"], *words)
    choice = Choice(value["starter"])
    if choice is Choice.ROLLED:
        _only(line, value, "starter", "rolls")
        rolls = _value(line, value, "rolls")
        if not isinstance(rolls, list) or not rolls or not all(isinstance(o, list) for o in rolls):
            raise _wrong(line, "rolls", rolls, "[[[3], [5]]]")
        return StarterRolls(
            tuple(tuple(None if c is None else _cup(line, c) for c in off) for off in rolls), line
        )
    _only(line, value, "starter", "seat")
    return StarterNamed(_seat(line, _value(line, value, "seat"), seats), choice, line)


def _read_round(line: int, value: dict[str, Any], due: int, seats: int) -> NotedRound:
    number = _value(line, value, "round")
    _only(line, value, "round", "cups", "actions", "found", "fair", "pledges", "redealt")
    if not _number(number) or number != due:
        raise RecordProblem(RecordFault.ROUND_NUMBER, line, _shown(number), (str(due),))
    cups = _value(line, value, "cups", None)
    if cups is not None and not isinstance(cups, list):
        raise _wrong(line, "cups", cups, "[[1, 2], [3, 6]]", "null")
    found = _value(line, value, "found", None)
    if found is not None and not _number(found):
        raise _wrong(line, "found", found, "4", "null")
    listed = _value(line, value, "actions", [])
    if not isinstance(listed, list):
        raise _wrong(line, "actions", listed, '[{"bid": [4, 5]}, {"call": "dudo"}]')
    actions = tuple(_read_action(line, action, seats) for action in listed)
    ended = [index for index, noted in enumerate(actions, 1) if isinstance(noted.action, Call)]
    if ended and ended[0] != len(actions):
        raise RecordProblem(RecordFault.AFTER_CALL, line, _shown(listed[ended[0]]))
    if found is not None and not ended:
        raise _wrong(line, "found", found, "null")
    known = None if cups is None else tuple(_cup(line, cup) for cup in cups)
    fair = _value(line, value, "fair", None)
    redealt = _value(line, value, "redealt", 0)
    if not _number(redealt):
        raise _wrong(line, "redealt", redealt, "1")
    pledges = _value(line, value, "pledges", [])
    if not _texts(pledges) or not all(map(is_pledge, pledges)):
        raise RecordProblem(RecordFault.FAIR, line, _shown(pledges), ('["64 x 0-9a-f", ""]',))
    proof = None if fair is None else _fair(line, fair)
    return NotedRound(known, actions, found, line, proof, tuple(pledges), redealt)


def _fair(line: int, value: object) -> FairRound:
    match value:
        case {"commitment": str(promised), "secret": str(revealed), "seeds": seeds, **rest}:
            secret = secret_from(revealed)
            whole = is_digest(promised) and _texts(seeds) and all(map(is_seed, seeds))
            if whole and secret is not None and not rest:
                return FairRound(promised, secret, tuple(seeds), line)
    expected = '{"commitment": "64 x 0-9a-f", "secret": "64 x 0-9a-f", "seeds": ["seed", ""]}'
    raise RecordProblem(RecordFault.FAIR, line, _shown(value), (expected,))


def _read_action(line: int, value: object, seats: int) -> NotedAction:
    samples = ('{"bid": [4, 5]}', '{"call": "dudo"}', '{"call": "calza", "seat": 2}')
    match value:
        case {"bid": [quantity, face], **rest} if _number(quantity) and _number(face):
            action: Bid | Call = Bid(quantity, face)
        case {"call": "dudo" | "calza" as call, **rest}:
            action = Call(call)
        case _:
            raise _wrong(line, "actions", value, *samples)
    seat = rest.pop("seat", None)
    if rest:
        raise _wrong(line, "actions", value, *samples)
    return NotedAction(action, None if seat is None else _seat(line, seat, seats), line)


def _cup(line: int, value: object) -> Cup:
    if not isinstance(value, list) or len(value) > BOX_DICE or not all(map(_number, value)):
        raise RecordProblem(RecordFault.CUP, line, _shown(value), ("[1, 2, 4, 4, 6]",))
    return cup_of(value)


def _seat(line: int, value: object, seats: int) -> Seat:
    if not _number(value) or value >= seats:
        raise RecordProblem(RecordFault.SEAT, line, _shown(value), tuple(map(str, range(seats))))
    return value


_MISSING = object()


def _value(line: int, value: dict[str, Any], key: str, default: object = _MISSING) -> Any:
    if key not in value and default is _MISSING:
        raise RecordProblem(RecordFault.HEADER_MISSING, line, key)
    return value.get(key, default)


def _only(line: int, value: dict[str, Any], *keys: str) -> None:
    for key in value:
        if key not in keys:
            raise RecordProblem(RecordFault.HEADER, line, key, keys)


def _wrong(line: int, key: str, value: object, *expected: str) -> RecordProblem:
    return RecordProblem(RecordFault.VALUE, line, f"{key}: {_shown(value)}", expected)


def _shown(value: object) -> str:
    try:
        return json.dumps(value, ensure_ascii=False)
    except RecursionError:
        return "[[[..."


def _texts(value: object) -> TypeGuard[list[str]]:
    return isinstance(value, list) and all(isinstance(text, str) for text in value)


def _number(value: object) -> TypeGuard[int]:
    return isinstance(value, int) and not isinstance(value, bool) and 0 <= value <= LARGEST
