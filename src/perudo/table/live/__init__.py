"""A table with people at it: a log of events, and the pure decisions that add to it."""
