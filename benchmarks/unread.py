"""The bot ``reader`` without its book, to measure what the book adds:

perudo arena --bot reader --against benchmarks/unread.py:Unread --seats 2 --matches 20000
"""

from perudo.bots.reader import Reader
from perudo.engine.actions import Action
from perudo.engine.view import View


class Unread(Reader):
    def by_the_book(self, _: View) -> dict[Action, float] | None:
        return None
