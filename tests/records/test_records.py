"""The notation by example: valid records, and errors for invalid ones."""

import pytest

from perudo.engine.actions import Call
from perudo.engine.bid import Bid
from perudo.engine.events import Choice, DieLost, Event, Showdown, StarterChosen
from perudo.engine.house import SetupFault
from perudo.engine.match import Match, Phase
from perudo.engine.refusals import Reason
from perudo.records.jsonl import read_jsonl, write_jsonl
from perudo.records.notation import action_from, read_text, write_text
from perudo.records.problems import RecordFault, RecordProblem
from perudo.records.record import NotedAction, NotedRound, Record, StarterNamed, StarterRolls
from perudo.records.replay import LONGEST, read_record, replayed
from perudo.records.writing import record_of
from testkit.matches import cups, rules_of

TEXT = """\
perudo 1
edition: asmodee-2009
options: calza
house: reveal=one-by-one
seats: Ana, Jean Luc, Carlo
dice: 2
starter: random @2

1. P2 33 46 | 1x3 2x3 calza@2
2. P2 3 46 | 1xP 2xP dudo
3. ? | 1x4 2x4 dudo =2
4. P2 - 6 | 1x2
"""

JSON = """\
{"perudo":1,"edition":"asmodee-2009","options":["calza"],"house":{"reveal":"one-by-one"},\
"seats":["Ana","Jean Luc","Carlo"],"dice":2}
{"starter":"random","seat":1}
{"round":1,"cups":[[1,2],[3,3],[4,6]],"actions":[{"bid":[1,3]},{"bid":[2,3]},\
{"call":"calza","seat":1}],"found":null}
{"round":2,"cups":[[1,2],[3],[4,6]],"actions":[{"bid":[1,1]},{"bid":[2,1]},{"call":"dudo"}],\
"found":null}
{"round":3,"cups":null,"actions":[{"bid":[1,4]},{"bid":[2,4]},{"call":"dudo"}],"found":2}
{"round":4,"cups":[[1,2],[],[6]],"actions":[{"bid":[1,2]}],"found":null}
"""

RECORD = Record(
    rules_of("asmodee-2009", "calza", reveal="one-by-one"),
    ("Ana", "Jean Luc", "Carlo"),
    2,
    StarterNamed(1, Choice.DRAWN),
    (
        NotedRound(
            cups("P2", "33", "46"),
            (NotedAction(Bid(1, 3)), NotedAction(Bid(2, 3)), NotedAction(Call.CALZA, 1)),
        ),
        NotedRound(
            cups("P2", "3", "46"),
            (NotedAction(Bid(1, 1)), NotedAction(Bid(2, 1)), NotedAction(Call.DUDO)),
        ),
        NotedRound(
            None, (NotedAction(Bid(1, 4)), NotedAction(Bid(2, 4)), NotedAction(Call.DUDO)), 2
        ),
        NotedRound(cups("P2", "-", "6"), (NotedAction(Bid(1, 2)),)),
    ),
)

# Three seats whose play begins on line 5, and one that needs rolls.
HEAD = "perudo 1\nedition: asmodee-2009\nseats: Ana, Bea, Carlo\nstarter: random @Ana\n"
CALZA = HEAD.replace("seats:", "options: calza\nseats:")  # play begins on line 6
ROLLED = "perudo 1\nedition: parker-1994\nseats: Ana, Bea, Carlo\nstarter: {}\n"


def play(text: str) -> tuple[Match, tuple[Event, ...]]:
    return replayed(read_record(text.encode()))


def problem_in(data: str | bytes) -> RecordProblem:
    with pytest.raises(RecordProblem) as raised:
        replayed(read_record(data.encode() if isinstance(data, str) else data))
    return raised.value


def actions_of(text: str) -> tuple[NotedAction, ...]:
    return read_record(text.encode()).rounds[-1].actions


# The example


def test_the_example_is_read_and_written_in_both_forms() -> None:
    assert read_text(TEXT) == read_jsonl(JSON) == RECORD
    assert read_record(TEXT.encode()) == read_record(JSON.encode()) == RECORD
    assert write_text(RECORD) == TEXT
    assert write_jsonl(RECORD) == JSON


