"""The game for research tools: a PettingZoo environment and OpenSpiel games."""

from perudo.extras import require

require("envs")
