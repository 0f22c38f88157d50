import os

# Compiling takes longer than the games of these tests, whose own speed does not matter.
QUICK = "--xla_backend_optimization_level=0"
os.environ["XLA_FLAGS"] = f"{os.environ.get('XLA_FLAGS', '')} {QUICK}".strip()
