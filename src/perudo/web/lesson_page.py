"""The lesson page: dealt scenes as questions, with a reply to each choice."""

from collections.abc import Callable, Sequence
from typing import Final, NamedTuple

from perudo.engine.actions import Seat
from perudo.engine.bid import Bid
from perudo.engine.dice import Face, counting_faces
from perudo.engine.edition import CalzaBarred, Presence
from perudo.engine.editions import EDITIONS
from perudo.engine.events import DieLost, DieRegained, Showdown
from perudo.i18n.tongue import Tongue
from perudo.table.live.settings import has_coach
from perudo.web.lesson_scenes import SEATS, YOU, Lesson, Raise, Try
from perudo.web.reader import Reader
from perudo.web.rendering import Page, page, tongue
from perudo.wording.dice_text import bid_text, die_text, faces_text
from perudo.wording.refusal_text import refusal_text, without_clause
from perudo.wording.rule_text import box_text, palifico_about, value_text
from perudo.wording.story import Story

NEIGHBOURS: Final = ("Rosa", "Inti")
COLOURS: Final = ("red", "blue", "purple")
END: Final = "end"


class Answer(NamedTuple):
    """A choice and the reply to it. ``done``: it settles the question, right or wrong."""

    label: str
    says: str
    mark: str
    done: bool


def _mark(right: bool) -> str:
    return "good" if right else "bad"


class Die(NamedTuple):
    face: Face
    label: str
    counts: bool
    lit: str
    """Its label once it is shown to count."""


class Place(NamedTuple):
    name: str
    colour: str
    up: bool
    """Whether the cup is up from the start."""
    dice: tuple[Die, ...]


class SpokenBid(NamedTuple):
    """A bid with its bidder, as the page shows it."""

    name: str
    colour: str
    bid: Bid
    text: str


def lesson_page(reader: Reader, lesson: Lesson, step: str = "") -> Page:
    box = lesson.rules.words.value
    words = Wording(tongue(reader.lang, box), lesson)
    steps = [name for name in STEPS if name not in _missing(lesson)]
    return page(
        "lesson",
        reader,
        box=box,
        styles=("lesson",),
        scripts=("lesson",),
        steps=steps,
        now=step if step in (*steps, END) else steps[0],
        edition=lesson.rules.key,
        boxes=[(key, box_text(words.t, e.words)) for key, e in EDITIONS.items()],
        has_coach=has_coach(),
        no_calza=lesson.calza is None,
        scenes={name: STEPS[name](words) for name in steps},
    )


def _missing(lesson: Lesson) -> set[str]:
    """Steps about rules that the box does not have."""
    scenes = {"palifico": lesson.palifico, "calza": lesson.calza}
    return {name for name, scene in scenes.items() if scene is None}


class Wording:
    """Texts for the scenes of one lesson."""

    def __init__(self, t: Tongue, lesson: Lesson) -> None:
        self.t = t
        self.lesson = lesson
        self.names = (t.say("You"), *NEIGHBOURS)
        self._story = Story(t, lesson.rules, self.names, YOU)

    def places(
        self, showdown: Showdown, *, up: Sequence[Seat] = (), jokers: bool = True
    ) -> list[Place]:
        """The cups with their dice, the learner's last; ``up`` are those already lifted."""
        assert showdown.cups is not None
        counting = counting_faces(showdown.bid.face, jokers=jokers)
        return [
            Place(
                self.names[seat],
                COLOURS[seat],
                seat in up,
                tuple(self._die(face, face in counting) for face in showdown.cups[seat]),
            )
            for seat in (*range(1, SEATS), YOU)
        ]

    def _die(self, face: Face, counts: bool) -> Die:
        label = die_text(self.t, face)
        return Die(face, label, counts, self.t.say("{die}, counts", die=label))

    def spoken(self, seat: Seat, bid: Bid) -> SpokenBid:
        return SpokenBid(self.names[seat], COLOURS[seat], bid, bid_text(self.t, bid))

    def outcome(self, showdown: Showdown) -> list[str]:
        """The count, and what it means for the bid."""
        return list(self._story.outcome(showdown))

    def dice_change(self, showdown: Showdown) -> str:
        """Who loses or regains a die."""
        if showdown.gainer is not None:
            return " ".join(self._story.lines(DieRegained(showdown.gainer)))
        assert showdown.loser is not None
        return " ".join(self._story.lines(DieLost(showdown.loser)))

    def refusal(self, tried: Try) -> str:
        assert tried.refusal is not None
        return without_clause(refusal_text(self.t, tried.refusal, self.names, tried.bid))

    def bids(self, scene: Raise) -> list[Answer]:
        """Answers to a question in which any legal bid is right."""
        return [
            Answer(
                bid_text(self.t, tried.bid),
                self._higher(scene.standing, tried.bid)
                if tried.refusal is None
                else self.refusal(tried),
                _mark(tried.refusal is None),
                tried.refusal is None,
            )
            for tried in scene.tries
        ]

    def _higher(self, standing: Bid, bid: Bid) -> str:
        if bid.quantity == standing.quantity:
            return self.t.say("Yes: the same number of dice, but a higher face.")
        if bid.face == standing.face:
            return self.t.say("Yes: more dice of the same face.")
        return self.t.say("Yes: more dice, of another face.")

    def least(self, scene: Raise, right: str) -> list[Answer]:
        """Answers to a question in which only the least legal number is right."""
        least = min(scene.legal)
        return [
            Answer(
                str(tried.bid.quantity),
                right
                if tried.bid == least
                else self.t.say("You may, but fewer would do.")
                if tried.refusal is None
                else self.refusal(tried),
                _mark(tried.bid == least),
                tried.bid == least,
            )
            for tried in scene.tries
        ]

    def option_of_box(self, point: str) -> bool:
        return getattr(EDITIONS[self.lesson.rules.key], point) is Presence.OPTIONAL


