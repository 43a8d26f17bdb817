"""The half of contextlib that is awaited."""
from abc import ABC, abstractmethod
from contextlib import ExitStack, _chain_pending, _raise_with_own_context
from functools import wraps


class AbstractAsyncContextManager(ABC):
    __module__ = "contextlib"

    async def __aenter__(self):
        return self

    @abstractmethod
    async def __aexit__(self, exc_type, exc_value, traceback):
        return None


class AsyncContextDecorator:
    __module__ = "contextlib"

    def _recreate_cm(self):
        return self

    def __call__(self, func):
        @wraps(func)
        async def inner(*args, **keywords):
            async with self._recreate_cm():
                return await func(*args, **keywords)

        return inner


class _AsyncGeneratorContextManager(AsyncContextDecorator, AbstractAsyncContextManager):
    def __init__(self, func, args, keywords):
        self.gen = func(*args, **keywords)
        self.func, self.args, self.keywords = func, args, keywords
        self.__doc__ = getattr(func, "__doc__", None)

    def _recreate_cm(self):
        return type(self)(self.func, self.args, self.keywords)

    async def __aenter__(self):
        try:
            return await anext(self.gen)
        except StopAsyncIteration:
            raise RuntimeError("generator didn't yield") from None

    async def __aexit__(self, typ, value, traceback):
        if typ is None:
            try:
                await anext(self.gen)
            except StopAsyncIteration:
                return False
            try:
                raise RuntimeError("generator didn't stop")
            finally:
                await self.gen.aclose()
        if value is None:
            value = typ()
        try:
            await self.gen.athrow(value)
        except StopAsyncIteration as exc:
            return exc is not value
        except RuntimeError as exc:
            if exc is value:
                return False
            if isinstance(value, (StopIteration, StopAsyncIteration)) and exc.__cause__ is value:
                return False
            raise
        except BaseException as exc:
            if exc is not value:
                raise
            return False
        try:
            raise RuntimeError("generator didn't stop after athrow()")
        finally:
            await self.gen.aclose()


def asynccontextmanager(func):
    @wraps(func)
    def helper(*args, **keywords):
        return _AsyncGeneratorContextManager(func, args, keywords)

    return helper


class aclosing(AbstractAsyncContextManager):
    __module__ = "contextlib"

    def __init__(self, thing):
        self.thing = thing

    async def __aenter__(self):
        return self.thing

    async def __aexit__(self, *exc_info):
        await self.thing.aclose()


class AsyncExitStack(AbstractAsyncContextManager):
    __module__ = "contextlib"

    """Callbacks are kept with whether they are awaited; the plain ones come from an ExitStack of their own."""

    def __init__(self):
        self._exit_callbacks = []

    def pop_all(self):
        new_stack = type(self)()
        new_stack._exit_callbacks, self._exit_callbacks = self._exit_callbacks, []
        return new_stack

    def _take(self, register, *args, **keywords):
        plain = ExitStack()
        result = register(plain, *args, **keywords)
        self._exit_callbacks += [(False, callback) for callback in plain._exit_callbacks]
        return result

    def push(self, exit):
        return self._take(ExitStack.push, exit)

    def enter_context(self, cm):
        return self._take(ExitStack.enter_context, cm)

    def callback(self, callback, /, *args, **keywords):
        return self._take(ExitStack.callback, callback, *args, **keywords)

    async def enter_async_context(self, cm):
        if not hasattr(type(cm), "__aenter__") or not hasattr(type(cm), "__aexit__"):
            raise TypeError(f"'{type(cm).__module__}.{type(cm).__qualname__}' object does not support the asynchronous context manager protocol")
        result = await cm.__aenter__()
        self._exit_callbacks.append((True, cm.__aexit__))
        return result

    def push_async_exit(self, exit):
        known = hasattr(type(exit), "__aexit__")
        self._exit_callbacks.append((True, exit.__aexit__ if known else exit))
        return exit

    def push_async_callback(self, callback, /, *args, **keywords):
        async def run(exc_type, exc, tb):
            await callback(*args, **keywords)

        self._exit_callbacks.append((True, run))
        return callback

    async def aclose(self):
        await self.__aexit__(None, None, None)

    async def __aenter__(self):
        return self

    async def __aexit__(self, exc_type, exc, tb):
        received = exc is not None
        suppressed = pending = False
        while self._exit_callbacks:
            awaited, callback = self._exit_callbacks.pop()
            raised = None
            try:
                swallow = callback(type(exc) if exc is not None else None, exc, exc.__traceback__ if exc is not None else None)
                if awaited:
                    swallow = await swallow
                if swallow:
                    suppressed, pending, exc = True, False, None
            except BaseException as new:
                raised = new
            if raised is not None:
                _chain_pending(raised, exc)
                pending, exc = True, raised
        if pending:
            _raise_with_own_context(exc)
        return received and suppressed
