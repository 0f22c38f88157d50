"""The game for research tools: a PettingZoo environment and OpenSpiel games."""
