"""A result that is not there yet; the class itself is C in CPython."""
from asyncio._futures import Future, isfuture


def wrap_future(future, *, loop=None):
    if isfuture(future):
        return future
    raise AssertionError(f"concurrent.futures.Future is expected, got {future!r}")
