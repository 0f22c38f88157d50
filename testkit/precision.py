"""How closely tests may compare floats.

Compiled loops and NumPy's matrix products choose their instructions by processor, so their rounding
differs between processors. A test compares no closer than this, and never relies on the order of
two numbers that may be equal.
"""

SINGLE_PRECISION = 1e-6
"""Strategies with a short memory are stored in single precision (6e-8). From the calls back to the
opening there are a dozen roundings, on payoffs of up to two dice."""

DOUBLE_PRECISION = 1e-9
"""Exact solutions are stored in double precision (1e-16), and sum over thousands of histories."""

PIXEL_PRECISION = 1 / 64
"""The browser lays out in 64ths of a pixel, and takes differences in single precision."""

INPUT_PRECISION = 5e-5
"""The inputs of the champion's network are probabilities summed from seventeen waves, and their
logarithms, in single precision."""
