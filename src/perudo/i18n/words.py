"""The words that a box has of its own. Each is looked up under the box it belongs to.

A whole message may stand here too, where a box says it otherwise in some language: in French the
Parker box plays *tours de jeu* with *godets*, the others *manches* with *gobelets*.
"""

from typing import Final

TERMS: Final = ("dudo", "calza", "palifico", "paco", "pacos", "veteran")


def P_(box: str, term: str) -> tuple[str, str]:  # noqa: N802
    """Marks a word of a box for the catalogues."""
    return box, term


BOX_WORDS: Final = (
    P_("parker-1994", "dudo"),
    P_("parker-1994", "calza"),
    P_("parker-1994", "palifico"),
    P_("parker-1994", "paco"),
    P_("parker-1994", "pacos"),
    P_("parker-1994", "veteran"),
    P_("asmodee-2009", "dudo"),
    P_("asmodee-2009", "calza"),
    P_("asmodee-2009", "palifico"),
    P_("asmodee-2009", "paco"),
    P_("asmodee-2009", "pacos"),
    P_("asmodee-2009", "veteran"),
    P_("asmodee-2024", "dudo"),
    P_("asmodee-2024", "calza"),
    P_("asmodee-2024", "palifico"),
    P_("asmodee-2024", "paco"),
    P_("asmodee-2024", "pacos"),
    P_("asmodee-2024", "veteran"),
    P_("menteur", "dudo"),
    P_("menteur", "calza"),
    P_("menteur", "palifico"),
    P_("menteur", "paco"),
    P_("menteur", "pacos"),
    P_("menteur", "veteran"),
    P_("weekend", "dudo"),
    P_("weekend", "calza"),
    P_("weekend", "palifico"),
    P_("weekend", "paco"),
    P_("weekend", "pacos"),
    P_("weekend", "veteran"),
    P_("parker-1994", "— Round {number}. You open."),
    P_("parker-1994", "— Round {number}. {who} opens."),
    P_("parker-1994", "In this round {pacos} are no jokers, and the face stays as it is bid."),
    P_(
        "parker-1994",
        "In this round {pacos} are no jokers, and the face stays as it is bid; "
        "only a {veteran} may change it.",
    ),
    P_("parker-1994", "In this round the face stays: only the number goes up."),
    P_("parker-1994", "Nobody opens a round with {pacos}, except after {palifico}."),
    P_("parker-1994", "No {calza} in this round: it is {palifico}."),
    P_("parker-1994", "There must be one cup for each seat."),
    P_("parker-1994", "Nobody can act now: the cups have not been shaken."),
    P_("parker-1994", "{who} has that cup already. Take another one."),
    P_("parker-1994", "There is no cup of the colour “{asked}”. Choose: {allowed}."),
    P_("parker-1994", "Round {number}"),
    P_("parker-1994", "Before the first round"),
    P_("parker-1994", "ready for the next round"),
    P_("parker-1994", "Next round"),
    P_("parker-1994", "next round"),
    P_("parker-1994", "Your cup"),
    P_("parker-1994", "Round by round"),
    P_("parker-1994", "Lift your cup"),
    P_("parker-1994", "Put the cup down"),
    P_("parker-1994", "Cup"),
    P_("parker-1994", "lift or put down the cup"),
    P_("parker-1994", "The match again, with all cups up"),
    P_(
        "parker-1994",
        "Each round's dice were fixed by a secret that was promised before anybody looked. "
        "Your browser can throw them all again.",
    ),
    P_("parker-1994", "out in round {number}"),
    P_("parker-1994", "Dice left after each round"),
    P_("parker-1994", "Under the cups"),
    P_("parker-1994", "Bids of this round"),
    P_("parker-1994", "The next round is coming."),
    P_("parker-1994", "You open the round."),
    P_("parker-1994", "{who} opens the round."),
    P_(
        "parker-1994",
        "Before each round the server promises its secret, and you may add a seed of your own. "
        "When the round is over the secret is shown, and anybody can throw the dice again.",
    ),
    P_("parker-1994", "Promise for this round:"),
    P_("parker-1994", "Promise for the next round:"),
    P_("parker-1994", "Lift my cup automatically"),
)
