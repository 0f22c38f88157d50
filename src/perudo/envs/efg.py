"""A game's whole tree as OpenSpiel's ``efg_game``, for algorithms that walk it many times.

OpenSpiel's algorithms also run on games written in Python, but then every step of every walk calls
Python. Written once in the tree format ``efg``, the same game is walked at the speed of C++.
"""

from collections.abc import Iterator
from typing import Any

import pyspiel


def as_tree(game: Any) -> Any:
    """Return the same game as an ``efg_game``, which holds the whole tree in memory."""
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
            # The format requires a number for the information set of a chance node.
            named = " ".join(f'"{action}" {chance:.17g}' for action, chance in chances)
            yield f'c "" 1 "" {{ {named} }} 0\n'
        else:
            player = state.current_player()
            known = numbers[player]
            number = known.setdefault(state.information_state_string(), len(known) + 1)
            legal = state.legal_actions()
            named = " ".join(f'"{state.action_to_string(player, action)}"' for action in legal)
            yield f'p "" {player + 1} {number} "" {{ {named} }} 0\n'
        # The format lists the branches of a node in order, each followed by its whole subtree.
        waiting += [state.child(action) for action in reversed(legal)]
