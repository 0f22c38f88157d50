"""Read a server's metrics."""


def metric(text: str, line: str) -> float:
    """Return the value of the first metric whose line starts like this."""
    return next(float(row.split()[-1]) for row in text.splitlines() if row.startswith(line))
