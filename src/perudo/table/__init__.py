"""Matches with their players: local ones in one process, live ones over a network."""
