"""The game: pure, standard library only, no clock, no randomness, no text for people."""
