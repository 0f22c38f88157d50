"""Sentences for facts of the engine, in the reader's language and the words of the box."""
