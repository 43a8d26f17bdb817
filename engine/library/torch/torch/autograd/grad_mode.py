# Modes of gradient recording as context managers and decorators.
import functools
import warnings

from torch._C import _set_grad_enabled, _set_inference_mode, is_grad_enabled, is_inference_mode_enabled


def _is_generator_function(func):
    code = getattr(func, "__code__", None)
    return code is not None and bool(code.co_flags & 0x20)


class _DecoratorContextManager:
    """A context manager that also decorates functions: each call runs inside a new one."""

    def __call__(self, func):
        if isinstance(func, type):
            warnings.warn("Decorating classes is deprecated and will be disabled in future versions. You should only decorate functions or methods. "
                          "To preserve the current behavior of class decoration, you can directly decorate the `__init__` method and nothing else.",
                          FutureWarning, stacklevel=2)
            func.__init__ = self(func.__init__)
            return func
        if _is_generator_function(func):
            return functools.wraps(func)(self._around_generator(func))

        @functools.wraps(func)
        def decorate_context(*args, **kwargs):
            with self.clone():
                return func(*args, **kwargs)

        return decorate_context

    def _around_generator(self, func):
        """The mode is on while the generator runs, and off while its caller does."""
        def generator_context(*args, **kwargs):
            generator = func(*args, **kwargs)
            try:
                with self.clone():
                    item = generator.send(None)
                while True:
                    try:
                        request = yield item
                    except GeneratorExit:
                        with self.clone():
                            generator.close()
                        raise
                    except BaseException as error:
                        with self.clone():
                            item = generator.throw(error)
                    else:
                        with self.clone():
                            item = generator.send(request)
            except StopIteration as end:
                return end.value
        return generator_context

    def clone(self):
        return self.__class__()


class _NoParamDecoratorContextManager(_DecoratorContextManager):
    """As above, and usable without parentheses: @torch.no_grad."""

    def __new__(cls, orig_func=None):
        if orig_func is None:
            return super().__new__(cls)
        return cls()(orig_func)


class no_grad(_NoParamDecoratorContextManager):
    def __init__(self):
        self.prev = False

    def __enter__(self):
        self.prev = is_grad_enabled()
        _set_grad_enabled(False)

    def __exit__(self, exc_type, exc_value, traceback):
        _set_grad_enabled(self.prev)


class enable_grad(_NoParamDecoratorContextManager):
    def __init__(self):
        self.prev = False

    def __enter__(self):
        self.prev = is_grad_enabled()
        _set_grad_enabled(True)

    def __exit__(self, exc_type, exc_value, traceback):
        _set_grad_enabled(self.prev)


class set_grad_enabled(_DecoratorContextManager):
    def __init__(self, mode):
        self.prev = is_grad_enabled()
        self.mode = mode
        _set_grad_enabled(mode)

    def __call__(self, orig_func):
        _set_grad_enabled(self.prev)
        return super().__call__(orig_func)

    def __enter__(self):
        _set_grad_enabled(self.mode)

    def __exit__(self, exc_type, exc_value, traceback):
        _set_grad_enabled(self.prev)

    def __str__(self):
        return f"{type(self).__module__}.{type(self).__name__}(mode={self.mode})"

    def __repr__(self):
        return str(self)

    def clone(self):
        return self.__class__(self.mode)


class inference_mode(_DecoratorContextManager):
    def __new__(cls, mode=True):
        if isinstance(mode, bool):
            return super().__new__(cls)
        return cls()(mode)

    def __init__(self, mode=True):
        self.mode = mode

    def __enter__(self):
        self.prev = (is_grad_enabled(), is_inference_mode_enabled())
        if self.mode:
            _set_grad_enabled(False)
        _set_inference_mode(self.mode)

    def __exit__(self, exc_type, exc_value, traceback):
        _set_grad_enabled(self.prev[0])
        _set_inference_mode(self.prev[1])

    def clone(self):
        return self.__class__(self.mode)


def _enter_inference_mode(mode):
    context = inference_mode(mode)
    context.__enter__()
    return context


def _exit_inference_mode(context):
    context.__exit__(None, None, None)
