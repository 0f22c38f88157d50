"""The base classes of the exceptions that this package raises on purpose."""


class Error(Exception):
    """A request that cannot be met; its text says what, why, and what would work.

    Examples:
        >>> import perudo
        >>> try:
        ...     perudo.Game("perudo-1800")
        ... except perudo.Error as error:
        ...     print(error)  # doctest: +ELLIPSIS
        There is no edition “perudo-1800”. Choose: parker-1994, ..., weekend.
    """

    __module__ = "perudo"

    text: str | None = None
    """The message in the reader's language, set by code that knows the reader."""


class InvalidValue(Error, ValueError):
    """A value that a function cannot use; also a ``ValueError``, which callers may expect."""
