"""What awaiting needs of the language: anext() with a default, and types.coroutine for callables."""
from functools import wraps
from types import CoroutineType, GeneratorType


async def next_or(awaitable, default):
    try:
        return await awaitable
    except StopAsyncIteration:
        return default


class _Steps:
    """A generator that `await` takes."""

    def __init__(self, generator):
        self._generator = generator

    def __await__(self):
        return self._generator

    __iter__ = __await__

    def __getattr__(self, name):
        return getattr(self._generator, name)


def wrap_generators(func):
    @wraps(func)
    def wrapped(*args, **keywords):
        made = func(*args, **keywords)
        return _Steps(made) if isinstance(made, GeneratorType) and not isinstance(made, CoroutineType) else made

    return wrapped
