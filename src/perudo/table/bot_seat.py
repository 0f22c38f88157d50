"""Let a bot play a seat, and forfeit its turn when it fails.

A bot that raises, takes too long or answers anything but a legal action forfeits the turn: *dudo*
is called for it, or the lowest legal bid is made where there is nothing to doubt. A calza that it
fails to decide on is not called. The match goes on, and the fault is reported.
"""

import signal
import threading
from collections.abc import Callable
from enum import Enum, unique
from random import Random
from types import FrameType
from typing import Any, Final, NamedTuple, TypeVar

from perudo.bots.bot import Bot
from perudo.engine.actions import DUDO, Action
from perudo.engine.events import Event
from perudo.engine.hearing import Verdict
from perudo.engine.refusals import IllegalAction, Refusal
from perudo.engine.view import View


@unique
class BotFault(Enum):
    """What a bot did instead of playing."""

    RAISED = "raised"
    SLOW = "slow"
    NONSENSE = "nonsense"


class BotProblem(NamedTuple):
    fault: BotFault
    detail: str


class OutOfTime(BaseException):
    """Not an Exception, so that a bot's own ``except Exception`` does not swallow it."""


T = TypeVar("T")


class BotSeat:
    """A player for ``LocalTable`` that plays what a bot decides."""

    is_person = False

    def __init__(self, bot: Bot, rng: Random, *, seconds: float | None = None) -> None:
        self._bot, self._rng, self._seconds = bot, rng, seconds
        self.problems: list[BotProblem] = []

    def on_event(self, event: Event) -> None:
        pass

    def on_verdict(self, verdict: Verdict) -> None:
        pass

    def act(self, view: View) -> Action:
        action = self._asked(lambda: self._bot.act(view, self._rng))
        if action in view.legal:
            return action  # type: ignore[return-value]
        if action is not None:
            self.problems.append(BotProblem(BotFault.NONSENSE, f"act: {action!r}"[:200]))
        return forfeit(view)

    def claims_calza(self, view: View) -> bool:
        claim = self._asked(lambda: self._bot.claims_calza(view, self._rng))
        if claim is not None and not isinstance(claim, bool):
            self.problems.append(BotProblem(BotFault.NONSENSE, f"claims_calza: {claim!r}"[:200]))
        return claim is True

    def on_refusal(self, action: Action, refusal: Refusal) -> None:  # noqa: ARG002
        # Only legal actions are passed on.
        raise IllegalAction(refusal)

    def _asked(self, ask: Callable[[], T]) -> T | None:
        """Return the bot's answer; None, with the fault noted, if it gives none."""
        try:
            if self._seconds is None:
                answer = ask()
            else:
                with time_limit(self._seconds):
                    answer = ask()
        except OutOfTime:
            self.problems.append(BotProblem(BotFault.SLOW, f"more than {self._seconds} s"))
            return None
        except (Exception, SystemExit) as error:
            self.problems.append(
                BotProblem(BotFault.RAISED, f"{type(error).__name__}: {error}"[:200])
            )
            return None
        if answer is None:
            self.problems.append(BotProblem(BotFault.NONSENSE, "None"))
        return answer


def forfeit(view: View) -> Action:
    """The action of a bot that forfeits its turn."""
    if view.legal.dudo:
        return DUDO
    assert view.legal.bids is not None
    return min(view.legal.bids)


PATIENCE = 5
"""The limit on wall-clock time, as a multiple of the limit on processor time."""


class time_limit:  # noqa: N801 - used like a function
    """Raise ``OutOfTime`` in the block when it uses more than this much processor time.

    Processor time, so that a busy machine is not held against a bot; one that only waits is stopped
    after ``PATIENCE`` times the limit of wall-clock time. This interrupts Python code and waiting
    system calls in the main thread; in other threads, and in a C function that never returns, a bot
    cannot be stopped.
    """

    def __init__(self, seconds: float) -> None:
        self._seconds = seconds
        self._before: list[tuple[signal.Signals, Any]] = []

    def __enter__(self) -> None:
        if threading.current_thread() is not threading.main_thread():
            return
        self._over = False
        for number in (signal.SIGPROF, signal.SIGALRM):
            self._before.append((number, signal.signal(number, self._ring)))
        # The timers repeat, in case the bot catches even this.
        signal.setitimer(signal.ITIMER_PROF, self._seconds, self._seconds)
        signal.setitimer(signal.ITIMER_REAL, PATIENCE * self._seconds, self._seconds)

    def __exit__(self, *_: object) -> None:
        self._over = True
        if not self._before:
            return
        signal.setitimer(signal.ITIMER_PROF, 0)
        signal.setitimer(signal.ITIMER_REAL, 0)
        for number, handler in self._before:
            signal.signal(number, handler)

    def _ring(self, _signal: int, frame: FrameType | None) -> None:
        # Not where the limit is set or taken away, or it would go on after the block.
        if not self._over and (frame is None or frame.f_code not in _AROUND_THE_BLOCK):
            raise OutOfTime


_AROUND_THE_BLOCK: Final = (time_limit.__enter__.__code__, time_limit.__exit__.__code__)
