"""Champion: a trained network. Its inputs are defined here once, for playing and for training."""
