"""The text form of a record, described in ``docs/records.md``."""

import re
from collections.abc import Iterator
from dataclasses import replace

from perudo.engine.actions import Action, Call, Seat
from perudo.engine.bid import Bid
from perudo.engine.dice import BOX_DICE, PACO, Cup, Face, cup_of
from perudo.engine.edition import Edition
from perudo.engine.events import Choice
from perudo.engine.house import SetupFault, SetupProblem, house_rules_of, options_of, table_rules
from perudo.records.fair_dice import PROOF, FairRound, is_digest, is_pledge, is_seed, secret_from
from perudo.records.problems import RecordFault, RecordProblem
from perudo.records.record import (
    FORMAT,
    NotedAction,
    NotedRound,
    Record,
    Starter,
    StarterNamed,
    StarterRolls,
    check_label,
)

HEADERS = ("edition", "options", "house", "seats", "dice", "starter", "fair", "proof", "bots")
NO_CUPS = "?"
OUT = "-"
CHOICES = {"random": Choice.DRAWN, "toucan": Choice.TOUCAN, "": Choice.NOTED}

_ENTRY = {
    SetupFault.UNKNOWN_EDITION: "edition",
    SetupFault.UNKNOWN_OPTION: "options",
    SetupFault.OPTION_NOT_OFFERED: "options",
    SetupFault.OPTION_ALWAYS_ON: "options",
    SetupFault.OPTION_AND_HOUSE: "house",
    SetupFault.UNKNOWN_POINT: "house",
    SetupFault.UNKNOWN_VALUE: "house",
    SetupFault.NOTHING_TO_GOVERN: "house",
}
"""The header entry behind each fault of the rules."""
_BID = re.compile(r"([0-9]{1,4})[x×]([0-9p])", re.IGNORECASE)
_CUP = re.compile("[1-6pP]{1,5}")
_SIMPLE_NAME = re.compile(r"[^\s@,=|#:]+")
_ROUND = re.compile(r"([0-9]{1,6})[.:]?")


def face_text(face: Face) -> str:
    return "P" if face == PACO else str(face)


def cup_text(cup: Cup) -> str:
    return "".join(map(face_text, cup))


def cup_from(token: str) -> Cup | None:
    """``P2446``: the dice of a cup; None for anything else."""
    if _CUP.fullmatch(token) is None:
        return None
    return cup_of(PACO if die in "pP" else int(die) for die in token)


def action_text(action: Action) -> str:
    match action:
        case Bid(quantity, face):
            return f"{quantity}x{face_text(face)}"
        case Call():
            return action.value


def action_from(token: str) -> Action | None:
    """``4x5``, ``3xP``, ``dudo`` or ``calza``; None for anything else."""
    bid = _BID.fullmatch(token)
    if bid is not None:
        return Bid(int(bid[1]), PACO if bid[2] in "pP" else int(bid[2]))
    word = token.lower()
    return Call(word) if word in ("dudo", "calza") else None


def write_text(record: Record) -> str:
    return "\n".join(_lines(record)) + "\n"


def _lines(record: Record) -> Iterator[str]:
    yield f"perudo {FORMAT}"
    yield f"edition: {record.rules.key}"
    options, house = options_of(record.rules), house_rules_of(record.rules)
    if options:
        yield f"options: {' '.join(options)}"
    if house:
        yield f"house: {' '.join(f'{point}={value}' for point, value in house.items())}"
    yield f"seats: {', '.join(record.names)}"
    yield f"dice: {record.dice}"
    if record.fair is not None:
        yield f"fair: {record.fair}"
    if record.proof != 1:
        yield f"proof: {record.proof}"
    if record.bots:
        yield f"bots: {' '.join(f'@{seat + 1}' for seat in record.bots)}"
    if record.starter is not None:
        yield f"starter: {_starter_text(record)}"
    if record.rounds:
        yield ""
    for number, noted in enumerate(record.rounds, 1):
        cups = [NO_CUPS] if noted.cups is None else [cup_text(cup) or OUT for cup in noted.cups]
        actions = [
            action_text(a.action) + ("" if a.seat is None else _seat_text(record, a.seat))
            for a in noted.actions
        ]
        found = [] if noted.found is None else [f"={noted.found}"]
        yield " ".join([f"{number}.", *cups, "|", *actions, *found])
        if noted.redealt:
            yield f"redealt {noted.redealt}"
        if noted.pledges:
            yield f"pledges {','.join(noted.pledges)}"
        if noted.fair is not None:
            yield fair_text(noted.fair)


