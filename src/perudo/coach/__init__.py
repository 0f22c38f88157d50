"""The coach: odds, hints, judged matches and practice, from what a player can see.

Needs the extra ``champion`` (NumPy).
"""

from perudo.extras import require

require("champion")

from perudo.coach.public import advise, analyse, hint  # noqa: E402

__all__ = ["advise", "analyse", "hint"]
