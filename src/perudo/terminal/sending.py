"""Send what the reader of a live table has chosen."""

from perudo.client import AsyncTable, TableState
from perudo.client.commands import action_body
from perudo.terminal.sight import Choice, Offer


async def send_choice(table: AsyncTable, choice: Choice, shown: TableState) -> None:
    """Send a choice that was made at the table as it was shown; it is done once."""
    match choice:
        case Offer.GO_ON:
            await table.ready()
        case Offer.START:
            await table.start()
        case Offer.FILL:
            await table.start(fill=shown.json["settings"]["standin"])
        case Offer.BACK:
            await table.back()
        case Offer.REMATCH:
            await table.rematch()
        case Offer.SKIP:
            await table.send("skip")
        case Offer():
            pass
        case _:
            await table.send("act", **action_body(shown, choice))
