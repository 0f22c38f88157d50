"""Measure size and speed of the pages, in a real browser with a real server."""
