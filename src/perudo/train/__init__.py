"""Train a network on the batched game. Needs the extra ``train`` (JAX)."""
