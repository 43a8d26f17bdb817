# Warnings that come from below the language, and those that come once.
import warnings

_told = set()


def warn(text, once=False):
    if once and text in _told:
        return
    _told.add(text)
    warnings.warn(text, stacklevel=2)


def deprecated(text):
    """A decorator for functions that warn of themselves."""
    def decorate(fn):
        def call(*args, **kwargs):
            warnings.warn(text, FutureWarning, stacklevel=2)
            return fn(*args, **kwargs)
        call.__name__ = call.__qualname__ = fn.__name__
        call.__module__ = fn.__module__
        call.__doc__ = fn.__doc__
        return call
    return decorate
