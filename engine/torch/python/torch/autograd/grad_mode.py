# Modes of gradient recording as context managers and decorators.
import functools

from torch._C import _set_grad_enabled, _set_inference_mode, is_grad_enabled, is_inference_mode_enabled


def _is_generator_function(func):
    code = getattr(func, "__code__", None)
    return code is not None and bool(code.co_flags & 0x20)


class _DecoratorContextManager:
    """A context manager that also decorates functions: each call runs inside a new one."""

    def __call__(self, func):
        if isinstance(func, type):
            raise RuntimeError("Decorating classes with a context manager is not supported; decorate its methods instead")
        if _is_generator_function(func):
            def generator_context(*args, **kwargs):
                generator = func(*args, **kwargs)
                while True:
                    with self.clone():
                        try:
                            item = next(generator)
                        except StopIteration:
                            return
                    yield item
            return functools.wraps(func)(generator_context)

        @functools.wraps(func)
        def decorate_context(*args, **kwargs):
            with self.clone():
                return func(*args, **kwargs)

        return decorate_context

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
