"""Running coroutines in tests that share their process with others.

A browser that an earlier test started keeps an event loop in the main thread, and a thread can have
only one. So these coroutines run in their own thread.
"""

import asyncio
from collections.abc import Callable, Coroutine
from concurrent.futures import ThreadPoolExecutor
from typing import Any, TypeVar

Result = TypeVar("Result")


def run_apart(
    work: Coroutine[Any, Any, Result],
    runner: Callable[[Coroutine[Any, Any, Result]], Result] = asyncio.run,
) -> Result:
    with ThreadPoolExecutor(1) as pool:
        return pool.submit(runner, work).result()
