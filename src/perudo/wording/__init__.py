"""The engine's facts in the reader's language and the words of the box."""
