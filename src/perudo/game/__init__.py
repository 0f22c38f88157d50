"""A match to play with in Python: what ``import perudo`` gives, over the rooms below.

Everything here is also in the rooms, with more to choose from: the engine's values are frozen and
its functions pure, a ``Game`` keeps the current one of them and turns text into actions.
"""
