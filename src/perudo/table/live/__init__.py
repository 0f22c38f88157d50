"""A live table: a log of events, and pure functions that decide the next entry."""
