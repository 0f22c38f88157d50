"""How closely numbers may be compared.

Compiled loops and NumPy's products of matrices pick their instructions by the processor, and so
round differently from one processor to the next. A test compares no closer than this, and never
relies on the order of two numbers that may be equal.
"""

SINGLE_PRECISION = 1e-6
"""Strategies of a short memory are kept in single precision, of 6e-8. From the calls back to the
opening a dozen roundings follow each other, on payoffs of up to two dice."""

DOUBLE_PRECISION = 1e-9
"""Exact solutions are kept in double precision, of 1e-16, and sum over thousands of histories."""

PIXEL_PRECISION = 1 / 64
"""The browser lays out in 64ths of a pixel, and takes differences in single precision."""
