"""A game's whole tree in C++, for algorithms that walk it again and again.

OpenSpiel runs its algorithms on games written in Python too, but every step of every walk is then a
call into Python. Written out once in the tree format that OpenSpiel reads (``efg``), the same game
is walked as fast as OpenSpiel's own.
"""

from collections.abc import Iterator
from typing import Any

import pyspiel


def as_tree(game: Any) -> Any:
    """The same game as OpenSpiel's own ``efg_game``. The whole tree is held in memory."""
    return pyspiel.load_efg_game("".join(_lines(game)))


def _lines(game: Any) -> Iterator[str]:
    yield f'EFG 2 R "{game}" {{ "0" "1" }}\n'
    numbers: tuple[dict[str, int], dict[str, int]] = ({}, {})
    outcomes = 0
    waiting = [game.new_initial_state()]
    while waiting:
        state = waiting.pop()
        if state.is_terminal():
            outcomes += 1
            first, second = state.returns()
            yield f't "" {outcomes} "" {{ {first} {second} }}\n'
            continue
        if state.is_chance_node():
            chances = state.chance_outcomes()
            legal = [action for action, _ in chances]
            # Every chance node is an information set of its own; OpenSpiel asks for a number.
            named = " ".join(f'"{action}" {chance:.17g}' for action, chance in chances)
            yield f'c "" 1 "" {{ {named} }} 0\n'
        else:
            player = state.current_player()
            known = numbers[player]
            number = known.setdefault(state.information_state_string(), len(known) + 1)
            legal = state.legal_actions()
            named = " ".join(f'"{state.action_to_string(player, action)}"' for action in legal)
            yield f'p "" {player + 1} {number} "" {{ {named} }} 0\n'
        # The format lists a node's branches in order, each with all that grows from it.
        waiting += [state.child(action) for action in reversed(legal)]
