"""The calendar, and times as text, for `time`."""

MONTHS = ("Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec")
LONG_MONTHS = ("January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November", "December")
DAYS = ("Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun")
LONG_DAYS = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday")
LAST_YEAR = 9999
EPOCH = 719163  # the ordinal of 1970-01-01; that of 0001-01-01 is 1


def is_leap(year):
    return year % 4 == 0 and (year % 100 != 0 or year % 400 == 0)


def days_in_month(year, month):
    return 29 if month == 2 and is_leap(year) else (31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31)[month - 1]


def days_before_year(year):
    y = year - 1
    return y * 365 + y // 4 - y // 100 + y // 400


def to_ordinal(year, month, day):
    return days_before_year(year) + sum([days_in_month(year, m) for m in range(1, month)]) + day


def from_ordinal(n):
    year = max(1, (n - 1) * 400 // 146097 + 1)
    while days_before_year(year + 1) < n:
        year += 1
    while days_before_year(year) >= n:
        year -= 1
    n -= days_before_year(year)
    month = 1
    while n > days_in_month(year, month):
        n -= days_in_month(year, month)
        month += 1
    return year, month, n


def iso_calendar(ordinal):
    """Year, week and weekday by ISO 8601, where weeks begin on Monday and belong to the year of their Thursday."""
    year = from_ordinal(ordinal)[0]
    if ordinal < iso_first_monday(year):
        year -= 1
    elif year < LAST_YEAR and ordinal >= iso_first_monday(year + 1):
        year += 1
    days = ordinal - iso_first_monday(year)
    return year, days // 7 + 1, days % 7 + 1


def iso_first_monday(year):
    first = to_ordinal(year, 1, 1)
    weekday = (first + 6) % 7
    return first - weekday + (7 if weekday > 3 else 0)


def format_time(spec, date, clock, microsecond=0, offset=lambda colon: "", zone=""):
    """strftime of (year, month, day) and (hour, minute, second); `offset(colon)` is the zone's as text."""
    year, month, day = date
    hour, minute, second = clock
    ordinal = to_ordinal(year, month, day)
    weekday, in_year = (ordinal + 6) % 7, ordinal - days_before_year(year)
    iso = iso_calendar(ordinal)
    values = {
        "Y": lambda: str(year), "m": lambda: f"{month:02}", "d": lambda: f"{day:02}", "H": lambda: f"{hour:02}",
        "M": lambda: f"{minute:02}", "S": lambda: f"{second:02}", "f": lambda: f"{microsecond:06}", "y": lambda: f"{year % 100:02}",
        "b": lambda: MONTHS[month - 1], "h": lambda: MONTHS[month - 1], "B": lambda: LONG_MONTHS[month - 1],
        "a": lambda: DAYS[weekday], "A": lambda: LONG_DAYS[weekday], "j": lambda: f"{in_year:03}", "C": lambda: f"{year // 100:02}",
        "I": lambda: f"{(hour + 11) % 12 + 1:02}", "p": lambda: "AM" if hour < 12 else "PM", "w": lambda: str((weekday + 1) % 7),
        "P": lambda: "am" if hour < 12 else "pm", "k": lambda: f"{hour:2}", "l": lambda: f"{(hour + 11) % 12 + 1:2}",
        "u": lambda: str(weekday + 1), "z": lambda: offset(""), "Z": lambda: zone,
        "e": lambda: f"{day:2}", "T": lambda: f"{hour:02}:{minute:02}:{second:02}", "R": lambda: f"{hour:02}:{minute:02}",
        "r": lambda: f"{(hour + 11) % 12 + 1:02}:{minute:02}:{second:02} {'AM' if hour < 12 else 'PM'}",
        "F": lambda: f"{year}-{month:02}-{day:02}", "D": lambda: f"{month:02}/{day:02}/{year % 100:02}",
        "x": lambda: f"{month:02}/{day:02}/{year % 100:02}", "X": lambda: f"{hour:02}:{minute:02}:{second:02}",
        "c": lambda: f"{DAYS[weekday]} {MONTHS[month - 1]} {day:2} {hour:02}:{minute:02}:{second:02} {year}",
        "U": lambda: f"{(in_year + 6 - (weekday + 1) % 7) // 7:02}", "W": lambda: f"{(in_year + 6 - weekday) // 7:02}",
        "G": lambda: str(iso[0]), "V": lambda: f"{iso[1]:02}", "g": lambda: f"{iso[0] % 100:02}", "%": lambda: "%", "n": lambda: "\n", "t": lambda: "\t",
        "s": lambda: str((ordinal - EPOCH) * 86400 + hour * 3600 + minute * 60 + second),
    }  # fmt: skip
    out, at = [], 0
    while at < len(spec):
        c = spec[at]
        at += 1
        if c == "%" and at < len(spec):
            if spec[at : at + 2] == ":z":
                out.append(offset(":"))
                at += 2
                continue
            made = values.get(spec[at])
            if spec[at] == "-" and spec[at + 1 : at + 2] in values:  # without padding
                at += 1
                number = values[spec[at]]()
                made = lambda: number.lstrip("0 ") or "0"
            out.append(made() if made else "%" + spec[at])
            at += 1
        else:
            out.append(c)
    return "".join(out)
