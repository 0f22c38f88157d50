"""Compile loops with numba on first use, and cache the result."""

from collections.abc import Callable
from typing import Any, TypeVar, cast

import numba

Function = TypeVar("Function", bound=Callable[..., Any])


def compiled(function: Function) -> Function:
    compiled_function: Any = numba.njit(cache=True, nogil=True)(function)
    return cast("Function", compiled_function)
