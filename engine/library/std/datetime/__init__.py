"""Dates and times. The local time zone is UTC: there is no other in the sandbox."""

import time as _time

from _calendar import EPOCH as _EPOCH, ParsedTime as _ParsedTime, days_before_year as _days_before_year, format_time as _format_time, from_ordinal as _from_ordinal
from _calendar import iso_calendar as _iso_calendar, iso_first_monday as _iso_first_monday, to_ordinal as _to_ordinal
from datetime._duration import UTC, _offset_text, timedelta, timezone, tzinfo
from datetime._fields import _check_date, _check_time, _check_zone, _clock_text, _iso_date, _iso_time

MINYEAR, MAXYEAR = 1, 9999


def _chosen(given, own):
    return [old if new is None else new for new, old in zip(given, own)]


def _type_name(value):
    kind = type(value)
    return kind.__name__ if kind.__module__ == "builtins" else kind.__module__ + "." + kind.__name__


class date:
    __slots__ = ("_year", "_month", "_day")

    def __new__(cls, year, month, day):
        self = object.__new__(cls)
        self._year, self._month, self._day = _check_date(year, month, day)
        return self

    year = property(lambda self: self._year)
    month = property(lambda self: self._month)
    day = property(lambda self: self._day)

    @classmethod
    def today(cls):
        return cls.fromtimestamp(_time.time())

    @classmethod
    def fromtimestamp(cls, timestamp):
        return cls.fromordinal(_EPOCH + int(timestamp // 86400))

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

    @classmethod
    def fromisocalendar(cls, year, week, day):
        if not MINYEAR <= year <= MAXYEAR:
            raise ValueError(f"Year is out of range: {year}")
        # A year has as many weeks as the one of its 28th of December tells.
        if not 1 <= week <= _iso_calendar(_to_ordinal(year, 12, 28))[1]:
            raise ValueError(f"Invalid week: {week}")
        if not 1 <= day <= 7:
            raise ValueError(f"Invalid day: {day} (range is [1, 7])")
        return cls.fromordinal(_iso_first_monday(year) + (week - 1) * 7 + day - 1)

    def toordinal(self):
        return _to_ordinal(self._year, self._month, self._day)

    def weekday(self):
        return (self.toordinal() + 6) % 7

    def isoweekday(self):
        return self.toordinal() % 7 or 7

    def isocalendar(self):
        return _IsoDate(*_iso_calendar(self.toordinal()))

    def isoformat(self):
        return f"{self._year:04}-{self._month:02}-{self._day:02}"

    __str__ = isoformat

    def __repr__(self):
        return f"{_type_name(self)}({self._year}, {self._month}, {self._day})"

    def __reduce__(self):
        return type(self), self._key()

    def ctime(self):
        return self.strftime(f"%a %b %e 00:00:00 {self._year:04}")

    def timetuple(self):
        return _time_tuple(self, 0, 0, 0)

    def strftime(self, format):
        return _format(self, format, self._key(), (0, 0, 0), 0)

    def __format__(self, spec):
        return self.strftime(spec) if spec else str(self)

    def replace(self, year=None, month=None, day=None):
        return type(self)(*_chosen((year, month, day), self._key()))

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
    def __new__(cls, year, week, weekday):
        return tuple.__new__(cls, (year, week, weekday))

    year = property(lambda self: self[0])
    week = property(lambda self: self[1])
    weekday = property(lambda self: self[2])

    def __repr__(self):
        return f"datetime.IsoCalendarDate(year={self[0]}, week={self[1]}, weekday={self[2]})"


def _time_tuple(day, hour, minute, second, isdst=-1):
    ordinal = day.toordinal()
    in_year = ordinal - _days_before_year(day._year)
    return _time.struct_time((day._year, day._month, day._day, hour, minute, second, day.weekday(), in_year, isdst))


def _format(self, spec, day, clock, microsecond, tz=None, moment=...):
    """strftime; a zone is asked about `moment`, which is self for a datetime and None for a time."""
    moment = self if moment is ... else moment
    offset = None if tz is None else tz.utcoffset(moment)
    zone = "" if tz is None else tz.tzname(moment) or ""
    return _format_time(spec, day, clock, microsecond, lambda colon: "" if offset is None else _offset_text(offset, colon), zone)


class time:
    def __init__(self, hour=0, minute=0, second=0, microsecond=0, tzinfo=None, *, fold=0):
        self.hour, self.minute, self.second, self.microsecond = _check_time(hour, minute, second, microsecond)
        self.tzinfo, self.fold = _check_zone(tzinfo), fold

    @classmethod
    def fromisoformat(cls, text):
        parsed = _iso_time(text[1:] if text[:1] == "T" else text)
        if parsed is None:
            raise ValueError(f"Invalid isoformat string: {text!r}")
        return cls(*parsed)

    def utcoffset(self):
        return self.tzinfo.utcoffset(None) if self.tzinfo is not None else None

    def tzname(self):
        return self.tzinfo.tzname(None) if self.tzinfo is not None else None

    def dst(self):
        return self.tzinfo.dst(None) if self.tzinfo is not None else None

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

    def __reduce__(self):
        return type(self), (self.hour, self.minute, self.second, self.microsecond, self.tzinfo)

    def strftime(self, format):
        return _format(self, format, (1900, 1, 1), (self.hour, self.minute, self.second), self.microsecond, self.tzinfo, None)

    def __format__(self, spec):
        return self.strftime(spec) if spec else str(self)

    def replace(self, hour=None, minute=None, second=None, microsecond=None, tzinfo=True, *, fold=None):
        given = hour, minute, second, microsecond
        own = self.hour, self.minute, self.second, self.microsecond
        zone = self.tzinfo if tzinfo is True else tzinfo
        return type(self)(*_chosen(given, own), zone, fold=self.fold if fold is None else fold)

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


class datetime(date):
    __slots__ = ("_hour", "_minute", "_second", "_microsecond", "_tzinfo", "_fold")

    def __new__(cls, year, month, day, hour=0, minute=0, second=0, microsecond=0, tzinfo=None, *, fold=0):
        self = date.__new__(cls, year, month, day)
        self._hour, self._minute, self._second, self._microsecond = _check_time(hour, minute, second, microsecond)
        self._tzinfo, self._fold = _check_zone(tzinfo), fold
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
        _check_zone(tz)
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
        for index, value in enumerate((text, format)):
            if not isinstance(value, str):
                raise TypeError(f"strptime() argument {index + 1} must be str, not {type(value).__name__}")
        found = _ParsedTime(text, format)
        zone = None if found.offset is None else timezone._at(found.offset, found.zone)
        return cls(*found.date(), *found.clock(), found.microsecond, zone)

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

    def utctimetuple(self):
        offset = self.utcoffset()
        moment = self - offset if offset else self
        return _time_tuple(moment, moment._hour, moment._minute, moment._second, 0)

    def replace(self, year=None, month=None, day=None, hour=None, minute=None, second=None, microsecond=None, tzinfo=True, *, fold=None):
        given = year, month, day, hour, minute, second, microsecond
        own = *self._key(), self._hour, self._minute, self._second, self._microsecond
        zone = self._tzinfo if tzinfo is True else tzinfo
        return type(self)(*_chosen(given, own), zone, fold=self._fold if fold is None else fold)

    def isoformat(self, sep="T", timespec="auto"):
        if not isinstance(sep, str) or len(sep) != 1:
            raise TypeError(f"isoformat() argument 1 must be a unicode character, not {_type_name(sep)}")
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

    def __reduce__(self):
        return type(self), (*self._key(), self._hour, self._minute, self._second, self._microsecond, self._tzinfo)

    def ctime(self):
        return self.strftime(f"%a %b %e %H:%M:%S {self._year:04}")

    def strftime(self, format):
        return _format(self, format, self._key(), (self._hour, self._minute, self._second), self._microsecond, self._tzinfo)

    def _comparable(self, other, symbol=None):
        if not isinstance(other, datetime):
            if symbol and isinstance(other, date):
                raise TypeError(f"can't compare {_type_name(self)} to {_type_name(other)}")
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


date.min, date.max, date.resolution = date(1, 1, 1), date(9999, 12, 31), timedelta(1)
datetime.min, datetime.max = datetime(1, 1, 1), datetime(9999, 12, 31, 23, 59, 59, 999999)
datetime.resolution = timedelta.resolution
time.min, time.max, time.resolution = time(0, 0), time(23, 59, 59, 999999), timedelta.resolution
