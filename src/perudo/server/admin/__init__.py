"""Commands of an operator: backup, restore, close tables, ban and erase guests, change the key."""
