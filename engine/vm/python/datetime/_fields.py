"""The fields of a date and of a time: their ranges, and the ISO form."""
from _calendar import LAST_YEAR, days_in_month
from datetime._duration import timedelta, timezone


def _check(name, value, low, high, plural=None):
    if not hasattr(value, "__index__"):
        raise TypeError(f"'{type(value).__name__}' object cannot be interpreted as an integer")
    if not low <= value <= high:
        raise ValueError(plural or f"{name} must be in {low}..{high}")


def _check_date(year, month, day):
    _check("year", year, 1, LAST_YEAR, f"year {year} is out of range" if isinstance(year, int) else None)
    _check("month", month, 1, 12)
    if not 1 <= day <= days_in_month(year, month):
        raise ValueError("day is out of range for month")


def _check_time(hour, minute, second, microsecond):
    _check("hour", hour, 0, 23)
    _check("minute", minute, 0, 59)
    _check("second", second, 0, 59)
    _check("microsecond", microsecond, 0, 999999)


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
