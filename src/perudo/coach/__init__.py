"""The coach: odds, hints, judged matches and practice, from what a player can see."""