def fair_text(fair: FairRound) -> str:
    return f"fair {fair.commitment} {fair.secret.hex()} {','.join(fair.seeds)}"


def _starter_text(record: Record) -> str:
    match record.starter:
        case StarterRolls(rolls):
            offs = (" ".join(OUT if c is None else cup_text(c) for c in off) for off in rolls)
            return f"rolls {' / '.join(offs)}"
        case StarterNamed(seat, choice):
            word = next(word for word, meant in CHOICES.items() if meant is choice)
            return f"{word} {_seat_text(record, seat)}".strip()
        case None:
            return ""


def _seat_text(record: Record, seat: Seat) -> str:
    """A seat by its name where that is one plain word, else by its number from 1."""
    name = record.names[seat]
    plain = _SIMPLE_NAME.fullmatch(name) and not name.isdigit()
    return f"@{name}" if plain else f"@{seat + 1}"


def read_text(text: str) -> Record:
    return _Reader(text).record()


class _OpenRound:
    """A round whose lines are still being read."""

    def __init__(self, line: int, cups: tuple[Cup, ...] | None) -> None:
        self.line, self.cups = line, cups
        self.actions: list[NotedAction] = []
        self.found: int | None = None
        self.fair: FairRound | None = None
        self.pledges: tuple[str, ...] = ()
        self.redealt = 0

    def closed(self) -> NotedRound:
        return NotedRound(
            self.cups,
            tuple(self.actions),
            self.found,
            self.line,
            self.fair,
            self.pledges,
            self.redealt,
        )