def test_the_example_replays() -> None:
    match, events = replayed(RECORD)
    assert match.phase is Phase.BIDDING
    assert match.dice == (2, 0, 1)
    assert [event.found for event in events if isinstance(event, Showdown)] == [3, 1, 2]
    assert [event.seat for event in events if isinstance(event, DieLost)] == [1, 2, 1]
    assert record_of(RECORD.names, events) == RECORD


# Headers


def test_headers_come_in_any_order_with_comments_and_blank_lines() -> None:
    record = read_text(
        "# our first match\n\n  perudo   1 \n"
        "STARTER : toucan @bea\n"
        "   # nobody had seen one for years\n"
        "dice:2\nseats:Ana ,Bea,  Carlo \n\n"
        "Options: palifico, calza\n"
        "edition: asmodee-2024\n"
    )
    rules = rules_of("asmodee-2024", "calza", "palifico")
    names, starter = ("Ana", "Bea", "Carlo"), StarterNamed(1, Choice.TOUCAN)
    assert record == Record(rules, names, 2, starter)


def test_dice_options_house_and_starter_may_be_left_out() -> None:
    record = read_text("perudo 1\nedition: menteur\nseats: A, B\n")
    assert record == Record(rules_of("menteur"), ("A", "B"), 5)
    assert read_jsonl('{"perudo":1,"edition":"menteur","seats":["A","B"]}') == record
    assert replayed(record)[0].phase is Phase.STARTING


def test_a_round_may_run_over_several_lines_and_carry_comments() -> None:
    record = read_text(
        HEAD + "1. ? | # they mumbled\n 1x2 # low\n\n# a pause\n2x2 dudo\n=3 # sure\n"
    )
    actions = (NotedAction(Bid(1, 2)), NotedAction(Bid(2, 2)), NotedAction(Call.DUDO))
    assert record.rounds == (NotedRound(None, actions, 3),)
    assert [action.line for action in record.rounds[0].actions] == [6, 9, 9]


@pytest.mark.parametrize("opening", ["1.", "1", "1:"])
def test_the_number_of_a_round_with_or_without_its_dot(opening: str) -> None:
    assert read_text(f"{HEAD}{opening} ? | 1x2\n") == read_text(f"{HEAD}1. ? | 1x2\n")


# Actions


@pytest.mark.parametrize("token", ["3xP", "3xp", "3x1", "3XP", "3×P", "3×1", "03x1"])
def test_pacos_in_a_bid(token: str) -> None:
    assert action_from(token) == Bid(3, 1)


@pytest.mark.parametrize("token", ["4x5", "4X5", "4×5"])
def test_a_bid_is_written_with_any_times_sign(token: str) -> None:
    assert action_from(token) == Bid(4, 5)


@pytest.mark.parametrize("token", ["dudo", "Dudo", "DUDO"])
def test_calls_in_any_case(token: str) -> None:
    assert action_from(token) is Call.DUDO


@pytest.mark.parametrize(
    "token", ["", "4", "4x", "x5", "4x55", "4*5", "-1x2", "٤x5", "4x5x6", "=3"]
)
def test_invalid_action_tokens(token: str) -> None:
    assert action_from(token) is None


def test_one_is_accepted_for_a_paco_in_a_cup() -> None:
    one = read_text(HEAD + "1. 12446 p2345 1pP23 | 1x2\n")
    assert one == read_text(HEAD + "1. P2446 P2345 PPP23 | 1x2\n")
    assert "1. P2446 P2345 PPP23 | 1x2\n" in write_text(one)


def test_the_dice_of_a_cup_come_in_any_order() -> None:
    assert read_text(HEAD + "1. 6442P 11111 23456 |\n").rounds[0].cups == cups(
        "P2446", "PPPPP", "23456"
    )


@pytest.mark.parametrize("who", ["3", "Carlo", "carlo", "CARLO"])
def test_a_caller_by_name_or_number(who: str) -> None:
    assert actions_of(f"{CALZA}1. ? | 1x2 1x3 calza@1")[-1] == NotedAction(Call.CALZA, 0)
    assert actions_of(f"{CALZA}1. ? | 1x2 1x3 calza@{who}")[-1] == NotedAction(Call.CALZA, 2)


