"""What newer versions of typing have, under the name that older programs import."""
from typing import *

runtime = runtime_checkable


def deprecated(message, /, *, category=DeprecationWarning, stacklevel=1):
    """Marks a function or a class that is on its way out: a call warns."""

    def mark(target):
        import functools
        import warnings

        if isinstance(target, type):
            original = target.__new__

            def make(cls, *args, **keywords):
                if cls is target and category is not None:
                    warnings.warn(message, category, stacklevel + 1)
                return original(cls) if original is object.__new__ else original(cls, *args, **keywords)

            target.__new__ = staticmethod(make)
            target.__deprecated__ = message
            return target

        @functools.wraps(target)
        def call(*args, **keywords):
            if category is not None:
                warnings.warn(message, category, stacklevel + 1)
            return target(*args, **keywords)

        target.__deprecated__ = call.__deprecated__ = message
        return call

    return mark
