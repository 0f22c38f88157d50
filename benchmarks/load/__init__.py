"""Measure how many actions one server can handle, and how soon everybody at a table sees them."""
