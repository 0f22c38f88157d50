"""What the coach says, in the reader's language and the words of the box."""

from collections.abc import Iterator
from typing import assert_never

from perudo.coach.advice import Advice, Outlook
from perudo.coach.judging import Bluff, Judged, SeatSummary, Verdict
from perudo.coach.lessons import Lesson, Topic
from perudo.engine.actions import CALZA, DUDO, Action
from perudo.engine.bid import Bid
from perudo.i18n.tongue import Tongue
from perudo.wording.dice_text import bid_text
from perudo.wording.odds_text import chance_text, percent


def percent_text(t: Tongue, chance: float) -> str:
    return t.say("{percent} %", percent=percent(chance))


def points(chance: float) -> int:
    """Return a difference of chances in whole points."""
    return round(100 * chance)


def points_text(t: Tongue, chance: float) -> str:
    return t.plural("{n} point", "{n} points", points(chance))


def action_text(t: Tongue, action: Action | None) -> str:
    """An action as it is said at the table; None lets a calza pass."""
    if action is None:
        return t.say("say nothing")
    return bid_text(t, action) if isinstance(action, Bid) else t.word(action.value)


def hint_text(t: Tongue, advice: Advice) -> tuple[str, ...]:
    """A hint in a few sentences: the odds, what the bids tell, the best action, the others."""
    return (*bid_lines(t, advice), *best_lines(t, advice), *cost_lines(t, advice))


def best_lines(t: Tongue, advice: Advice) -> tuple[str, ...]:
    """What is best, and what it leads to."""
    best = advice.best
    return (
        t.say("Best: {action}.", action=action_text(t, best.action)),
        t.say("Your chance to win: {chance}.", chance=chance_text(t, best.wins)),
    )


def cost_lines(t: Tongue, advice: Advice) -> tuple[str, ...]:
    """What the actions of other kinds cost."""
    return tuple(_cost_text(t, advice, other) for other in alternatives(advice))


def alternatives(advice: Advice) -> tuple[Outlook, ...]:
    """Return the best action of each other kind: a bid, dudo, calza, to say nothing."""
    kinds = {_kind(advice.best): advice.best}
    for outlook in advice.outlooks:
        kinds.setdefault(_kind(outlook), outlook)
    return tuple(kinds.values())[1:]


def how_text(t: Tongue) -> tuple[str, ...]:
    """Answer the question how the coach knows, with what it assumes."""
    return (
        t.say("The first chance counts your own dice and how many others there are."),
        t.say(
            "The second also listens to the bids. It takes everybody to bid as the champion would: "
            "more often with good dice than without."
        ),
        t.say("The chance to win is right if everybody plays on like the champion."),
        t.say("The coach sees no more than you do."),
    )


def verdict_text(t: Tongue, verdict: Verdict) -> str:
    match verdict:
        case Verdict.GOOD:
            return t.say("good")
        case Verdict.INACCURACY:
            return t.say("inaccuracy")
        case Verdict.MISTAKE:
            return t.say("mistake")
        case Verdict.BLUNDER:
            return t.say("blunder")
        case _ as never:
            assert_never(never)


def bluff_text(t: Tongue, bluff: Bluff) -> str:
    match bluff:
        case Bluff.PASSED:
            return t.say("a bluff that passed")
        case Bluff.CAUGHT:
            return t.say("a bluff that was caught")
        case Bluff.HELD:
            return t.say("a bluff that was true after all")
        case _ as never:
            assert_never(never)


def judged_text(t: Tongue, judged: Judged) -> str:
    """One line: what was done, what it was worth, and what would have been better."""
    said = t.say(
        "{action}: {verdict}.",
        action=action_text(t, judged.action),
        verdict=verdict_text(t, judged.verdict),
    )
    if judged.verdict is Verdict.GOOD:
        return said
    better = t.say(
        "Better: {action}, by {points}.",
        action=action_text(t, judged.advice.best.action),
        points=points_text(t, judged.lost),
    )
    return f"{said} {better}"


def explained(t: Tongue, judged: Judged) -> tuple[str, ...]:
    """The answer to a practised position: the verdict, then the odds and the other actions."""
    lines = [judged_text(t, judged), *hint_text(t, judged.advice)]
    return (*lines, *_favourite_lines(t, judged))


def _favourite_lines(t: Tongue, judged: Judged) -> tuple[str, ...]:
    """What the champion would say, if that is neither what was done nor the best."""
    favourite = [outlook.action for outlook in judged.advice.champion()[:1]]
    if favourite and favourite[0] not in (judged.action, judged.advice.best.action):
        said = action_text(t, favourite[0])
        return (t.say("The champion would say: {action}.", action=said),)
    return ()


def luck_text(t: Tongue, summary: SeatSummary) -> tuple[str, ...]:
    """How a seat's result came about; the numbers add up."""
    start, result = percent(summary.start), percent(summary.result)
    given = points(summary.lost)
    luck = result - start + given
    lines = [t.say("Chance to win at the start {start} %, at the end {end} %.", start=start,
                   end=result)]  # fmt: skip
    lines.append(t.plural("Own decisions gave away {n} point.",
                          "Own decisions gave away {n} points.", given))  # fmt: skip
    lines.append(
        t.plural("Dice and the others brought {n} point.",
                 "Dice and the others brought {n} points.", luck)
        if luck >= 0
        else t.plural("Dice and the others took {n} point.",
                      "Dice and the others took {n} points.", -luck)
    )  # fmt: skip
    return tuple(lines)


