"""The same game in a terminal: against bots, at a live table, or played again (Textual)."""
