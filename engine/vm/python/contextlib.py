"""Context managers from generators, and the small ready-made ones."""
from functools import wraps


class ContextDecorator:
    def _recreate_cm(self):
        return self

    def __call__(self, func):
        @wraps(func)
        def inner(*args, **keywords):
            with self._recreate_cm():
                return func(*args, **keywords)

        return inner


class AbstractContextManager:
    def __enter__(self):
        return self

    def __exit__(self, exc_type, exc_value, traceback):
        return None


class _GeneratorContextManager(ContextDecorator):
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
            if exc is value:
                return False
            if isinstance(value, StopIteration) and exc.__cause__ is value:
                return False
            raise
        except BaseException as exc:
            if exc is not value:
                raise
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


class closing:
    def __init__(self, thing):
        self.thing = thing

    def __enter__(self):
        return self.thing

    def __exit__(self, *exc_info):
        self.thing.close()


class _RedirectStream:
    _stream = ""

    def __init__(self, new_target):
        self._new_target = new_target
        self._old_targets = []

    def __enter__(self):
        import sys

        self._old_targets.append(getattr(sys, self._stream))
        setattr(sys, self._stream, self._new_target)
        return self._new_target

    def __exit__(self, exctype, excinst, exctb):
        import sys

        setattr(sys, self._stream, self._old_targets.pop())


class redirect_stdout(_RedirectStream):
    _stream = "stdout"


class redirect_stderr(_RedirectStream):
    _stream = "stderr"


class suppress:
    def __init__(self, *exceptions):
        self._exceptions = exceptions

    def __enter__(self):
        pass

    def __exit__(self, exctype, excinst, exctb):
        return exctype is not None and issubclass(exctype, self._exceptions)


class nullcontext:
    def __init__(self, enter_result=None):
        self.enter_result = enter_result

    def __enter__(self):
        return self.enter_result

    def __exit__(self, *excinfo):
        pass


class ExitStack:
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
        received = exc_type is not None
        suppressed = False
        pending = exc if exc is not None else None
        raised = False
        while self._exit_callbacks:
            callback = self._exit_callbacks.pop()
            try:
                if pending is None:
                    callback(None, None, None)
                elif callback(type(pending), pending, getattr(pending, "__traceback__", None)):
                    suppressed = True
                    raised = False
                    pending = None
            except BaseException as new:
                pending = new
                raised = True
        if raised:
            raise pending
        return received and suppressed


class chdir:
    def __init__(self, path):
        self.path = path

    def __enter__(self):
        raise OSError("changing directories is outside the supported language")

    def __exit__(self, *excinfo):
        pass
