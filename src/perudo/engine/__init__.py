"""The rules of the game: pure, standard library only; no clock, randomness or text for people."""
