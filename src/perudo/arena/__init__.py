"""Tournaments: who beats whom, by how much, and how sure that is."""