def lesson_text(t: Tongue, lesson: Lesson) -> tuple[str, ...]:
    """What to learn, and the evidence."""
    return tuple(_lesson_lines(t, lesson))


def _lesson_lines(t: Tongue, lesson: Lesson) -> Iterator[str]:
    yield topic_text(t, lesson.topic)
    if lesson.topic in (Topic.LUCKY, Topic.UNLUCKY):
        yield t.say("{points} of winning chance.", points=points_text(t, abs(lesson.lost)))
        return
    if lesson.worst is None:
        yield t.say("{n} of {all}.", n=lesson.times, all=lesson.of)
        return
    yield t.plural(
        "{n} time, {points} of winning chance.",
        "{n} times, {points} of winning chance.",
        lesson.times,
        points=points_text(t, lesson.lost),
    )
    worst = lesson.worst
    yield t.say(
        "{round}: {played}, where {best} was better.",
        round=t.say("Round {number}", number=worst.round),
        played=action_text(t, worst.action),
        best=action_text(t, worst.advice.best.action),
    )


def topic_text(t: Tongue, topic: Topic) -> str:
    match topic:
        case Topic.DOUBTED_EARLY:
            return t.say("You doubt too early: go on while the bid is likely enough.")
        case Topic.BELIEVED_LONG:
            return t.say("You believe too long: doubt when a bid gets too high.")
        case Topic.OPENED_HIGH:
            return t.say("You open too high: start lower and let the others climb.")
        case Topic.OPENED_LOW:
            return t.say("You open too low: a higher first bid puts the others under pressure.")
        case Topic.RAISED_HIGH:
            return t.say("You go higher than your dice allow: a smaller step is enough.")
        case Topic.RAISED_LOW:
            return t.say("You bid too timidly: a bolder bid leaves the doubt to the next player.")
        case Topic.MISSED_CALZA:
            return t.say("You miss {calza}: call it when the number is likely just right.")
        case Topic.RASH_CALZA:
            return t.say("You call {calza} too soon: one die more or less, and it is wrong.")
        case Topic.PALIFICO:
            return t.say("{Palifico} costs you points: there are no jokers then, so bid less.")
        case Topic.STEADY:
            return t.say("Your decisions were good.")
        case Topic.GOOD_DOUBTS:
            return t.say("Your doubts were right.")
        case Topic.UNLUCKY_DOUBTS:
            return t.say("Your doubts failed, but the odds were with you: go on like that.")
        case Topic.GOOD_BLUFFS:
            return t.say("Your bluffs got through.")
        case Topic.CAUGHT_BLUFFS:
            return t.say("Your bluffs were caught, but they were worth the risk.")
        case Topic.NEVER_BLUFFED:
            return t.say("You never bluffed: now and then a bluff keeps the others guessing.")
        case Topic.LUCKY:
            return t.say("The dice and the others helped you.")
        case Topic.UNLUCKY:
            return t.say("The dice and the others were against you: that was luck, not your play.")
        case _ as never:
            assert_never(never)


def bid_lines(t: Tongue, advice: Advice) -> tuple[str, ...]:
    """How likely the standing bid is; nothing if there is none."""
    return tuple(_bid_lines(t, advice))


def _bid_lines(t: Tongue, advice: Advice) -> Iterator[str]:
    plain, read = advice.plain, advice.read
    if plain is None:
        return
    yield t.say("{bid}: {chance}.", bid=bid_text(t, plain.bid), chance=chance_text(t, plain.holds))
    certain = plain.holds in (0.0, 1.0)
    if read is not None and not certain and percent(read.holds) != percent(plain.holds):
        yield t.say("What the table bid makes it {percent} %.", percent=percent(read.holds))
    if any(outlook.action is CALZA for outlook in advice.outlooks):
        exact = (read or plain).exact
        yield t.say("There are exactly as many: {chance}.", chance=chance_text(t, exact))


def _kind(outlook: Outlook) -> object:
    return Bid if isinstance(outlook.action, Bid) else outlook.action


def _cost_text(t: Tongue, advice: Advice, other: Outlook) -> str:
    cost = points(advice.best.wins - other.wins)
    if not cost:
        return t.say("Just as good: {action}.", action=action_text(t, other.action))
    if other.action is None:
        return t.plural("To say nothing costs you {n} point of winning chance.",
                        "To say nothing costs you {n} points of winning chance.", cost)  # fmt: skip
    if other.action is DUDO:
        return t.plural("Doubting costs you {n} point of winning chance.",
                        "Doubting costs you {n} points of winning chance.", cost)  # fmt: skip
    if other.action is CALZA:
        return t.plural("{Calza} costs you {n} point of winning chance.",
                        "{Calza} costs you {n} points of winning chance.", cost)  # fmt: skip
    return t.plural("To go on with {bid} costs you {n} point of winning chance.",
                    "To go on with {bid} costs you {n} points of winning chance.",
                    cost, bid=action_text(t, other.action))  # fmt: skip
