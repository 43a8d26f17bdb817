"""The calendar, and dates and times as text: what `time` and `datetime` share."""

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


class ParsedTime:
    """What strptime read. `offset` is in microseconds, None without %z; `zone` the name that %Z met."""

    def __init__(self, text, format):
        self.mismatch = ValueError(f"time data {text!r} does not match format {format!r}")
        self.text, self.format, self.at = text, format, 0
        self.year, self.month, self.day, self.microsecond = None, 1, 1, 0
        self.hour = self.minute = self.second = 0
        self.offset = self.zone = self._afternoon = self._in_year = self._weekday = None
        self._week = self._iso_year = None
        self._read(format.replace("%T", "%H:%M:%S").replace("%D", "%m/%d/%y").replace("%F", "%Y-%m-%d").replace("%R", "%H:%M").replace("%c", "%a %b %d %H:%M:%S %Y").replace("%x", "%m/%d/%y").replace("%X", "%H:%M:%S"))
        self._settle()

    def date(self):
        return self.year, self.month, self.day

    def clock(self):
        return self.hour, self.minute, self.second

    def _number(self, low, high, least=0, most=None):
        end = self.at
        while end < len(self.text) and end - self.at < high and self.text[end].isdigit():
            end += 1
        if most is not None and end - self.at == high and int(self.text[self.at : end]) > most:
            end -= 1  # the last digit belongs to what follows
        if end - self.at < low:
            raise self.mismatch
        value = int(self.text[self.at : end])
        if value < least or (most is not None and value > most):
            raise self.mismatch
        self.at = end
        return value

    def _name(self, names):
        for index in sorted(range(len(names)), key=lambda n: -len(names[n])):
            if self.text[self.at : self.at + len(names[index])].lower() == names[index].lower():
                self.at += len(names[index])
                return index
        raise self.mismatch

    def _read(self, format):
        i = 0
        while i < len(format):
            c = format[i]
            i += 1
            if c.isspace():
                if not self.text[self.at : self.at + 1].isspace():
                    raise self.mismatch
                while self.text[self.at : self.at + 1].isspace():
                    self.at += 1
            elif c != "%":
                self._literal(c)
            elif i == len(format):
                raise ValueError(f"stray % in format {self.format!r}")
            else:
                self._directive(format[i])
                i += 1
        if self.at != len(self.text):
            raise ValueError("unconverted data remains: " + self.text[self.at :])

    def _literal(self, c):
        if self.text[self.at : self.at + 1].lower() != c.lower():
            raise self.mismatch
        self.at += 1

    def _directive(self, code):
        if code == "Y":
            self.year = self._number(4, 4)
        elif code == "y":
            short = self._number(2, 2)
            self.year = short + (2000 if short < 69 else 1900)
        elif code == "m":
            self.month = self._number(1, 2, 1, 12)
        elif code == "d":
            if self.text[self.at : self.at + 1] == " ":
                self.at += 1
            self.day = self._number(1, 2, 1, 31)
        elif code == "H":
            self.hour = self._number(1, 2, 0, 23)
        elif code == "I":
            self.hour = self._number(1, 2, 1, 12)
            self._afternoon = self._afternoon or 0
        elif code == "p":
            self._afternoon = self._name(("AM", "PM"))
        elif code == "M":
            self.minute = self._number(1, 2, 0, 59)
        elif code == "S":
            self.second = self._number(1, 2, 0, 61)
        elif code == "f":
            start = self.at
            value = self._number(1, 6)
            self.microsecond = value * 10 ** (6 - (self.at - start))
        elif code in ("b", "h", "B"):
            self.month = self._name(LONG_MONTHS if code == "B" else MONTHS) + 1
        elif code in ("a", "A"):
            self._weekday = self._name(LONG_DAYS if code == "A" else DAYS)
        elif code == "w":
            self._weekday = (self._number(1, 1, 0, 6) + 6) % 7
        elif code == "u":
            self._weekday = self._number(1, 1, 1, 7) - 1
        elif code == "j":
            self._in_year = self._number(1, 3, 1, 366)
        elif code in ("U", "W", "V"):
            self._week = code, self._number(1, 2, 0, 53)
        elif code == "G":
            self._iso_year = self._number(4, 4)
        elif code == "z":
            self._read_offset()
        elif code == "Z":
            names = ("UTC", "GMT")
            self.zone = names[self._name(names)]
        elif code == "%":
            self._literal("%")
        else:
            raise ValueError(f"'{code}' is a bad directive in format {self.format!r}")

    def _read_offset(self):
        sign = self.text[self.at : self.at + 1]
        self.at += 1
        if sign == "Z":
            self.offset = 0
            return
        if sign not in ("+", "-") or not sign:
            raise self.mismatch
        hours = self._number(2, 2)
        colon = self.text[self.at : self.at + 1] == ":"
        self.at += colon
        seconds = hours * 3600 + self._number(2, 2, 0, 59) * 60
        if self.text[self.at : self.at + 1] == ":" if colon else self.text[self.at : self.at + 1].isdigit():
            self.at += colon
            seconds += self._number(2, 2, 0, 59)
        self.offset = (-seconds if sign == "-" else seconds) * 1000000

    def _settle(self):
        """What several directives say together."""
        if self._afternoon is not None:
            self.hour = self.hour % 12 + 12 * self._afternoon
        given = self.year is not None
        if not given:
            self.year = 1904 if (self.month, self.day) == (2, 29) else 1900
        if self._in_year is not None:
            _, self.month, self.day = from_ordinal(days_before_year(self.year) + self._in_year)
        elif self._week is not None and self._weekday is not None:
            kind, week = self._week
            if kind == "V" and self._iso_year is not None:
                ordinal = iso_first_monday(self._iso_year) + (week - 1) * 7 + self._weekday
            elif kind != "V" and given:
                first = to_ordinal(self.year, 1, 1)
                weekday = (first + (0 if kind == "U" else 6)) % 7  # of the first of January, from the week's first day
                in_week = (self._weekday + 1) % 7 if kind == "U" else self._weekday
                ordinal = first + in_week - weekday + 7 * (week - (weekday == 0))
            else:
                return
            self.year, self.month, self.day = from_ordinal(ordinal)
