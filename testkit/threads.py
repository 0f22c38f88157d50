"""Running coroutines in tests that share their process with others.

A browser that an earlier test drives keeps an event loop in the main thread, and a thread has one
loop at most. So ours run in a thread of their own, whichever tests came before.
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
