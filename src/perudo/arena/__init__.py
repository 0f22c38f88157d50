"""Contests of bots: win shares with intervals, ratings and reports."""
