"""What the characters say, each in its own way, to be looked up in the reader's language."""

from enum import Enum, unique
from typing import Final

from perudo.i18n.argparse_words import N_


@unique
class Occasion(Enum):
    """A public moment about which a bot may say something."""

    HELLO = "hello"
    BID = "bid"
    DOUBT = "doubt"
    LOST = "lost"
    RIGHT = "right"
    OUT = "out"
    WON = "won"
    BEATEN = "beaten"
    """A person has won."""


LINES: Final[dict[str, dict[Occasion, tuple[str, ...]]]] = {
    "beginner": {
        Occasion.HELLO: (N_("Hello! I have only just learned this."),),
        Occasion.BID: (N_("Is that allowed? I think so."), N_("I like this number.")),
        Occasion.DOUBT: (N_("I have a feeling …"),),
        Occasion.LOST: (N_("Oh no, I miscounted again."), N_("Oops!")),
        Occasion.RIGHT: (N_("I was right? I was right!"),),
        Occasion.OUT: (N_("That was fun. May I watch?"),),
        Occasion.WON: (N_("I won? Really?"),),
        Occasion.BEATEN: (N_("Well played! Will you show me how?"),),
    },
    "cautious": {
        Occasion.HELLO: (N_("Let us take it slowly."),),
        Occasion.BID: (N_("One small step."), N_("No more than necessary.")),
        Occasion.DOUBT: (N_("That goes too far for me."),),
        Occasion.LOST: (N_("One step too many."), N_("Next time I take more care.")),
        Occasion.RIGHT: (N_("Patience pays."),),
        Occasion.OUT: (N_("Quietly I came, quietly I go."),),
        Occasion.WON: (N_("Slow and steady."),),
        Occasion.BEATEN: (N_("Well deserved. You have nerve."),),
    },
    "bold": {
        Occasion.HELLO: (N_("Who is afraid of big numbers?"),),
        Occasion.BID: (N_("Higher!"), N_("And now you.")),
        Occasion.DOUBT: (N_("Hey, that is my trick!"),),
        Occasion.LOST: (N_("It was worth it."), N_("So close!")),
        Occasion.RIGHT: (N_("Fortune favours the bold."),),
        Occasion.OUT: (N_("What a way to go!"),),
        Occasion.WON: (N_("All or nothing: all!"),),
        Occasion.BEATEN: (N_("Bravo! Another one?"),),
    },
    "liar": {
        Occasion.HELLO: (N_("I never lie. Almost never."),),
        Occasion.BID: (N_("Trust me."), N_("Would I lie to you?")),
        Occasion.DOUBT: (N_("I know that trick."),),
        Occasion.LOST: (N_("And it sounded so good."), N_("The next story is a better one.")),
        Occasion.RIGHT: (N_("See? The plain truth."),),
        Occasion.OUT: (N_("You will miss my stories."),),
        Occasion.WON: (N_("And every word was true."),),
        Occasion.BEATEN: (N_("I almost believed you. Well played."),),
    },
    "doubter": {
        Occasion.HELLO: (N_("I believe it when I see it."),),
        Occasion.BID: (N_("Prove me wrong."), N_("Hm. If I must.")),
        Occasion.DOUBT: (N_("I do not believe a word of it."),),
        Occasion.LOST: (N_("Hmpf."), N_("I want to count that again.")),
        Occasion.RIGHT: (N_("I knew it."),),
        Occasion.OUT: (N_("I doubt that this was my last match."),),
        Occasion.WON: (N_("Believe it or not."),),
        Occasion.BEATEN: (N_("So I have to believe it."),),
    },
    "counter": {
        Occasion.HELLO: (N_("Every bid has its odds."),),
        Occasion.BID: (N_("Let me see … yes."), N_("The numbers say so.")),
        Occasion.DOUBT: (N_("That is unlikely."),),
        Occasion.LOST: (N_("The odds were fine. The dice were not."), N_("It had to happen once.")),
        Occasion.RIGHT: (N_("As expected."),),
        Occasion.OUT: (N_("On average I last longer."),),
        Occasion.WON: (N_("The sum is right."),),
        Occasion.BEATEN: (N_("Against all odds. Well played!"),),
    },
    "reader": {
        Occasion.HELLO: (N_("I am listening to every bid."),),
        Occasion.BID: (N_("Interesting, all of you."), N_("Your turn to think.")),
        Occasion.DOUBT: (N_("I have heard enough."),),
        Occasion.LOST: (N_("You are hard to read."), N_("I listened to the wrong one.")),
        Occasion.RIGHT: (N_("I saw that coming."),),
        Occasion.OUT: (N_("The sun sets. Until tomorrow."),),
        Occasion.WON: (N_("You told me everything yourselves."),),
        Occasion.BEATEN: (N_("I did not see that coming. Bravo!"),),
    },
}
"""By character and occasion."""
