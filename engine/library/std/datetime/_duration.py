"""timedelta, and the time zones that are a fixed one."""
import math as _math

__name__ = "datetime"  # where its classes say they are from


class timedelta:
    __slots__ = ("_days", "_seconds", "_microseconds")

    def __new__(cls, days=0, seconds=0, microseconds=0, milliseconds=0, minutes=0, hours=0, weeks=0):
        if all([isinstance(v, int) for v in (days, seconds, microseconds, milliseconds, minutes, hours, weeks)]):
            total = ((days + weeks * 7) * 86400 + hours * 3600 + minutes * 60 + seconds) * 1000000 + milliseconds * 1000 + microseconds
        else:
            total, left = 0, 0.0
            parts = (
                ("days", days, 86400000000), ("weeks", weeks, 604800000000), ("hours", hours, 3600000000), ("minutes", minutes, 60000000),
                ("seconds", seconds, 1000000), ("milliseconds", milliseconds, 1000), ("microseconds", microseconds, 1),
            )
            for name, value, scale in parts:
                if isinstance(value, float):
                    fraction, whole = _math.modf(value)
                    total += int(whole) * scale
                    left += fraction * scale
                elif isinstance(value, int):
                    total += value * scale
                else:
                    raise TypeError(f"unsupported type for timedelta {name} component: {type(value).__name__}")
            total += round(left)
        return cls._of(total)

    @classmethod
    def _of(cls, total):
        self = object.__new__(cls)
        seconds, self._microseconds = divmod(total, 1000000)
        self._days, self._seconds = divmod(seconds, 86400)
        if abs(self._days) > 999999999:
            raise OverflowError(f"days={self._days}; must have magnitude <= 999999999")
        return self

    days = property(lambda self: self._days)
    seconds = property(lambda self: self._seconds)
    microseconds = property(lambda self: self._microseconds)

    def _total(self):
        return (self._days * 86400 + self._seconds) * 1000000 + self._microseconds

    def __reduce__(self):
        return type(self), (self._days, self._seconds, self._microseconds)

    def total_seconds(self):
        return self._total() / 1000000

    def __repr__(self):
        parts = [f"{name}={value}" for name, value in (("days", self._days), ("seconds", self._seconds), ("microseconds", self._microseconds)) if value]
        return f"datetime.timedelta({', '.join(parts) or '0'})"

    def __str__(self):
        minutes, seconds = divmod(self._seconds, 60)
        hours, minutes = divmod(minutes, 60)
        text = f"{hours}:{minutes:02}:{seconds:02}"
        if self._days:
            text = f"{self._days} day{'s' if abs(self._days) != 1 else ''}, {text}"
        return text + (f".{self._microseconds:06}" if self._microseconds else "")

    def __add__(self, other):
        return timedelta._of(self._total() + other._total()) if isinstance(other, timedelta) else NotImplemented

    __radd__ = __add__

    def __sub__(self, other):
        return timedelta._of(self._total() - other._total()) if isinstance(other, timedelta) else NotImplemented

    def __rsub__(self, other):
        return timedelta._of(other._total() - self._total()) if isinstance(other, timedelta) else NotImplemented

    def __neg__(self):
        return timedelta._of(-self._total())

    def __pos__(self):
        return self

    def __abs__(self):
        return timedelta._of(abs(self._total()))

    def __mul__(self, other):
        if isinstance(other, int):
            return timedelta._of(self._total() * other)
        if isinstance(other, float):
            top, bottom = other.as_integer_ratio()
            return timedelta._of(_ratio(self._total() * top, bottom))
        return NotImplemented

    __rmul__ = __mul__

    def __floordiv__(self, other):
        if isinstance(other, timedelta):
            return self._total() // other._total()
        return timedelta._of(self._total() // other) if isinstance(other, int) else NotImplemented

    def __truediv__(self, other):
        if isinstance(other, timedelta):
            return self._total() / other._total()
        if isinstance(other, int):
            return timedelta._of(_ratio(self._total(), other))
        if isinstance(other, float):
            top, bottom = other.as_integer_ratio()
            return timedelta._of(_ratio(self._total() * bottom, top))
        return NotImplemented

    def __mod__(self, other):
        return timedelta._of(self._total() % other._total()) if isinstance(other, timedelta) else NotImplemented

    def __divmod__(self, other):
        return (self // other, self % other) if isinstance(other, timedelta) else NotImplemented

    def __eq__(self, other):
        return self._total() == other._total() if isinstance(other, timedelta) else NotImplemented

    def __lt__(self, other):
        return self._total() < other._total() if isinstance(other, timedelta) else NotImplemented

    def __le__(self, other):
        return self._total() <= other._total() if isinstance(other, timedelta) else NotImplemented

    def __gt__(self, other):
        return self._total() > other._total() if isinstance(other, timedelta) else NotImplemented

    def __ge__(self, other):
        return self._total() >= other._total() if isinstance(other, timedelta) else NotImplemented

    def __hash__(self):
        return hash(self._total())

    def __bool__(self):
        return self._total() != 0


def _ratio(a, b):
    """a / b, rounded to the nearest, halves to even."""
    quotient, rest = divmod(a, b)
    rest *= 2
    above = rest > b if b > 0 else rest < b
    return quotient + (above or (rest == b and quotient % 2 == 1))


timedelta.min = timedelta(-999999999)
timedelta.max = timedelta(days=999999999, hours=23, minutes=59, seconds=59, microseconds=999999)
timedelta.resolution = timedelta(microseconds=1)


def _offset_text(offset, colon=":"):
    total = offset._total() // 1000000
    sign, total = ("-", -total) if total < 0 else ("+", total)
    text = f"{sign}{total // 3600:02}{colon}{total // 60 % 60:02}"
    return text + (f"{colon}{total % 60:02}" if total % 60 else "")


class tzinfo:
    def utcoffset(self, dt):
        raise NotImplementedError("a tzinfo subclass must implement utcoffset()")

    def dst(self, dt):
        return None

    def tzname(self, dt):
        return None


class timezone(tzinfo):
    utc = None

    def __new__(cls, offset, name=None):
        if not isinstance(offset, timedelta):
            raise TypeError(f"timezone() argument 1 must be datetime.timedelta, not {type(offset).__name__}")
        if not abs(offset) < timedelta(1):
            raise ValueError(f"offset must be a timedelta strictly between -timedelta(hours=24) and timedelta(hours=24), not {offset!r}")
        if name is None and not offset and timezone.utc is not None:
            return timezone.utc
        self = object.__new__(cls)
        self._offset, self._name = offset, name
        return self

    @classmethod
    def _at(cls, microseconds, name=None):
        return cls(timedelta._of(microseconds), name)

    def utcoffset(self, dt):
        return self._offset

    def tzname(self, dt):
        if self._name is not None:
            return self._name
        return "UTC" + (_offset_text(self._offset) if self._offset else "")

    def __eq__(self, other):
        return self._offset == other._offset if isinstance(other, timezone) else NotImplemented

    def __hash__(self):
        return hash(self._offset)

    def __repr__(self):
        if self is timezone.utc:
            return "datetime.timezone.utc"
        return f"datetime.timezone({self._offset!r}{'' if self._name is None else ', ' + repr(self._name)})"

    def __reduce__(self):
        return type(self), (self._offset,) if self._name is None else (self._offset, self._name)

    def __str__(self):
        return self.tzname(None)


timezone.utc = UTC = timezone(timedelta(0))
timezone.min, timezone.max = (timezone(sign * timedelta(hours=23, minutes=59)) for sign in (-1, 1))
