"""The page of a live table, region by region, for one audience."""
