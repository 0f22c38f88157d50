"""Web pages, rendered on the server for one reader."""