def test_a_caller_out_of_turn_is_written_by_name_where_the_name_is_one_plain_word() -> None:
    for names, written in (("Ana, Bea, Carlo", "@Bea"), ("Ana, Mr B, Carlo", "@2")):
        text = CALZA.replace("Ana, Bea, Carlo", names) + "1. ? | 1x2 1x3 2x3 calza@2 =2\n"
        record = read_text(text)
        assert f"calza{written} =2" in write_text(record)
        assert read_text(write_text(record)) == record


def test_a_seat_called_by_a_number_is_written_by_its_own_number() -> None:
    """``@2`` is always the second seat, even if the first one calls himself 2."""
    text = CALZA.replace("Ana, Bea, Carlo", "2, 1, 3").replace("@Ana", "@1")
    record = read_text(text + "1. ? | 1x2 1x3 2x3 calza@2\n")
    assert record.starter == StarterNamed(0, Choice.DRAWN)
    assert record.rounds[0].actions[-1].seat == 1
    assert read_text(write_text(record)) == record


# Rounds without cups


def test_a_round_without_cups_takes_the_count_of_the_table() -> None:
    assert play(HEAD + "1. ? | 3x4 dudo =3")[0].dice == (5, 4, 5)
    assert play(HEAD + "1. ? | 3x4 dudo =2")[0].dice == (4, 5, 5)


def test_the_last_count_may_still_be_open() -> None:
    assert play(HEAD + "1. ? | 3x4 dudo")[0].phase is Phase.COUNTING


def test_a_count_beside_the_cups_must_agree() -> None:
    shown = HEAD + "1. P2446 33345 23456 | 3x4 dudo "
    assert play(shown + "=5")[0] == play(shown)[0]
    problem = problem_in(shown + "=4")
    assert problem.fault is RecordFault.FOUND_DIFFERS
    assert (problem.line, problem.token, problem.expected) == (5, "=4", ("=5",))


# The first starter


@pytest.mark.parametrize(
    ("edition", "starter", "seat", "choice"),
    [
        ("asmodee-2009", "random @Bea", 1, Choice.DRAWN),
        ("asmodee-2024", "toucan @3", 2, Choice.TOUCAN),
        ("asmodee-2024", "random @1", 0, Choice.DRAWN),
        ("parker-1994", "@carlo", 2, Choice.NOTED),
        ("parker-1994", "rolls 3 P 6", 2, Choice.ROLLED),
        ("parker-1994", "rolls 5 5 2 / 3 3 - / 1 2 -", 1, Choice.ROLLED),
        ("weekend", "rolls 24 16 35", 2, Choice.ROLLED),
        ("weekend", "rolls 25 61 PP / 33 P6 -", 1, Choice.ROLLED),
    ],
)
def test_ways_to_find_the_first_starter(
    edition: str, starter: str, seat: int, choice: Choice
) -> None:
    match, events = play(ROLLED.replace("parker-1994", edition).format(starter))
    assert events[-1] == StarterChosen(seat, choice)
    assert match.phase is Phase.ROLLING
    record = record_of(("Ana", "Bea", "Carlo"), events)
    assert read_text(write_text(record)) == read_jsonl(write_jsonl(record)) == record


def test_a_tie_waits_for_the_next_roll_off() -> None:
    match, _ = play(ROLLED.format("rolls 5 5 2"))
    assert match.phase is Phase.STARTING
    assert match.score.contenders == (0, 1)


@pytest.mark.parametrize(
    ("edition", "starter", "reason", "clause"),
    [
        ("asmodee-2009", "toucan @Ana", Reason.STARTER_CHOICE_NOT_ALLOWED, "A1"),
        ("parker-1994", "random @Ana", Reason.STARTER_ROLLS_DUE, "P1"),
        ("menteur", "rolls 1 2 3", Reason.STARTER_NOT_ROLLED, "M1"),
        ("parker-1994", "rolls 11 2 3", Reason.WRONG_ROLLS, "P1"),
        ("weekend", "rolls 1 2 3", Reason.WRONG_ROLLS, "W1"),
        ("parker-1994", "rolls 1 2", Reason.WRONG_ROLLS, "P1"),
        ("parker-1994", "rolls 5 5 2 / 3 4 1", Reason.WRONG_ROLLS, "S1"),
        ("parker-1994", "rolls 5 - 2", Reason.WRONG_ROLLS, "P1"),
        ("parker-1994", "rolls 5 4 2 / 5 - -", Reason.STARTER_KNOWN, "P1"),
    ],
)
def test_first_starters_that_the_rules_refuse(
    edition: str, starter: str, reason: Reason, clause: str
) -> None:
    problem = problem_in(ROLLED.replace("parker-1994", edition).format(starter))
    assert (problem.fault, problem.line) == (RecordFault.REFUSED, 4)
    assert problem.refusal is not None
    assert (problem.refusal.reason, problem.refusal.clause) == (reason, clause)


