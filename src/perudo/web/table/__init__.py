"""The table's page, region by region, for one audience."""
