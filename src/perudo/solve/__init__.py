"""Exact solutions of two-player rounds and matches, and the book of the small ones."""
