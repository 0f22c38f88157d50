"""Computer players. They get views, never the match itself."""