# Problems


def test_an_illegal_action_names_its_line_the_clause_and_what_would_have_worked() -> None:
    problem = problem_in(HEAD + "1. ? | 2x4 dudo =1\n2. ? | 4x4 5x5 dudo")
    assert (problem.fault, problem.line, problem.token) == (RecordFault.REFUSED, 6, "5x5")
    assert problem.refusal is not None
    assert (problem.refusal.reason, problem.refusal.clause) == (Reason.ONE_AXIS, "A2")
    assert problem.turn is not None
    assert problem.turn.seat == 1
    assert problem.turn.dudo
    fours = [Bid(quantity, 4) for quantity in range(5, 16)]
    pacos = [Bid(quantity, 1) for quantity in range(2, 16)]
    assert set(problem.turn.bids) == {*fours, *pacos, Bid(4, 5), Bid(4, 6)}


@pytest.mark.parametrize("text", [TEXT, JSON])
def test_windows_files_are_read_too(text: str) -> None:
    assert read_record(b"\xef\xbb\xbf" + text.replace("\n", "\r\n").encode()) == RECORD
    assert read_record(text.rstrip("\n").encode()) == RECORD
    assert read_record(b"\n \n" + text.encode()) == RECORD


def test_a_file_is_refused_for_its_length_only_when_it_is_too_long() -> None:
    longest = TEXT.encode() + b"#" * (LONGEST - len(TEXT.encode()))
    assert read_record(longest) == RECORD
    assert problem_in(longest + b"#").fault is RecordFault.TOO_LONG


JSON_HEAD = '{"perudo":1,"edition":"menteur","seats":["A","B"]}\n{"starter":"random","seat":0}\n'