class _Reader:
    """One pass over the lines: headers first, then rounds."""

    def __init__(self, text: str) -> None:
        self._lines = text.splitlines()
        self._headers: dict[str, tuple[int, str]] = {}
        self._rounds: list[_OpenRound] = []
        self._names: tuple[str, ...] = ()

    def record(self) -> Record:
        numbered = [
            (number, line.strip())
            for number, line in enumerate(self._lines, 1)
            if line.strip() and not line.lstrip().startswith("#")
        ]
        self._read_mark(numbered[0] if numbered else (1, ""))
        body = 1
        while body < len(numbered) and self._read_header(*numbered[body]):
            body += 1
        rules = self._rules()
        seats_line, seats = self._header("seats")
        self._names = tuple(name.strip() for name in seats.split(","))
        dice_line, dice = self._dice()
        # The names are checked with the setup before anything refers to a seat by name.
        try:
            blank = Record(rules, self._names, dice, line=seats_line)
        except RecordProblem as problem:
            if problem.setup is not None and problem.setup.fault is SetupFault.DICE:
                raise replace(problem, line=dice_line) from None
            raise
        fair_line, fair = self._headers.get("fair", (1, None))
        check_label(fair_line, fair)
        starter = self._starter()
        for number, line in numbered[body:]:
            self._read_play(number, line)
        rounds = tuple(noted.closed() for noted in self._rounds)
        proof, bots = self._proof(), self._bots()
        return Record(
            rules, blank.names, blank.dice, starter, rounds, seats_line, fair, proof, bots
        )

    def _proof(self) -> int:
        line, value = self._headers.get("proof", (1, "1"))
        if not re.fullmatch("[0-9]{1,4}", value):
            raise RecordProblem(RecordFault.VALUE, line, value, (str(PROOF),))
        return int(value)

    def _bots(self) -> tuple[Seat, ...]:
        line, value = self._headers.get("bots", (1, ""))
        seats = {self._seat(line, word.removeprefix("@")) for word in value.split()}
        return tuple(sorted(seats))

    def _read_mark(self, first: tuple[int, str]) -> None:
        number, line = first
        words = line.removeprefix("\ufeff").split()
        if len(words) != 2 or words[0] != "perudo":
            raise RecordProblem(RecordFault.NO_MARK, number, line, (f"perudo {FORMAT}",))
        if words[1] != str(FORMAT):
            raise RecordProblem(RecordFault.VERSION, number, words[1], (str(FORMAT),))

    def _read_header(self, number: int, line: str) -> bool:
        key, colon, value = line.partition(":")
        key = key.strip().lower()
        if not colon or _ROUND.match(line):
            return False
        if key not in HEADERS:
            raise RecordProblem(RecordFault.HEADER, number, key, HEADERS)
        if key in self._headers:
            raise RecordProblem(RecordFault.HEADER_TWICE, number, key)
        self._headers[key] = (number, value.strip())
        return True

    def _header(self, key: str) -> tuple[int, str]:
        if key not in self._headers:
            raise RecordProblem(RecordFault.HEADER_MISSING, 1, key)
        return self._headers[key]

    def _rules(self) -> Edition:
        line, key = self._header("edition")
        options = self._headers.get("options", (line, ""))
        house = self._headers.get("house", (line, ""))
        points = {}
        for pair in house[1].split():
            point, equals, value = pair.partition("=")
            if not equals or point in points:
                raise RecordProblem(RecordFault.VALUE, house[0], pair, ("raising=any-face",))
            points[point] = value
        try:
            return table_rules(key, options[1].replace(",", " ").split(), points)
        except SetupProblem as problem:
            entries = {"edition": line, "options": options[0], "house": house[0]}
            where = entries[_ENTRY[problem.fault]]
            raise RecordProblem(RecordFault.SETUP, where, problem.asked, setup=problem) from None

    def _dice(self) -> tuple[int, int]:
        line, value = self._headers.get("dice", (1, str(BOX_DICE)))
        if not re.fullmatch("[0-9]{1,4}", value):
            raise RecordProblem(RecordFault.VALUE, line, value, ("1", "2", "3", "4", "5"))
        return line, int(value)

    def _starter(self) -> Starter | None:
        if "starter" not in self._headers:
            return None
        line, value = self._headers["starter"]
        words = value.split()
        if words[:1] == ["rolls"]:
            offs = " ".join(words[1:]).split("/")
            return StarterRolls(tuple(tuple(self._cups(line, off.split())) for off in offs), line)
        if words and words[-1].startswith("@") and " ".join(words[:-1]) in CHOICES:
            choice = CHOICES[" ".join(words[:-1])]
            return StarterNamed(self._seat(line, words[-1][1:]), choice, line)
        raise RecordProblem(
            RecordFault.VALUE,
            line,
            value,
            ("random @NAME", "toucan @NAME", "@NAME", "rolls 3 5 2"),
        )

    def _read_play(self, number: int, line: str) -> None:
        words = re.split(r"(?:^|\s)#", line, maxsplit=1)[0].split()
        opening = _ROUND.fullmatch(words[0])
        if opening is not None:
            if int(opening[1]) != len(self._rounds) + 1:
                due = str(len(self._rounds) + 1)
                raise RecordProblem(RecordFault.ROUND_NUMBER, number, words[0], (due,))
            if "|" not in words:
                raise RecordProblem(RecordFault.ROUND, number, words[0], ("1. ? | 3x4 dudo =3",))
            bar = words.index("|")
            cups = self._round_cups(number, words[1:bar])
            self._rounds.append(_OpenRound(number, cups))
            words = words[bar + 1 :]
        elif words[0] in ("fair", "pledges", "redealt") and self._rounds:
            self._read_proof(number, words)
            return
        elif line.partition(":")[0].strip().lower() in HEADERS:
            raise RecordProblem(RecordFault.HEADER_LATE, number, words[0])
        elif not self._rounds:
            raise RecordProblem(RecordFault.ROUND, number, words[0], ("1. ? | 3x4 dudo =3",))
        for word in words:
            self._read_action(number, word)

    def _round_cups(self, line: int, words: list[str]) -> tuple[Cup, ...] | None:
        if words == [NO_CUPS]:
            return None
        return tuple(cup or () for cup in self._cups(line, words))

    def _cups(self, line: int, words: list[str]) -> Iterator[Cup | None]:
        for word in words:
            if word == OUT:
                yield None
            elif (cup := cup_from(word)) is not None:
                yield cup
            else:
                raise RecordProblem(RecordFault.CUP, line, word, ("P2456", OUT, NO_CUPS))

    def _read_action(self, line: int, word: str) -> None:
        noted = self._rounds[-1]
        ended = bool(noted.actions) and isinstance(noted.actions[-1].action, Call)
        found = re.fullmatch("=([0-9]{1,4})", word)
        if ended != bool(found) or (found and noted.found is not None):
            if ended:
                raise RecordProblem(RecordFault.AFTER_CALL, line, word)
            if found:
                raise RecordProblem(RecordFault.ACTION, line, word, ("4x5", "3xP", "dudo", "calza"))
        if found:
            noted.found = int(found[1])
            return
        token, at, who = word.partition("@")
        action = action_from(token)
        if action is None:
            raise RecordProblem(
                RecordFault.ACTION, line, word, ("4x5", "3xP", "dudo", "calza", "calza@NAME")
            )
        seat = self._seat(line, who) if at else None
        noted.actions.append(NotedAction(action, seat, line))

    def _read_proof(self, line: int, words: list[str]) -> None:
        noted, given = self._rounds[-1], words[1:]
        match words[0]:
            case "fair":
                self._read_fair(line, given)
            case "pledges":
                pledges = tuple(given[0].split(",")) if len(given) == 1 else ()
                if noted.pledges or not all(is_pledge(pledge) for pledge in pledges) or not pledges:
                    expected = "pledges 64 x 0-9a-f,64 x 0-9a-f"
                    raise RecordProblem(RecordFault.FAIR, line, " ".join(words), (expected,))
                noted.pledges = pledges
            case "redealt":
                if (
                    noted.redealt
                    or len(given) != 1
                    or not re.fullmatch("[1-9][0-9]{0,3}", given[0])
                ):
                    raise RecordProblem(RecordFault.FAIR, line, " ".join(words), ("redealt 1",))
                noted.redealt = int(given[0])

    def _read_fair(self, line: int, words: list[str]) -> None:
        noted = self._rounds[-1]
        if noted.fair is not None:
            raise RecordProblem(RecordFault.HEADER_TWICE, line, "fair")
        if len(words) != 3:
            expected = "fair COMMITMENT SECRET SEED,SEED"
            raise RecordProblem(RecordFault.FAIR, line, " ".join(["fair", *words]), (expected,))
        promised, revealed, put_in = words
        secret, seeds = secret_from(revealed), tuple(put_in.split(","))
        if secret is None or not is_digest(promised):
            wrong = promised if secret is not None else revealed
            raise RecordProblem(RecordFault.FAIR, line, wrong, ("64 x 0-9a-f",))
        for seed in seeds:
            if not is_seed(seed):
                raise RecordProblem(RecordFault.FAIR, line, seed, ("0-64 x 0-9A-Za-z_-",))
        noted.fair = FairRound(promised, secret, seeds, line)

    def _seat(self, line: int, who: str) -> Seat:
        if re.fullmatch("[1-9]", who) and int(who) <= len(self._names):
            return int(who) - 1
        for seat, name in enumerate(self._names):
            if name.casefold() == who.casefold():
                return seat
        raise RecordProblem(
            RecordFault.SEAT, line, f"@{who}", tuple(f"@{name}" for name in self._names)
        )
