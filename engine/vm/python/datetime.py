"""Dates and times. The local time zone is UTC: there is no other in the sandbox."""

import time as _time
import math as _math

MINYEAR, MAXYEAR = 1, 9999
_MONTHS = ("Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec")
_LONG_MONTHS = ("January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November", "December")
_DAYS = ("Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun")
_LONG_DAYS = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday")


def _is_leap(year):
    return year % 4 == 0 and (year % 100 != 0 or year % 400 == 0)


def _days_in_month(year, month):
    return 29 if month == 2 and _is_leap(year) else (31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31)[month - 1]


def _days_before_year(year):
    y = year - 1
    return y * 365 + y // 4 - y // 100 + y // 400


def _to_ordinal(year, month, day):
    return _days_before_year(year) + sum([_days_in_month(year, m) for m in range(1, month)]) + day


def _from_ordinal(n):
    year = max(1, (n - 1) * 400 // 146097 + 1)
    while _days_before_year(year + 1) < n:
        year += 1
    while _days_before_year(year) >= n:
        year -= 1
    n -= _days_before_year(year)
    month = 1
    while n > _days_in_month(year, month):
        n -= _days_in_month(year, month)
        month += 1
    return year, month, n


def _type_name(value):
    kind = type(value)
    return kind.__name__ if kind.__module__ == "builtins" else kind.__module__ + "." + kind.__name__


class timedelta:
    __slots__ = ("_days", "_seconds", "_microseconds")
    __module__ = "datetime"

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


class tzinfo:
    __module__ = "datetime"

    def utcoffset(self, dt):
        raise NotImplementedError("a tzinfo subclass must implement utcoffset()")

    def dst(self, dt):
        return None

    def tzname(self, dt):
        return None


class timezone(tzinfo):
    __module__ = "datetime"

    def __init__(self, offset, name=None):
        if not isinstance(offset, timedelta):
            raise TypeError(f"timezone() argument 1 must be datetime.timedelta, not {type(offset).__name__}")
        if not abs(offset) < timedelta(1):
            raise ValueError(f"offset must be a timedelta strictly between -timedelta(hours=24) and timedelta(hours=24), not {offset!r}")
        self._offset, self._name = offset, name

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

    def __str__(self):
        return self.tzname(None)


def _offset_text(offset, colon=":"):
    total = offset._total() // 1000000
    sign, total = ("-", -total) if total < 0 else ("+", total)
    text = f"{sign}{total // 3600:02}{colon}{total // 60 % 60:02}"
    return text + (f"{colon}{total % 60:02}" if total % 60 else "")


timezone.utc = UTC = timezone(timedelta(0))


def _check(name, value, low, high, plural=None):
    if not hasattr(value, "__index__"):
        raise TypeError(f"'{type(value).__name__}' object cannot be interpreted as an integer")
    if not low <= value <= high:
        raise ValueError(plural or f"{name} must be in {low}..{high}")


def _check_date(year, month, day):
    _check("year", year, MINYEAR, MAXYEAR, f"year {year} is out of range" if isinstance(year, int) else None)
    _check("month", month, 1, 12)
    if not 1 <= day <= _days_in_month(year, month):
        raise ValueError("day is out of range for month")


def _check_time(hour, minute, second, microsecond):
    _check("hour", hour, 0, 23)
    _check("minute", minute, 0, 59)
    _check("second", second, 0, 59)
    _check("microsecond", microsecond, 0, 999999)


def _format(self, spec, year, month, day, hour, minute, second, microsecond, tz):
    ordinal = _to_ordinal(year, month, day)
    weekday, in_year = (ordinal + 6) % 7, ordinal - _days_before_year(year)
    offset = tz.utcoffset(self) if tz is not None else None
    iso = date._iso(ordinal)
    values = {
        "Y": lambda: str(year), "m": lambda: f"{month:02}", "d": lambda: f"{day:02}", "H": lambda: f"{hour:02}",
        "M": lambda: f"{minute:02}", "S": lambda: f"{second:02}", "f": lambda: f"{microsecond:06}", "y": lambda: f"{year % 100:02}",
        "b": lambda: _MONTHS[month - 1], "h": lambda: _MONTHS[month - 1], "B": lambda: _LONG_MONTHS[month - 1],
        "a": lambda: _DAYS[weekday], "A": lambda: _LONG_DAYS[weekday], "j": lambda: f"{in_year:03}",
        "I": lambda: f"{(hour + 11) % 12 + 1:02}", "p": lambda: "AM" if hour < 12 else "PM", "w": lambda: str((weekday + 1) % 7),
        "u": lambda: str(weekday + 1), "z": lambda: "" if offset is None else _offset_text(offset, ""), "Z": lambda: "" if tz is None else tz.tzname(self) or "",
        "e": lambda: f"{day:2}", "T": lambda: f"{hour:02}:{minute:02}:{second:02}", "R": lambda: f"{hour:02}:{minute:02}",
        "F": lambda: f"{year}-{month:02}-{day:02}", "D": lambda: f"{month:02}/{day:02}/{year % 100:02}",
        "x": lambda: f"{month:02}/{day:02}/{year % 100:02}", "X": lambda: f"{hour:02}:{minute:02}:{second:02}",
        "c": lambda: f"{_DAYS[weekday]} {_MONTHS[month - 1]} {day:2} {hour:02}:{minute:02}:{second:02} {year}",
        "U": lambda: f"{(in_year + 6 - (weekday + 1) % 7) // 7:02}", "W": lambda: f"{(in_year + 6 - weekday) // 7:02}",
        "G": lambda: str(iso[0]), "V": lambda: f"{iso[1]:02}", "%": lambda: "%", "n": lambda: "\n", "t": lambda: "\t",
        "s": lambda: str((ordinal - 719163) * 86400 + hour * 3600 + minute * 60 + second),
    }
    out, at = [], 0
    while at < len(spec):
        c = spec[at]
        at += 1
        if c == "%" and at < len(spec):
            made = values.get(spec[at])
            out.append(made() if made else "%" + spec[at])
            at += 1
        else:
            out.append(c)
    return "".join(out)


class date:
    __slots__ = ("_year", "_month", "_day")
    __module__ = "datetime"

    def __new__(cls, year, month, day):
        _check_date(year, month, day)
        self = object.__new__(cls)
        self._year, self._month, self._day = year, month, day
        return self

    year = property(lambda self: self._year)
    month = property(lambda self: self._month)
    day = property(lambda self: self._day)

    @classmethod
    def today(cls):
        return cls.fromtimestamp(_time.time())

    @classmethod
    def fromtimestamp(cls, timestamp):
        return cls.fromordinal(719163 + int(timestamp // 86400))

    @classmethod
    def fromordinal(cls, n):
        if n < 1:
            raise ValueError("ordinal must be >= 1")
        return cls(*_from_ordinal(n))

    @classmethod
    def fromisoformat(cls, text):
        if not isinstance(text, str):
            raise TypeError("fromisoformat: argument must be str")
        parsed = _iso_date(text)
        if parsed is None:
            raise ValueError(f"Invalid isoformat string: {text!r}")
        return cls(*parsed)

    @staticmethod
    def _iso(ordinal):
        year = _from_ordinal(ordinal)[0]
        def first_monday(y):
            first = _to_ordinal(y, 1, 1)
            weekday = (first + 6) % 7
            return first - weekday + (7 if weekday > 3 else 0)
        if ordinal < first_monday(year):
            year -= 1
        elif year < MAXYEAR and ordinal >= first_monday(year + 1):
            year += 1
        days = ordinal - first_monday(year)
        return year, days // 7 + 1, days % 7 + 1

    def toordinal(self):
        return _to_ordinal(self._year, self._month, self._day)

    def weekday(self):
        return (self.toordinal() + 6) % 7

    def isoweekday(self):
        return self.toordinal() % 7 or 7

    def isocalendar(self):
        return _IsoDate(*date._iso(self.toordinal()))

    def isoformat(self):
        return f"{self._year:04}-{self._month:02}-{self._day:02}"

    __str__ = isoformat

    def __repr__(self):
        return f"{_type_name(self)}({self._year}, {self._month}, {self._day})"

    def ctime(self):
        return self.strftime("%a %b %e 00:00:00 %Y")

    def timetuple(self):
        return _time_tuple(self, 0, 0, 0)

    def strftime(self, format):
        return _format(self, format, self._year, self._month, self._day, 0, 0, 0, 0, None)

    def __format__(self, spec):
        return self.strftime(spec) if spec else str(self)

    def replace(self, year=None, month=None, day=None):
        return type(self)(self._year if year is None else year, self._month if month is None else month, self._day if day is None else day)

    def _key(self):
        return (self._year, self._month, self._day)

    def _comparable(self, other):
        return isinstance(other, date) and not isinstance(other, datetime)

    def __eq__(self, other):
        return self._key() == other._key() if self._comparable(other) else NotImplemented

    def __lt__(self, other):
        return self._key() < other._key() if self._comparable(other) else NotImplemented

    def __le__(self, other):
        return self._key() <= other._key() if self._comparable(other) else NotImplemented

    def __gt__(self, other):
        return self._key() > other._key() if self._comparable(other) else NotImplemented

    def __ge__(self, other):
        return self._key() >= other._key() if self._comparable(other) else NotImplemented

    def __hash__(self):
        return hash(self._key())

    def __add__(self, other):
        if not isinstance(other, timedelta):
            return NotImplemented
        ordinal = self.toordinal() + other._days
        if not 0 < ordinal <= 3652059:
            raise OverflowError("date value out of range")
        return type(self).fromordinal(ordinal)

    __radd__ = __add__

    def __sub__(self, other):
        if isinstance(other, timedelta):
            return self + timedelta(-other._days)
        if self._comparable(other):
            return timedelta(self.toordinal() - other.toordinal())
        return NotImplemented


class _IsoDate(tuple):
    __module__ = "datetime"

    def __new__(cls, year, week, weekday):
        return tuple.__new__(cls, (year, week, weekday))

    year = property(lambda self: self[0])
    week = property(lambda self: self[1])
    weekday = property(lambda self: self[2])

    def __repr__(self):
        return f"datetime.IsoCalendarDate(year={self[0]}, week={self[1]}, weekday={self[2]})"


def _time_tuple(day, hour, minute, second):
    return (day._year, day._month, day._day, hour, minute, second, day.weekday(), day.toordinal() - _days_before_year(day._year), -1)


def _digits(text, count):
    return int(text) if len(text) == count and text.isascii() and text.isdigit() else None


def _iso_date(text):
    if len(text) == 10 and text[4] == text[7] == "-":
        parts = _digits(text[:4], 4), _digits(text[5:7], 2), _digits(text[8:], 2)
    elif len(text) == 8:
        parts = _digits(text[:4], 4), _digits(text[4:6], 2), _digits(text[6:], 2)
    else:
        return None
    return None if None in parts else parts


def _iso_time(text):
    tz = None
    for at, c in enumerate(text):
        if c in "Zz":
            if at != len(text) - 1:
                return None
            tz, text = timezone.utc, text[:at]
            break
        if c in "+-":
            offset = _iso_time(text[at + 1 :])
            if offset is None:
                return None
            delta = timedelta(hours=offset[0], minutes=offset[1], seconds=offset[2])
            tz, text = timezone(-delta if c == "-" else delta), text[:at]
            if not delta:
                tz = timezone.utc
            break
    micro = 0
    for mark in ".,":
        if mark in text:
            text, _, fraction = text.partition(mark)
            if not fraction.isdigit():
                return None
            micro = int((fraction + "000000")[:6])
    parts = text.split(":") if ":" in text else [text[i : i + 2] for i in range(0, len(text), 2)]
    numbers = [_digits(p, 2) for p in parts]
    if not 1 <= len(numbers) <= 3 or None in numbers:
        return None
    return (*numbers, *[0] * (3 - len(numbers)), micro, tz)


class time:
    __module__ = "datetime"

    def __init__(self, hour=0, minute=0, second=0, microsecond=0, tzinfo=None, *, fold=0):
        _check_time(hour, minute, second, microsecond)
        self.hour, self.minute, self.second, self.microsecond, self.tzinfo, self.fold = hour, minute, second, microsecond, tzinfo, fold

    @classmethod
    def fromisoformat(cls, text):
        parsed = _iso_time(text[1:] if text[:1] == "T" else text)
        if parsed is None:
            raise ValueError(f"Invalid isoformat string: {text!r}")
        return cls(*parsed)

    def utcoffset(self):
        return self.tzinfo.utcoffset(None) if self.tzinfo is not None else None

    def isoformat(self, timespec="auto"):
        text = _clock_text(self.hour, self.minute, self.second, self.microsecond, timespec)
        return text + (_offset_text(self.utcoffset()) if self.tzinfo is not None else "")

    __str__ = isoformat

    def __repr__(self):
        parts = [self.hour, self.minute]
        if self.second or self.microsecond:
            parts.append(self.second)
        if self.microsecond:
            parts.append(self.microsecond)
        zone = f", tzinfo={self.tzinfo!r}" if self.tzinfo is not None else ""
        return f"datetime.time({', '.join(map(str, parts))}{zone})"

    def strftime(self, format):
        return _format(self, format, 1900, 1, 1, self.hour, self.minute, self.second, self.microsecond, self.tzinfo)

    def __format__(self, spec):
        return self.strftime(spec) if spec else str(self)

    def replace(self, **changes):
        fields = {n: getattr(self, n) for n in ("hour", "minute", "second", "microsecond", "tzinfo")}
        fields.update(changes)
        return type(self)(**fields)

    def _key(self):
        offset = self.utcoffset()
        total = ((self.hour * 60 + self.minute) * 60 + self.second) * 1000000 + self.microsecond
        return total - (offset._total() if offset is not None else 0)

    def __eq__(self, other):
        return self._key() == other._key() if isinstance(other, time) else NotImplemented

    def __lt__(self, other):
        return self._key() < other._key() if isinstance(other, time) else NotImplemented

    def __le__(self, other):
        return self._key() <= other._key() if isinstance(other, time) else NotImplemented

    def __gt__(self, other):
        return self._key() > other._key() if isinstance(other, time) else NotImplemented

    def __ge__(self, other):
        return self._key() >= other._key() if isinstance(other, time) else NotImplemented

    def __hash__(self):
        return hash(self._key())


def _clock_text(hour, minute, second, microsecond, timespec):
    if timespec == "auto":
        timespec = "microseconds" if microsecond else "seconds"
    forms = {
        "hours": "{0:02}", "minutes": "{0:02}:{1:02}", "seconds": "{0:02}:{1:02}:{2:02}",
        "milliseconds": "{0:02}:{1:02}:{2:02}.{4:03}", "microseconds": "{0:02}:{1:02}:{2:02}.{3:06}",
    }
    if timespec not in forms:
        raise ValueError("Unknown timespec value")
    return forms[timespec].format(hour, minute, second, microsecond, microsecond // 1000)


class datetime(date):
    __slots__ = ("_hour", "_minute", "_second", "_microsecond", "_tzinfo", "_fold")
    __module__ = "datetime"

    def __new__(cls, year, month, day, hour=0, minute=0, second=0, microsecond=0, tzinfo=None, *, fold=0):
        self = date.__new__(cls, year, month, day)
        _check_time(hour, minute, second, microsecond)
        self._hour, self._minute, self._second, self._microsecond = hour, minute, second, microsecond
        self._tzinfo, self._fold = tzinfo, fold
        return self

    hour = property(lambda self: self._hour)
    minute = property(lambda self: self._minute)
    second = property(lambda self: self._second)
    microsecond = property(lambda self: self._microsecond)
    tzinfo = property(lambda self: self._tzinfo)
    fold = property(lambda self: self._fold)

    @classmethod
    def now(cls, tz=None):
        return cls.fromtimestamp(_time.time(), tz)

    @classmethod
    def today(cls):
        return cls.now()

    @classmethod
    def utcnow(cls):
        return cls.now()

    @classmethod
    def fromtimestamp(cls, timestamp, tz=None):
        return cls._of(62135596800000000 + round(timestamp * 1000000), None if tz is None else timezone.utc, tz)

    @classmethod
    def utcfromtimestamp(cls, timestamp):
        return cls.fromtimestamp(timestamp)

    @classmethod
    def fromordinal(cls, n):
        return cls(*_from_ordinal(n))

    @classmethod
    def _of(cls, micros, tz, wanted=None):
        """From microseconds since the year 1, in `tz`, shown in `wanted`."""
        if wanted is not None:
            micros += wanted.utcoffset(None)._total()
            tz = wanted
        days, rest = divmod(micros, 86400000000)
        seconds, micro = divmod(rest, 1000000)
        if not 0 <= days < 3652059:
            raise OverflowError("date value out of range")
        return cls(*_from_ordinal(days + 1), seconds // 3600, seconds // 60 % 60, seconds % 60, micro, tz)

    @classmethod
    def combine(cls, date, time, tzinfo=True):
        zone = time.tzinfo if tzinfo is True else tzinfo
        return cls(date.year, date.month, date.day, time.hour, time.minute, time.second, time.microsecond, zone)

    @classmethod
    def fromisoformat(cls, text):
        if not isinstance(text, str):
            raise TypeError("fromisoformat: argument must be str")
        split = 10 if text[4:5] == "-" else 8
        day = _iso_date(text[:split])
        clock = _iso_time(text[split + 1 :]) if len(text) > split else (0, 0, 0, 0, None)
        if day is None or clock is None:
            raise ValueError(f"Invalid isoformat string: {text!r}")
        return cls(*day, *clock)

    @classmethod
    def strptime(cls, text, format):
        return cls(*_parse(text, format))

    def _micros(self):
        clock = (self._hour * 3600 + self._minute * 60 + self._second) * 1000000 + self._microsecond
        return (self.toordinal() - 1) * 86400000000 + clock

    def _utc_micros(self):
        offset = self.utcoffset()
        return self._micros() - (offset._total() if offset is not None else 0)

    def utcoffset(self):
        return self._tzinfo.utcoffset(self) if self._tzinfo is not None else None

    def tzname(self):
        return self._tzinfo.tzname(self) if self._tzinfo is not None else None

    def dst(self):
        return self._tzinfo.dst(self) if self._tzinfo is not None else None

    def timestamp(self):
        return (self._utc_micros() - 62135596800000000) / 1000000

    def date(self):
        return date(self._year, self._month, self._day)

    def time(self):
        return time(self._hour, self._minute, self._second, self._microsecond)

    def timetz(self):
        return time(self._hour, self._minute, self._second, self._microsecond, self._tzinfo)

    def astimezone(self, tz=None):
        return type(self)._of(self._utc_micros(), None, timezone.utc if tz is None else tz)

    def timetuple(self):
        return _time_tuple(self, self._hour, self._minute, self._second)

    def replace(self, **changes):
        names = ("year", "month", "day", "hour", "minute", "second", "microsecond", "tzinfo", "fold")
        for name in changes:
            if name not in names:
                raise TypeError(f"replace() got an unexpected keyword argument '{name}'")
        fields = {n: getattr(self, n) for n in names}
        fields.update(changes)
        return type(self)(**fields)

    def isoformat(self, sep="T", timespec="auto"):
        clock = _clock_text(self._hour, self._minute, self._second, self._microsecond, timespec)
        return date.isoformat(self) + sep + clock + (_offset_text(self.utcoffset()) if self._tzinfo is not None else "")

    def __str__(self):
        return self.isoformat(" ")

    def __repr__(self):
        parts = [self._year, self._month, self._day, self._hour, self._minute]
        if self._second or self._microsecond:
            parts.append(self._second)
        if self._microsecond:
            parts.append(self._microsecond)
        zone = f", tzinfo={self._tzinfo!r}" if self._tzinfo is not None else ""
        return f"{_type_name(self)}({', '.join(map(str, parts))}{zone})"

    def ctime(self):
        return self.strftime("%a %b %e %H:%M:%S %Y")

    def strftime(self, format):
        return _format(self, format, self._year, self._month, self._day, self._hour, self._minute, self._second, self._microsecond, self._tzinfo)

    def _comparable(self, other, symbol=None):
        if not isinstance(other, datetime):
            return False
        if symbol and (self._tzinfo is None) != (other._tzinfo is None):
            raise TypeError("can't compare offset-naive and offset-aware datetimes")
        return True

    def __eq__(self, other):
        if not self._comparable(other):
            return NotImplemented
        return (self._tzinfo is None) == (other._tzinfo is None) and self._utc_micros() == other._utc_micros()

    def __lt__(self, other):
        return self._utc_micros() < other._utc_micros() if self._comparable(other, "<") else NotImplemented

    def __le__(self, other):
        return self._utc_micros() <= other._utc_micros() if self._comparable(other, "<=") else NotImplemented

    def __gt__(self, other):
        return self._utc_micros() > other._utc_micros() if self._comparable(other, ">") else NotImplemented

    def __ge__(self, other):
        return self._utc_micros() >= other._utc_micros() if self._comparable(other, ">=") else NotImplemented

    def __hash__(self):
        return hash(self._utc_micros())

    def __add__(self, other):
        return type(self)._of(self._micros() + other._total(), self._tzinfo) if isinstance(other, timedelta) else NotImplemented

    __radd__ = __add__

    def __sub__(self, other):
        if isinstance(other, timedelta):
            return type(self)._of(self._micros() - other._total(), self._tzinfo)
        if isinstance(other, datetime):
            if (self._tzinfo is None) != (other._tzinfo is None):
                raise TypeError("can't subtract offset-naive and offset-aware datetimes")
            return timedelta._of(self._utc_micros() - other._utc_micros())
        return NotImplemented


def _parse(text, format):
    """The arguments of datetime for a text in a format of strptime."""
    mismatch = ValueError(f"time data {text!r} does not match format {format!r}")
    found = {"Y": 1900, "m": 1, "d": 1, "H": 0, "M": 0, "S": 0, "f": 0}
    zone, pm, at, i = None, None, 0, 0

    def number(low, high):
        nonlocal at
        end = at
        while end < len(text) and end - at < high and text[end].isdigit():
            end += 1
        if end - at < low:
            raise mismatch
        value, at = int(text[at:end]), end
        return value

    def name(names):
        nonlocal at
        for index in sorted(range(len(names)), key=lambda n: -len(names[n])):
            if text[at : at + len(names[index])].lower() == names[index].lower():
                at += len(names[index])
                return index
        raise mismatch

    format = format.replace("%T", "%H:%M:%S").replace("%D", "%m/%d/%y").replace("%F", "%Y-%m-%d").replace("%R", "%H:%M")
    while i < len(format):
        c = format[i]
        i += 1
        if c.isspace():
            while at < len(text) and text[at].isspace():
                at += 1
            continue
        if c != "%":
            if text[at : at + 1] != c:
                raise mismatch
            at += 1
            continue
        code = format[i : i + 1]
        i += 1
        if code in ("m", "d", "H", "M", "S"):
            found[code] = number(1, 2)
        elif code == "Y":
            found["Y"] = number(4, 4)
        elif code == "y":
            short = number(2, 2)
            found["Y"] = short + (2000 if short < 69 else 1900)
        elif code == "f":
            start = at
            value = number(1, 6)
            found["f"] = value * 10 ** (6 - (at - start))
        elif code in ("b", "h", "B"):
            found["m"] = name(_LONG_MONTHS if code == "B" else _MONTHS) + 1
        elif code in ("a", "A"):
            name(_LONG_DAYS if code == "A" else _DAYS)
        elif code == "I":
            found["H"] = number(1, 2)
            pm = pm or 0
        elif code == "p":
            pm = name(("AM", "PM"))
        elif code == "j":
            days = number(1, 3)
            _, found["m"], found["d"] = _from_ordinal(_days_before_year(found["Y"]) + days)
        elif code == "z":
            if text[at : at + 1] in ("Z", "z"):
                zone, at = timezone.utc, at + 1
                continue
            sign = text[at : at + 1]
            if sign not in ("+", "-") or not sign:
                raise mismatch
            at += 1
            hours = number(2, 2)
            if text[at : at + 1] == ":":
                at += 1
            delta = timedelta(hours=hours, minutes=number(2, 2))
            zone = timezone(-delta if sign == "-" else delta) if delta else timezone.utc
        elif code == "Z":
            name(("UTC", "GMT"))
        elif code == "%":
            if text[at : at + 1] != "%":
                raise mismatch
            at += 1
        else:
            raise ValueError(f"'{code}' is a bad directive in format {format!r}")
    if at != len(text):
        raise ValueError("unconverted data remains: " + text[at:])
    if pm is not None:
        found["H"] = found["H"] % 12 + 12 * pm
    if found["H"] > 23 or found["M"] > 59 or found["S"] > 61 or not 1 <= found["m"] <= 12:
        raise mismatch
    return found["Y"], found["m"], found["d"], found["H"], found["M"], found["S"], found["f"], zone


date.min, date.max, date.resolution = date(1, 1, 1), date(9999, 12, 31), timedelta(1)
datetime.min, datetime.max = datetime(1, 1, 1), datetime(9999, 12, 31, 23, 59, 59, 999999)
time.min, time.max = time(0, 0), time(23, 59, 59, 999999)
