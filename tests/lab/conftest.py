import os

# Compiling takes longer than the games of these tests, whose own speed does not matter.
os.environ.setdefault("XLA_FLAGS", "--xla_backend_optimization_level=0")
