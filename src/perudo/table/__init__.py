"""One live match: who sits there, where the dice come from, who is asked what and when."""
