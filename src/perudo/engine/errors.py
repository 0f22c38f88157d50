"""The base class of everything that this package raises on purpose."""


class Error(Exception):
    """Something was asked that cannot be done; its text says what, why, and what would work.

    >>> import perudo
    >>> try:
    ...     perudo.Game("perudo-1800")
    ... except perudo.Error as error:
    ...     print(error)  # doctest: +ELLIPSIS
    There is no edition “perudo-1800”. Choose: parker-1994, ..., weekend.
    """

    __module__ = "perudo"

    text: str | None = None
    """What went wrong in words, once somebody who knows the reader has found them."""


class InvalidValue(Error, ValueError):
    """A value that a function cannot use. Also a ``ValueError``, which callers may expect."""
