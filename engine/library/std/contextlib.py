"""Context managers from generators, and the small ready-made ones."""
import sys
from abc import ABC, abstractmethod
from functools import wraps
from _types import GenericAlias as _GenericAlias


class ContextDecorator:
    def _recreate_cm(self):
        return self

    def __call__(self, func):
        @wraps(func)
        def inner(*args, **keywords):
            with self._recreate_cm():
                return func(*args, **keywords)

        return inner


class AbstractContextManager(ABC):
    __class_getitem__ = classmethod(_GenericAlias)

    def __enter__(self):
        return self

    @abstractmethod
    def __exit__(self, exc_type, exc_value, traceback):
        return None

    @classmethod
    def __subclasshook__(cls, C):
        if cls is not AbstractContextManager:
            return NotImplemented
        for name in ("__enter__", "__exit__"):
            for base in C.__mro__:
                if name in base.__dict__:
                    if base.__dict__[name] is None:
                        return NotImplemented
                    break
            else:
                return NotImplemented
        return True


class _GeneratorContextManager(ContextDecorator, AbstractContextManager):
    def __init__(self, func, args, keywords):
        self.gen = func(*args, **keywords)
        self.func, self.args, self.keywords = func, args, keywords
        self.__doc__ = getattr(func, "__doc__", None)

    def _recreate_cm(self):
        return type(self)(self.func, self.args, self.keywords)

    def __enter__(self):
        try:
            return next(self.gen)
        except StopIteration:
            raise RuntimeError("generator didn't yield") from None

    def __exit__(self, typ, value, traceback):
        if typ is None:
            try:
                next(self.gen)
            except StopIteration:
                return False
            try:
                raise RuntimeError("generator didn't stop")
            finally:
                self.gen.close()
        if value is None:
            value = typ()
        try:
            self.gen.throw(value)
        except StopIteration as exc:
            return exc is not value
        except RuntimeError as exc:
            if exc is value or isinstance(value, StopIteration) and exc.__cause__ is value:
                value.__traceback__ = traceback
                return False
            raise
        except BaseException as exc:
            if exc is not value:
                raise
            exc.__traceback__ = traceback
            return False
        try:
            raise RuntimeError("generator didn't stop after throw()")
        finally:
            self.gen.close()


def contextmanager(func):
    @wraps(func)
    def helper(*args, **keywords):
        return _GeneratorContextManager(func, args, keywords)

    return helper


class closing(AbstractContextManager):
    def __init__(self, thing):
        self.thing = thing

    def __enter__(self):
        return self.thing

    def __exit__(self, *exc_info):
        self.thing.close()


class _RedirectStream(AbstractContextManager):
    _stream = ""

    def __init__(self, new_target):
        self._new_target = new_target
        self._old_targets = []

    def __enter__(self):
        self._old_targets.append(getattr(sys, self._stream))
        setattr(sys, self._stream, self._new_target)
        return self._new_target

    def __exit__(self, exctype, excinst, exctb):
        setattr(sys, self._stream, self._old_targets.pop())


class redirect_stdout(_RedirectStream):
    _stream = "stdout"


class redirect_stderr(_RedirectStream):
    _stream = "stderr"


class suppress(AbstractContextManager):
    def __init__(self, *exceptions):
        self._exceptions = exceptions

    def __enter__(self):
        pass

    def __exit__(self, exctype, excinst, exctb):
        if exctype is None:
            return None
        if issubclass(exctype, self._exceptions):
            return True
        if issubclass(exctype, BaseExceptionGroup):
            _, rest = excinst.split(self._exceptions)
            if rest is None:
                return True
            raise rest
        return False


class nullcontext(AbstractContextManager):
    def __init__(self, enter_result=None):
        self.enter_result = enter_result

    def __enter__(self):
        return self.enter_result

    def __exit__(self, *excinfo):
        pass

    async def __aenter__(self):
        return self.enter_result

    async def __aexit__(self, *excinfo):
        pass


def _raise_with_own_context(exc):
    """Raises with the context that it has, whatever is being handled."""
    fixed = exc.__context__
    try:
        raise exc
    except BaseException:
        exc.__context__ = fixed
        raise


def _chain_pending(new, old):
    """What a callback raised belongs to what was pending, as in nested with blocks."""
    while True:
        context = new.__context__
        if context is None or context is old:
            return
        if context is sys.exception():
            break
        new = context
    new.__context__ = old


class ExitStack(AbstractContextManager):
    def __init__(self):
        self._exit_callbacks = []

    def pop_all(self):
        new_stack = type(self)()
        new_stack._exit_callbacks = self._exit_callbacks
        self._exit_callbacks = []
        return new_stack

    def push(self, exit):
        method = getattr(type(exit), "__exit__", None)
        if method is None:
            self._exit_callbacks.append(exit)
        else:
            self._exit_callbacks.append(exit.__exit__)
        return exit

    def enter_context(self, cm):
        if not hasattr(type(cm), "__enter__") or not hasattr(type(cm), "__exit__"):
            raise TypeError(f"'{type(cm).__module__}.{type(cm).__qualname__}' object does not support the context manager protocol")
        result = cm.__enter__()
        self._exit_callbacks.append(cm.__exit__)
        return result

    def callback(self, callback, /, *args, **keywords):
        def run(exc_type, exc, tb):
            callback(*args, **keywords)

        self._exit_callbacks.append(run)
        return callback

    def close(self):
        self.__exit__(None, None, None)

    def __enter__(self):
        return self

    def __exit__(self, exc_type, exc, tb):
        received = exc is not None
        suppressed = pending = False
        while self._exit_callbacks:
            callback = self._exit_callbacks.pop()
            raised = None
            try:
                if callback(type(exc) if exc is not None else None, exc, exc.__traceback__ if exc is not None else None):
                    suppressed, pending, exc = True, False, None
            except BaseException as new:
                raised = new
            if raised is not None:
                _chain_pending(raised, exc)
                pending, exc = True, raised
        if pending:
            _raise_with_own_context(exc)
        return received and suppressed


class chdir(AbstractContextManager):
    def __init__(self, path):
        self.path = path

    def __enter__(self):
        raise OSError("changing directories is outside the supported language")

    def __exit__(self, *excinfo):
        pass


from _async_contexts import AbstractAsyncContextManager, AsyncContextDecorator, AsyncExitStack, aclosing, asynccontextmanager  # noqa: E402