FAULTS: list[tuple[RecordFault, str | bytes, int, str]] = [
    (RecordFault.NOT_TEXT, b"perudo 1\nedition: \xff\n", 2, r"b'\xff'"),
    (RecordFault.NOT_TEXT, b"\xef\xbb\xbfperudo 1\n\xff", 2, r"b'\xff'"),
    (RecordFault.TOO_LONG, b"#" * (LONGEST + 1), 1, str(LONGEST + 1)),
    (RecordFault.NO_MARK, "", 1, ""),
    (RecordFault.NO_MARK, "\n# hello\nedition: menteur", 3, "edition: menteur"),
    (RecordFault.NO_MARK, '{"edition": "menteur"}', 1, ""),
    (RecordFault.VERSION, "\nperudo 2\n", 2, "2"),
    (RecordFault.VERSION, '{"perudo": 2}', 1, "2"),
    (RecordFault.VERSION, '{"perudo": true}', 1, "true"),
    (RecordFault.NO_MARK, '\n\n{"edition": "menteur"}', 3, ""),
    (RecordFault.HEADER, HEAD + "\ncolour: red\n", 6, "colour"),
    (RecordFault.HEADER, '{"perudo": 1, "colour": "red"}', 1, "colour"),
    (RecordFault.HEADER, JSON_HEAD + '\n{"round": 1, "colour": "red"}', 4, "colour"),
    (RecordFault.HEADER_TWICE, HEAD + "Edition: menteur\n", 5, "edition"),
    (RecordFault.HEADER_MISSING, "perudo 1\nseats: A, B\n", 1, "edition"),
    (RecordFault.HEADER_MISSING, "perudo 1\nedition: menteur\n", 1, "seats"),
    (RecordFault.HEADER_MISSING, '\n{"perudo": 1, "edition": "menteur"}', 2, "seats"),
    (RecordFault.HEADER_MISSING, JSON_HEAD + '{"actions": []}', 3, "round"),
    (RecordFault.HEADER_LATE, HEAD + "1. ? | 3x4\ndice: 3\n", 6, "dice:"),
    (RecordFault.ROUND, HEAD + "2dice: 3\n", 5, "2dice:"),
    (RecordFault.VALUE, HEAD + "dice: many\n", 5, "many"),
    (RecordFault.VALUE, HEAD + "house: raising\n", 5, "raising"),
    (RecordFault.VALUE, HEAD + "house: raising=any-face raising=one-axis\n", 5, "raising=one-axis"),
    (RecordFault.VALUE, HEAD.replace("random", "somehow"), 4, "somehow @Ana"),
    (
        RecordFault.VALUE,
        JSON_HEAD + '{"round": 1, "actions": [{"bid": 4}]}',
        3,
        'actions: {"bid": 4}',
    ),
    (RecordFault.VALUE, JSON_HEAD + '{"round": 1, "found": -1}', 3, "found: -1"),
    (RecordFault.VALUE, JSON_HEAD + '{"round": 1, "found": 10000}', 3, "found: 10000"),
    (RecordFault.VALUE, JSON_HEAD + '{"round": 1, "found": true}', 3, "found: true"),
    (RecordFault.VALUE, JSON_HEAD + '{"round": 1, "found": 4}', 3, "found: 4"),
    (RecordFault.VALUE, JSON_HEAD.replace("random", "luck"), 2, 'starter: "luck"'),
    (
        RecordFault.VALUE,
        JSON_HEAD.replace('"random","seat":0', '"rolled","rolls":[]'),
        2,
        "rolls: []",
    ),
    (RecordFault.NAME, HEAD.replace("Bea", "ANA"), 3, "ANA"),
    (RecordFault.NAME, HEAD.replace("Bea", " "), 3, ""),
    (RecordFault.NAME, HEAD.replace("Bea", "B" * 41), 3, "B" * 41),
    (RecordFault.NAME, '{"perudo":1,"edition":"menteur","seats":["A","B\\n"]}', 1, "B\n"),
    (RecordFault.SETUP, HEAD.replace("asmodee-2009", "asmodee"), 2, "asmodee"),
    (RecordFault.SETUP, HEAD.replace("Ana, Bea, Carlo", "Ana"), 3, "1"),
    (RecordFault.SETUP, HEAD + "options: palifico\n", 5, "palifico"),
    (RecordFault.SETUP, HEAD + "house: raising=up\n", 5, "up"),
    (RecordFault.SETUP, HEAD + "dice: 9\n", 5, "9"),
    (RecordFault.SETUP, HEAD + "house: raising=any-face\noptions: poker\n", 6, "poker"),
    (RecordFault.SETUP, HEAD.replace("asmodee-2009", "chess") + "options: calza\n", 2, "chess"),
    (RecordFault.SETUP, HEAD + "house: first_starter=random\n", 5, "first_starter"),
    (RecordFault.SETUP, '{"perudo":1,"edition":"menteur","seats":["A","B"],"dice":6}', 1, "6"),
    (RecordFault.ROUND, HEAD + "3x4 dudo\n", 5, "3x4"),
    (RecordFault.ROUND, HEAD + "1. ? 3x4 dudo\n", 5, "1."),
    (RecordFault.ROUND_NUMBER, HEAD + "1. ? | 3x4 dudo =3\n3. ? | 3x4\n", 6, "3."),
    (RecordFault.ROUND_NUMBER, JSON_HEAD + '{"round": 2}', 3, "2"),
    (RecordFault.CUP, HEAD + "1. P2446 33345 23457 | 3x4\n", 5, "23457"),
    (RecordFault.CUP, HEAD.replace("random @Ana", "rolls 1 2 X"), 4, "X"),
    (RecordFault.CUP, JSON_HEAD + '{"round": 1, "cups": [[1], "23"]}', 3, '"23"'),
    (RecordFault.ACTION, HEAD + "1. ? | 3x4\n4x4 pass\n", 6, "pass"),
    (RecordFault.ACTION, HEAD + "1. ? | 3x4 =3\n", 5, "=3"),
    (RecordFault.ACTION, HEAD + "1. ? | 3x4#low\n", 5, "3x4#low"),
    (RecordFault.SEAT, JSON_HEAD.replace('"seat":0', '"seat":-1'), 2, "-1"),
    (RecordFault.SEAT, HEAD + "1. ? | 3x4 dudo@Dora\n", 5, "@Dora"),
    (RecordFault.SEAT, HEAD.replace("@Ana", "@4"), 4, "@4"),
    (RecordFault.SEAT, JSON_HEAD.replace('"seat":0', '"seat":2'), 2, "2"),
    (RecordFault.AFTER_CALL, HEAD + "1. ? | 3x4 dudo\n4x4\n", 6, "4x4"),
    (RecordFault.AFTER_CALL, HEAD + "1. ? | 3x4 dudo =3 =3\n", 5, "=3"),
    (
        RecordFault.AFTER_CALL,
        JSON_HEAD + '{"round": 1, "actions": [{"bid": [1, 2]}, {"call": "dudo"}, {"bid": [2, 2]}]}',
        3,
        '{"bid": [2, 2]}',
    ),
    (RecordFault.NOT_CALLED, HEAD + "1. ? | 3x4\n\n2. ? | 3x4\n", 7, "2."),
    (RecordFault.STARTER_MISSING, HEAD.replace("starter: random @Ana\n", "1. ? |\n"), 4, ""),
    (RecordFault.STARTER_MISSING, ROLLED.format("rolls 5 5 2") + "1. ? |\n", 4, ""),
    (RecordFault.FOUND_MISSING, HEAD + "1. ? | 3x4 dudo\n2. ? | 3x4\n", 6, "2."),
    (RecordFault.FOUND_DIFFERS, HEAD + "1. P2446 33345 23456 | 3x4\ndudo =4\n", 6, "=4"),
    (
        RecordFault.FAIR,
        HEAD.replace("seats", "fair: t/1\nseats") + "1. ? | 3x4\nfair x\n",
        7,
        "fair x",
    ),
    (RecordFault.JSON, JSON_HEAD + "{", 3, "{"),
    (RecordFault.JSON, JSON_HEAD + "\n[1]", 4, "[1]"),
    (RecordFault.REFUSED, HEAD + "1. ? | 3x4\n3x4 dudo", 6, "3x4"),
    (RecordFault.REFUSED, HEAD + "1. P2446 3334 23456 | 3x4\n", 5, "P2446 3334 23456"),
    (RecordFault.REFUSED, CALZA + "1. ? | 3x4 4x4 calza@Bea\n", 6, "calza"),
    (RecordFault.REFUSED, HEAD + "1. ? | 3x4 dudo =16\n", 5, "=16"),
]


