"""Five languages, and the words of each box in them."""
