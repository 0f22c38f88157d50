"""Champion: a bot that plays with a trained network, and the inputs that the network is given."""

from perudo.extras import require

require("champion")
