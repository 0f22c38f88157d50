"""Times and sizes as text for a terminal."""

from datetime import UTC, datetime

KILO = 1000


def moment(milliseconds: int) -> str:
    """``2026-03-01 18:05 UTC``"""
    return datetime.fromtimestamp(milliseconds / 1000, UTC).strftime("%Y-%m-%d %H:%M UTC")


def size(count: int) -> str:
    """``12.3 kB``"""
    amount, unit = float(count), "B"
    for larger in ("kB", "MB", "GB", "TB"):
        if amount < KILO:
            break
        amount, unit = amount / KILO, larger
    return f"{amount:.0f} {unit}" if unit == "B" else f"{amount:.1f} {unit}"
