"""Computer players. They see views, never the truth."""
