"""What is on offer, in words, and which of it the two keys do that stand for several things."""

from perudo.engine.errors import InvalidValue
from perudo.i18n.tongue import Tongue
from perudo.terminal.sight import Offer, Sight


def main_offer(sight: Sight) -> Offer | None:
    """What Enter does now; None if nothing is waited for."""
    order = (Offer.TURN, Offer.GO_ON, Offer.START, Offer.BACK, Offer.REMATCH)
    return next((offer for offer in order if offer in sight.offers), None)


def second_offer(sight: Sight) -> Offer | None:
    """What the key b does now."""
    return next((offer for offer in (Offer.FILL, Offer.SKIP) if offer in sight.offers), None)


def offer_text(t: Tongue, sight: Sight, offer: Offer) -> str:
    match offer:
        case Offer.GO_ON:
            if sight.view is not None and sight.view.winner is not None:
                return t.say("The end")
            return t.say("Next round") if sight.showdown is not None else t.say("Go on")
        case Offer.START:
            return t.say("Start the match")
        case Offer.FILL:
            return t.say("Start with bots")
        case Offer.BACK:
            return t.say("Take my seat back")
        case Offer.REMATCH:
            return t.say("Rematch")
        case Offer.SKIP:
            return t.say("Skip to the end")
        case _:
            raise InvalidValue(offer.name)
