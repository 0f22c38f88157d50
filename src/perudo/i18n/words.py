"""Words and messages that differ from box to box, looked up under the box they belong to.

A whole message is listed if one box says it differently in some language: in French the Parker box
plays *tours de jeu* with *godets* and *faces*, the others *manches* with *gobelets* and *valeurs*.
"""

from typing import Final

TERMS: Final = ("dudo", "calza", "palifico", "paco", "pacos", "veteran")
COMMON_WORDS: Final = "asmodee-2009"
"""The box whose words are used when several boxes are compared: most of them share these."""


def P_(box: str, term: str) -> tuple[str, str]:  # noqa: N802
    """Mark a word of a box for the catalogues."""
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
    P_("parker-1994", "Round {number}. You open."),
    P_("parker-1994", "Round {number}. {who} opens."),
    P_("parker-1994", "In this round {pacos} are not jokers, and nobody may change the face."),
    P_(
        "parker-1994",
        "In this round {pacos} are not jokers, and only a {veteran} may change the face.",
    ),
    P_("parker-1994", "In this round nobody may change the face: only the number goes up."),
    P_("parker-1994", "Nobody opens a round with {pacos}, except after {palifico}."),
    P_("parker-1994", "No {calza} in {palifico} rounds."),
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
    P_("parker-1994", "The next round is about to start."),
    P_("parker-1994", "You open the round."),
    P_("parker-1994", "{who} opens the round."),
    P_("parker-1994", "The cups are being shaken."),
    P_("parker-1994", "Your device has taken part in the dice since round {round}."),
    P_("parker-1994", "Your device takes part in the dice from the next round on."),
    P_(
        "parker-1994",
        "Before each round the server and the players' devices each fix a secret number and show "
        "only its fingerprint. The dice follow from all of them together, so nobody can choose "
        "them. After the round everything is shown, and anybody can throw the dice again.",
    ),
    P_("parker-1994", "Promise for this round:"),
    P_("parker-1994", "Promise for the next round:"),
    P_("parker-1994", "Lift my cup automatically"),
    P_("parker-1994", "Nobody opens a round with {pacos}."),
    P_("parker-1994", "Round"),
    P_("parker-1994", "Face"),
    P_("parker-1994", "face, 1 for {pacos}"),
    P_("parker-1994", "A die has no such face: name 2 to 6, or {pacos}."),
    P_(
        "parker-1994",
        "Raise the number or the face, not both: with {faces} the number stays at {most}.",
    ),
    P_("parker-1994", "The face never goes down, except to {pacos}."),
    P_(
        "parker-1994",
        "After {pacos}, another face takes at least twice as many plus one: {least}.",
    ),
    P_("parker-1994", "It is not time to shake the cups."),
    P_("parker-1994", "Raising a bid on plain faces"),
    P_("parker-1994", "more dice of any face, or the same number of a higher face"),
    P_(
        "parker-1994",
        "more dice of the same face, or the same number of a higher face; never both",
    ),
    P_("parker-1994", "more dice, a higher face, or both; the face never goes down"),
    P_("parker-1994", "Veterans (one die, but not this round's {palifico})"),
    P_("parker-1994", "bound to the face like everybody else"),
    P_("parker-1994", "may change the face"),
    P_("parker-1994", "in {palifico} rounds"),
    P_("parker-1994", "in {palifico} rounds, and when only two players are left"),
    P_("parker-1994", "Lifting the cups"),
    P_("parker-1994", "Yes: the same number of dice, but a higher face."),
    P_("parker-1994", "Yes: more dice of the same face."),
    P_("parker-1994", "Yes: more dice, of another face."),
    P_(
        "parker-1994",
        "“{bid}” means: there are at least that many under all the cups together. {Pacos} are "
        "jokers and count as well. You can see five of the fifteen dice.",
    ),
    P_("parker-1994", "Five dice under your cup"),
    P_(
        "parker-1994",
        "Everybody shakes five dice and puts the cup down on them. You look at your own dice, and "
        "at nobody else's.",
    ),
    P_(
        "parker-1994",
        "Do you doubt the last bid? Say {dudo}. All the cups go up. Too few dice: the bidder loses "
        "one. Enough dice: you lose one.",
    ),
    P_("parker-1994", "{Pacos} count as any face"),
    P_("parker-1994", "The same dice again, cups up. Now another face is counted."),
    P_("parker-1994", "Some are still missing: all {faces} and all {pacos} count."),
    P_("parker-1994", "Not all of these count: only {faces} and {pacos} do."),
    P_("parker-1994", "Whoever is down to one die opens a special round."),
    P_("parker-1994", "Now somebody doubts {bid}: cups up! Tap every die that counts."),
    P_(
        "parker-1994",
        "Not all of these count: only {faces} do. {Pacos} are not jokers now.",
    ),
    P_("parker-1994", "At a real table: phones as dice cups"),
)


def PN_(box: str, one: str, many: str) -> tuple[str, str, str]:  # noqa: N802
    """Mark a plural message of a box for the catalogues."""
    return box, one, many


BOX_PLURALS: Final = (
    PN_("parker-1994", "{n} round", "{n} rounds"),
    PN_("parker-1994", "{n} die under the cup", "{n} dice under the cup"),
)
