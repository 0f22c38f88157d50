"""Let a bot of the package play at a live table, through the client library.

python client_bot.py http://127.0.0.1:8000 CODE [NAME] [BOT]

It sits down at the table with this code and plays one match, takes its part in the dice, and says
at the end whether they were fair. Needs pip install "perudo[client]".
"""

import sys
from random import Random

from perudo.bots.roster import bot_named
from perudo.client import Refused, Table


def main(server: str, code: str, name: str = "Robin", level: str = "hard") -> None:
    bot, rng = bot_named(level), Random()
    with Table.join(server, code, name) as table:
        for update in table.follow():
            if update.table.winner is not None:
                print(update.table.names[update.table.winner], "wins")
                break
            try:
                if update.table.my_turn and table.view is not None:
                    table.act(bot.act(table.view, rng))
                elif update.table.waits_for_me:
                    table.ready()
            except Refused as refusal:
                print(refusal)  # somebody was faster
        print("The dice are", "fair." if table.check().ok else "not proven fair.")


if __name__ == "__main__":
    main(*sys.argv[1:])
