"""Exact solutions: two-player rounds, the matches made of them, and the book of the small ones."""
