"""Reading a server's metrics."""


def metric(text: str, line: str) -> float:
    return next(float(row.split()[-1]) for row in text.splitlines() if row.startswith(line))
