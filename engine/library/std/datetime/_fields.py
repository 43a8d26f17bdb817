"""The fields of a date and of a time: their ranges, and the ISO form."""
from _calendar import LAST_YEAR, days_in_month, from_ordinal, iso_calendar, to_ordinal
from datetime._duration import timedelta, timezone, tzinfo
from operator import index as _index

_int = int


def _check(name, value, high):
    if not 0 <= value <= high:
        raise ValueError(f"{name} must be in 0..{high}")


def _check_date(*given):
    """The three as plain numbers."""
    year, month, day = map(_int, map(_index, given))
    if not 1 <= year <= LAST_YEAR:
        raise ValueError(f"year {year} is out of range")
    if not 1 <= month <= 12:
        raise ValueError("month must be in 1..12")
    if not 1 <= day <= days_in_month(year, month):
        raise ValueError("day is out of range for month")
    return year, month, day


def _check_time(*given):
    """Hour, minute, second and microsecond as plain numbers."""
    hour, minute, second, microsecond = map(_int, map(_index, given))
    _check("hour", hour, 23)
    _check("minute", minute, 59)
    _check("second", second, 59)
    _check("microsecond", microsecond, 999999)
    return hour, minute, second, microsecond


def _check_zone(tz):
    if tz is not None and not isinstance(tz, tzinfo):
        raise TypeError(f"tzinfo argument must be None or of a tzinfo subclass, not type {type(tz).__name__!r}")
    return tz


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


def _digits(text, count):
    return int(text) if len(text) == count and text.isascii() and text.isdigit() else None


def _iso_week(text):
    """2024-W05-3 or 2024W053; the day may be left out."""
    year, mark, rest = text.partition("-W" if "-" in text else "W")
    week, dash, day = rest.partition("-") if "-" in mark else (rest[:2], rest[2:], rest[2:])
    numbers = _digits(year, 4), _digits(week, 2), _digits(day, 1) if dash else 1
    if None in numbers or not 1 <= numbers[2] <= 7:
        return None
    first = to_ordinal(numbers[0], 1, 4)
    found = first - (first + 6) % 7 + (numbers[1] - 1) * 7 + numbers[2] - 1
    if not 1 <= numbers[1] <= 53 or iso_calendar(found)[0] != numbers[0]:
        raise ValueError(f"Invalid week: {numbers[1]}")
    return from_ordinal(found)


def _iso_date(text):
    if "W" in text:
        return _iso_week(text)
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
