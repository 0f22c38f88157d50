"""Measure what play costs, and model ten thousand and a million people from it."""
