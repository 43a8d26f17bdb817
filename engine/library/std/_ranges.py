"""A range whose numbers need more than 64 bits; `range` makes one where its own do not do."""
import sys


class _LongRange:
    __slots__ = ("start", "stop", "step", "_count")
    __class__ = property(lambda self: range)

    def __init__(self, start, stop, step):
        self.start = start
        self.stop = stop
        self.step = step
        self._count = max(0, (stop - start + step - (1 if step > 0 else -1)) // step)

    def __setattr__(self, name, value):
        if hasattr(self, "_count"):
            raise AttributeError("readonly attribute")
        object.__setattr__(self, name, value)

    def __repr__(self):
        return f"range({self.start}, {self.stop}" + (")" if self.step == 1 else f", {self.step})")

    def __len__(self):
        if self._count > sys.maxsize:
            raise OverflowError("Python int too large to convert to C ssize_t")
        return self._count

    def __bool__(self):
        return self._count > 0

    def __iter__(self):
        number = self.start
        for _ in self._steps():
            yield number
            number += self.step

    def __reversed__(self):
        number = self.start + self._count * self.step
        for _ in self._steps():
            number -= self.step
            yield number

    def _steps(self):
        return range(min(self._count, sys.maxsize >> 2))

    def __getitem__(self, key):
        if isinstance(key, slice):
            first, last, by = _indices(key, self._count)
            return range(self.start + first * self.step, self.start + last * self.step, self.step * by)
        try:
            index = key.__index__()
        except AttributeError:
            raise TypeError(f"range indices must be integers or slices, not {type(key).__name__}") from None
        if index < 0:
            index += self._count
        if not 0 <= index < self._count:
            raise IndexError("range object index out of range")
        return self.start + index * self.step

    def __contains__(self, item):
        return self._holds(item) if isinstance(item, int) else any(number == item for number in self)

    def _holds(self, number):
        inside = self.start <= number < self.stop if self.step > 0 else self.stop < number <= self.start
        return inside and (number - self.start) % self.step == 0

    def index(self, value):
        if value not in self:
            raise ValueError(f"{value} is not in range" if isinstance(value, int) else "sequence.index(x): x not in sequence")
        return (value - self.start) // self.step

    def count(self, value):
        return int(value in self)

    def _key(self):
        return self._count, self.start if self._count else None, self.step if self._count > 1 else None

    def __eq__(self, other):
        if type(other) is range:
            other = _LongRange(other.start, other.stop, other.step)
        return self._key() == other._key() if type(other) is _LongRange else NotImplemented

    def __hash__(self):
        return hash(self._key())

    def __reduce__(self):
        return range, (self.start, self.stop, self.step)


def _whole(bound):
    try:
        return bound.__index__()
    except AttributeError:
        raise TypeError("slice indices must be integers or None or have an __index__ method") from None


def _indices(key, count):
    """slice.indices, of any length."""
    start, stop, step = (None if bound is None else _whole(bound) for bound in (key.start, key.stop, key.step))
    step = 1 if step is None else step
    if step == 0:
        raise ValueError("slice step cannot be zero")
    low, high = (0, count) if step > 0 else (-1, count - 1)

    def place(bound, default):
        if bound is None:
            return default
        return max(bound + count, low) if bound < 0 else min(bound, high)

    return (place(start, low), place(stop, high), step) if step > 0 else (place(start, high), place(stop, low), step)


_LongRange.__name__ = _LongRange.__qualname__ = "range"
_LongRange.__module__ = "builtins"