def _cup(words: Wording) -> dict[str, object]:
    return {"places": words.places(words.lesson.guess)[-1:]}


def _all(words: Wording) -> dict[str, object]:
    t, showdown = words.t, words.lesson.guess
    counted = words.outcome(showdown)[0]
    answers = []
    for guess in words.lesson.guesses:
        off = abs(guess - showdown.found)
        if off == 0:
            praise = t.say("Spot on!")
        elif off == 1:
            praise = t.say("So close!")
        else:
            praise = t.say("Nobody can know. That is the game.")
        # A wrong guess is not marked as a mistake.
        mark = "good" if off <= 1 else "plain"
        answers.append(Answer(str(guess), f"{praise} {counted}", mark, done=True))
    return {
        "places": words.places(showdown, up=(YOU,)),
        "bid": bid_text(t, showdown.bid),
        "faces": faces_text(t, showdown.bid.face),
        "answers": answers,
    }


def _jokers(words: Wording) -> dict[str, object]:
    showdown = words.lesson.jokers
    return {
        "places": words.places(showdown, up=range(SEATS)),
        "faces": faces_text(words.t, showdown.bid.face),
        "counted": words.outcome(showdown)[0],
    }


def _raising(words: Wording) -> dict[str, object]:
    scene = words.lesson.raising
    return {
        "rule": value_text(words.t, words.lesson.rules.raising),
        "said": words.spoken(scene.bidder, scene.standing),
        "answers": words.bids(scene),
    }


def _pacos(words: Wording) -> dict[str, object]:
    t, there, back = words.t, words.lesson.to_pacos, words.lesson.from_pacos
    half, double = min(there.legal), min(back.legal)
    return {
        "there": words.spoken(there.bidder, there.standing),
        "there_answers": words.least(
            there,
            t.say(
                "Yes: half of {n}, rounded up, is {least}.",
                n=there.standing.quantity,
                least=half.quantity,
            ),
        ),
        "back": words.spoken(back.bidder, back.standing),
        "faces": faces_text(t, double.face),
        "back_answers": words.least(
            back,
            t.say(
                "Yes: twice {n} plus one is {least}.",
                n=back.standing.quantity,
                least=double.quantity,
            ),
        ),
    }


def _dudo(words: Wording) -> dict[str, object]:
    t, showdown = words.t, words.lesson.dudo
    outcome = " ".join(words.outcome(showdown))
    holds = showdown.holds
    doubted = t.say("This time it was true.") if holds else t.say("Good call!")
    believed = t.say("Well judged.") if holds else t.say("A bluff, and it went through!")
    why = (
        t.say("The bid holds, so whoever doubted it pays.")
        if holds
        else t.say("The bid does not hold, so whoever made it pays.")
    )
    places = words.places(showdown, up=(YOU,))
    return {
        "places": places,
        "said": words.spoken(showdown.bidder, showdown.bid),
        "mine": sum(die.counts for die in places[-1].dice),
        "hidden": sum(len(place.dice) for place in places[:-1]),
        "answers": [
            Answer(t.say("{Dudo}!"), f"{doubted} {outcome}", _mark(not holds), done=True),
            Answer(t.say("I believe it"), f"{believed} {outcome}", _mark(holds), done=True),
        ],
        "losers": [
            Answer(
                words.names[seat],
                f"{why} {words.dice_change(showdown)}",
                _mark(seat == showdown.loser),
                seat == showdown.loser,
            )
            for seat in (YOU, showdown.bidder)
        ],
    }


def _palifico(words: Wording) -> dict[str, object]:
    t, scene = words.t, words.lesson.palifico
    assert scene is not None
    return {
        "optional": words.option_of_box("palifico"),
        "about": palifico_about(t, words.lesson.rules),
        "places": words.places(scene.showdown, up=(YOU,), jokers=False),
        "said": [words.spoken(seat, bid) for seat, bid in scene.bids],
        "answers": words.bids(scene.turn),
        "bid": bid_text(t, scene.showdown.bid),
        "faces": faces_text(t, scene.showdown.bid.face),
        "counted": words.outcome(scene.showdown)[0],
        "with_jokers": scene.with_jokers,
    }


def _calza(words: Wording) -> dict[str, object]:
    t, showdown, rules = words.t, words.lesson.calza, words.lesson.rules
    assert showdown is not None
    outcome = " ".join(words.outcome(showdown))
    exact = showdown.gainer is not None
    instead = (
        t.say("{Calza} would have won you a die.")
        if exact
        else t.say("{Calza} would have cost you a die.")
    )
    barred = rules.calza_barred is not CalzaBarred.NEVER
    return {
        "optional": words.option_of_box("calza"),
        "places": words.places(showdown, up=(YOU,)),
        "said": words.spoken(showdown.bidder, showdown.bid),
        "callers": value_text(t, rules.calza_callers),
        "barred": value_text(t, rules.calza_barred) if barred else "",
        "answers": [
            Answer(
                t.say("{Calza}!"),
                f"{outcome} {words.dice_change(showdown)}",
                _mark(exact),
                done=True,
            ),
            Answer(t.say("I say nothing"), f"{outcome} {instead}", _mark(not exact), done=True),
        ],
    }


STEPS: Final[dict[str, Callable[[Wording], dict[str, object]]]] = {
    "cup": _cup,
    "all": _all,
    "jokers": _jokers,
    "raising": _raising,
    "pacos": _pacos,
    "dudo": _dudo,
    "palifico": _palifico,
    "calza": _calza,
}
"""Each step by its name in addresses, in teaching order."""
