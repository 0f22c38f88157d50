"""Perudo: the Peruvian bluffing dice game, by the rules of the box on your shelf."""

__version__ = "0.1.0"
