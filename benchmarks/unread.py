"""The bots ``reader`` and ``champion`` without their book, to measure what the book adds:

perudo arena --bot reader --against benchmarks/unread.py:Unread --seats 2 --matches 20000
perudo arena --bot champion --against benchmarks/unread.py:UnreadChampion --seats 2 --matches 2000
"""

from perudo.bots.champion.player import Champion
from perudo.bots.reader import Reader
from perudo.engine.actions import Action
from perudo.engine.view import View


class Unread(Reader):
    def by_the_book(self, _: View) -> dict[Action, float] | None:
        return None


class UnreadChampion(Champion):
    def by_the_book(self, _: View) -> dict[Action, float] | None:
        return None
