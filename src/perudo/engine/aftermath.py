"""What a call would lead to, worked out from what one seat sees."""

from perudo.engine.actions import Call, Seat
from perudo.engine.chance import deal, tally
from perudo.engine.errors import InvalidValue
from perudo.engine.play import apply
from perudo.engine.position import between_rounds
from perudo.engine.view import View, remembered_dice, view_for


def after_call(view: View, caller: Seat, call: Call, *, found: int) -> View:
    """Return an onlooker's view after ``caller`` calls the standing bid and ``found`` dice count.

    The round is played again without its cups, by the same rules as any other. Past rounds are left
    out of the new view: its dice, starter and palifico say how the match stands.
    """
    if not view.bids or view.starter is None:
        raise InvalidValue("there is no bid to call in this view")
    match = between_rounds(
        view.rules,
        remembered_dice(view),
        starter=view.starter,
        palifico=view.palifico is not None,
        been_palifico=[played.palifico for played in view.past if played.palifico is not None],
        starting_dice=view.starting_dice,
    )
    match, _ = deal(match, None)
    for seat, bid in view.bids:
        match, _ = apply(match, seat, bid)
    match, _ = apply(match, caller, call)
    match, _ = tally(match, found)
    return view_for(match, None)
