"""Clocks, and times as nine numbers. The local time zone is UTC: there is no other in the sandbox."""
from _time import *
import _time

timezone = altzone = daylight = 0
tzname = ("UTC", "UTC")
_STRUCT_TM_ITEMS = 11
_FIELDS = ("tm_year", "tm_mon", "tm_mday", "tm_hour", "tm_min", "tm_sec", "tm_wday", "tm_yday", "tm_isdst")


class struct_time(tuple):
    n_fields, n_sequence_fields, n_unnamed_fields = 11, 9, 0
    __match_args__ = _FIELDS

    def __new__(cls, iterable, /):
        values = tuple(iterable)
        if not 9 <= len(values) <= 11:
            few = len(values) < 9
            raise TypeError(f"time.struct_time() takes an {'at least 9' if few else 'at most 11'}-sequence ({len(values)}-sequence given)")
        self = tuple.__new__(cls, values[:9])
        self.tm_zone, self.tm_gmtoff = (*values[9:], None, None)[:2]
        return self

    def __repr__(self):
        return f"time.struct_time({', '.join([f'{name}={value!r}' for name, value in zip(_FIELDS, self)])})"

    def __reduce__(self):
        return struct_time, ((*self, self.tm_zone, self.tm_gmtoff),)


for _index, _name in enumerate(_FIELDS):
    setattr(struct_time, _name, property(lambda self, index=_index: self[index]))
del _index, _name


def _make(date, clock, isdst, zone="UTC", offset=0):
    from _calendar import days_before_year, to_ordinal

    ordinal = to_ordinal(*date)
    return struct_time((*date, *clock, (ordinal + 6) % 7, ordinal - days_before_year(date[0]), isdst, zone, offset))


def gmtime(seconds=None, /):
    from _calendar import EPOCH, from_ordinal

    if seconds is None:
        seconds = _time.time()
    elif not isinstance(seconds, (int, float)):
        raise TypeError(f"'{type(seconds).__name__}' object cannot be interpreted as an integer")
    days, rest = divmod(int(seconds // 1), 86400)
    return _make(from_ordinal(days + EPOCH), (rest // 3600, rest // 60 % 60, rest % 60), 0)


localtime = gmtime


def _numbers(t):
    if t is None:
        return gmtime()
    if not isinstance(t, tuple):
        raise TypeError("Tuple or struct_time argument required")
    if len(t) != 9:
        raise TypeError("function takes exactly 9 arguments (%d given)" % len(t))
    return t


def mktime(t, /):
    from _calendar import EPOCH, to_ordinal

    year, month, day, hour, minute, second = _numbers(t)[:6]
    year, month = year + (month - 1) // 12, (month - 1) % 12 + 1
    return float((to_ordinal(year, month, 1) + day - 1 - EPOCH) * 86400 + hour * 3600 + minute * 60 + second)


def strftime(format, t=None, /):
    from _calendar import format_time

    if not isinstance(format, str):
        raise TypeError(f"strftime() argument 1 must be str, not {type(format).__name__}")
    t = _numbers(t)
    for low, high, value, text in ((0, 12, t[1], "month"), (0, 31, t[2], "day of month"), (0, 23, t[3], "hour"), (0, 59, t[4], "minute"), (0, 61, t[5], "seconds")):
        if not low <= value <= high:
            raise ValueError(text + " out of range")
    date = t[0], t[1] or 1, t[2] or 1
    return format_time(format, date, t[3:6], 0, lambda colon: "+00" + colon + "00", "UTC")


def strptime(text, format="%a %b %d %H:%M:%S %Y", /):
    import _strptime

    return _strptime._strptime_time(text, format)


def asctime(t=None, /):
    return strftime("%a %b %e %H:%M:%S %Y", t)


def ctime(seconds=None, /):
    return asctime(gmtime(seconds))
