"""Exact probabilities from a view: closed form, tabulated, no simulation."""