@pytest.mark.parametrize(
    ("fault", "data", "line", "token"),
    FAULTS,
    ids=[f"{fault.value}-{number}" for number, (fault, *_) in enumerate(FAULTS)],
)
def test_every_fault_says_where_and_what(
    fault: RecordFault, data: str | bytes, line: int, token: str
) -> None:
    problem = problem_in(data)
    assert (problem.fault, problem.line, problem.token) == (fault, line, token)
    assert str(problem) == f"line {line}: {fault.value}: {token!r}"
    assert (problem.refusal is not None) == (fault is RecordFault.REFUSED)
    assert (problem.setup is not None) == (fault is RecordFault.SETUP)


def test_every_fault_has_an_example() -> None:
    assert {fault for fault, *_ in FAULTS} == set(RecordFault)


def test_a_setup_problem_says_what_would_work() -> None:
    problem = problem_in(HEAD.replace("asmodee-2009", "menteur") + "options: calza\n").setup
    assert problem is not None
    assert problem.fault is SetupFault.OPTION_NOT_OFFERED


def test_an_unknown_starter_form_lists_the_known_ones() -> None:
    problem = problem_in(HEAD.replace("random @Ana", "Ana"))
    assert problem.expected == ("random @NAME", "toucan @NAME", "@NAME", "rolls 3 5 2")


def test_roll_offs_are_kept_one_by_one() -> None:
    record = read_text(ROLLED.format("rolls 5 5 2 / 3 4 -"))
    assert record.starter == StarterRolls((cups("5", "5", "2"), (*cups("3", "4"), None)))
