"""Matches written down: a notation that people can read and type, JSON lines, and replay."""
