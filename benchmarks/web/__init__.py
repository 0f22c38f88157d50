"""Weight and speed of the pages, in a real browser against a real server."""
