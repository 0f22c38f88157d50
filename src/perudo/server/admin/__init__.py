"""What an operator does: backup and restore, close tables, ban and erase guests, change the key."""
