"""The HTTP interface, one file for each part of it."""
