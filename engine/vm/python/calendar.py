"""Calendars of months and years as numbers, text and HTML."""
import datetime as _datetime
from enum import IntEnum as _IntEnum, global_enum as _global_enum
from _calendar import DAYS as _DAYS, LONG_DAYS as _LONG_DAYS, LONG_MONTHS as _LONG_MONTHS, MONTHS as _MONTHS
from _calendar import days_before_year as _days_before_year, days_in_month as _days_in_month, is_leap as _is_leap

__all__ = [
    "IllegalMonthError", "IllegalWeekdayError", "setfirstweekday", "firstweekday", "isleap", "leapdays", "weekday", "monthrange",
    "monthcalendar", "prmonth", "month", "prcal", "calendar", "timegm", "month_name", "month_abbr", "day_name", "day_abbr", "Calendar",
    "TextCalendar", "HTMLCalendar", "weekheader", "Day", "Month", "JANUARY", "FEBRUARY", "MARCH", "APRIL", "MAY", "JUNE", "JULY",
    "AUGUST", "SEPTEMBER", "OCTOBER", "NOVEMBER", "DECEMBER", "MONDAY", "TUESDAY", "WEDNESDAY", "THURSDAY", "FRIDAY", "SATURDAY",
    "SUNDAY"]

EPOCH = 1970


class IllegalMonthError(ValueError):
    def __init__(self, month):
        self.month = month

    def __str__(self):
        return f"bad month number {self.month!r}; must be 1-12"


class IllegalWeekdayError(ValueError):
    def __init__(self, weekday):
        self.weekday = weekday

    def __str__(self):
        return f"bad weekday number {self.weekday!r}; must be 0 (Monday) to 6 (Sunday)"


@_global_enum
class Month(_IntEnum):
    JANUARY = 1
    FEBRUARY = 2
    MARCH = 3
    APRIL = 4
    MAY = 5
    JUNE = 6
    JULY = 7
    AUGUST = 8
    SEPTEMBER = 9
    OCTOBER = 10
    NOVEMBER = 11
    DECEMBER = 12


@_global_enum
class Day(_IntEnum):
    MONDAY = 0
    TUESDAY = 1
    WEDNESDAY = 2
    THURSDAY = 3
    FRIDAY = 4
    SATURDAY = 5
    SUNDAY = 6


class _Names:
    def __init__(self, names):
        self._names = list(names)

    def __getitem__(self, i):
        return self._names[i]

    def __len__(self):
        return len(self._names)


class _localized_month(_Names):
    pass


class _localized_day(_Names):
    pass


day_name, day_abbr = _localized_day(_LONG_DAYS), _localized_day(_DAYS)
month_name, month_abbr = _localized_month(("",) + _LONG_MONTHS), _localized_month(("",) + _MONTHS)


def isleap(year):
    return _is_leap(year)


def leapdays(y1, y2):
    return _days_before_year(y2) - _days_before_year(y1) - 365 * (y2 - y1)


def weekday(year, month, day):
    if not _datetime.MINYEAR <= year <= _datetime.MAXYEAR:
        year = 2000 + year % 400  # weekdays come back after so many years
    return Day(_datetime.date(year, month, day).weekday())


def monthrange(year, month):
    if not 1 <= month <= 12:
        raise IllegalMonthError(month)
    return weekday(year, month, 1), _days_in_month(year, month)


def _in_rows(items, width):
    return [items[i:i + width] for i in range(0, len(items), width)]


class Calendar:
    def __init__(self, firstweekday=0):
        self.firstweekday = firstweekday

    def getfirstweekday(self):
        return self._firstweekday % 7

    def setfirstweekday(self, firstweekday):
        self._firstweekday = firstweekday

    firstweekday = property(getfirstweekday, setfirstweekday)

    def iterweekdays(self):
        for i in range(self.firstweekday, self.firstweekday + 7):
            yield i % 7

    def itermonthdays(self, year, month):
        first, days = monthrange(year, month)
        yield from [0] * ((first - self.firstweekday) % 7)
        yield from range(1, days + 1)
        yield from [0] * ((self.firstweekday - first - days) % 7)

    def itermonthdays2(self, year, month):
        for i, day in enumerate(self.itermonthdays(year, month), self.firstweekday):
            yield day, i % 7

    def itermonthdays3(self, year, month):
        first, days = monthrange(year, month)
        before, after = (year - (month == 1), (month - 2) % 12 + 1), (year + (month == 12), month % 12 + 1)
        last = _days_in_month(*before)
        for day in range(last - (first - self.firstweekday) % 7 + 1, last + 1):
            yield *before, day
        for day in range(1, days + 1):
            yield year, month, day
        for day in range(1, (self.firstweekday - first - days) % 7 + 1):
            yield *after, day

    def itermonthdays4(self, year, month):
        for i, date in enumerate(self.itermonthdays3(year, month)):
            yield *date, (self.firstweekday + i) % 7

    def itermonthdates(self, year, month):
        for date in self.itermonthdays3(year, month):
            yield _datetime.date(*date)

    def monthdatescalendar(self, year, month):
        return _in_rows(list(self.itermonthdates(year, month)), 7)

    def monthdays2calendar(self, year, month):
        return _in_rows(list(self.itermonthdays2(year, month)), 7)

    def monthdayscalendar(self, year, month):
        return _in_rows(list(self.itermonthdays(year, month)), 7)

    def yeardatescalendar(self, year, width=3):
        return _in_rows([self.monthdatescalendar(year, m) for m in Month], width)

    def yeardays2calendar(self, year, width=3):
        return _in_rows([self.monthdays2calendar(year, m) for m in Month], width)

    def yeardayscalendar(self, year, width=3):
        return _in_rows([self.monthdayscalendar(year, m) for m in Month], width)


class TextCalendar(Calendar):
    def prweek(self, theweek, width):
        print(self.formatweek(theweek, width), end="")

    def formatday(self, day, weekday, width):
        return (f"{day:2}" if day else "").center(width)

    def formatweek(self, theweek, width):
        return " ".join(self.formatday(day, weekday, width) for day, weekday in theweek)

    def formatweekday(self, day, width):
        return (day_name if width >= 9 else day_abbr)[day][:width].center(width)

    def formatweekheader(self, width):
        return " ".join(self.formatweekday(i, width) for i in self.iterweekdays())

    def formatmonthname(self, theyear, themonth, width, withyear=True):
        name = month_name[themonth]
        return (f"{name} {theyear!r}" if withyear else name).center(width)

    def prmonth(self, theyear, themonth, w=0, l=0):
        print(self.formatmonth(theyear, themonth, w, l), end="")

    def formatmonth(self, theyear, themonth, w=0, l=0):
        w, l = max(2, w), max(1, l)
        lines = [self.formatmonthname(theyear, themonth, 7 * (w + 1) - 1), self.formatweekheader(w)]
        lines += [self.formatweek(week, w) for week in self.monthdays2calendar(theyear, themonth)]
        return "".join(line.rstrip() + "\n" * l for line in lines)

    def formatyear(self, theyear, w=2, l=1, c=6, m=3):
        w, l, c = max(2, w), max(1, l), max(2, c)
        width = (w + 1) * 7 - 1
        header = self.formatweekheader(w)
        lines = [repr(theyear).center(width * m + c * (m - 1))]
        for i, row in enumerate(self.yeardays2calendar(theyear, m)):
            months = range(m * i + 1, m * i + 1 + len(row))
            lines += ["", formatstring([self.formatmonthname(theyear, k, width, False) for k in months], width, c),
                      formatstring([header] * len(row), width, c)]
            for j in range(max(map(len, row))):
                lines.append(formatstring([self.formatweek(weeks[j], w) if j < len(weeks) else "" for weeks in row], width, c))
        return "".join(line.rstrip() + "\n" * l for line in lines)

    def pryear(self, theyear, w=0, l=0, c=6, m=3):
        print(self.formatyear(theyear, w, l, c, m), end="")


class HTMLCalendar(Calendar):
    cssclasses = ["mon", "tue", "wed", "thu", "fri", "sat", "sun"]
    cssclasses_weekday_head = cssclasses
    cssclass_noday = "noday"
    cssclass_month_head = cssclass_month = "month"
    cssclass_year_head = cssclass_year = "year"

    def formatday(self, day, weekday):
        if not day:
            return f'<td class="{self.cssclass_noday}">&nbsp;</td>'
        return f'<td class="{self.cssclasses[weekday]}">{day}</td>'

    def formatweek(self, theweek):
        return f"<tr>{''.join(self.formatday(day, weekday) for day, weekday in theweek)}</tr>"

    def formatweekday(self, day):
        return f'<th class="{self.cssclasses_weekday_head[day]}">{day_abbr[day]}</th>'

    def formatweekheader(self):
        return f"<tr>{''.join(self.formatweekday(i) for i in self.iterweekdays())}</tr>"

    def formatmonthname(self, theyear, themonth, withyear=True):
        title = f"{month_name[themonth]} {theyear}" if withyear else str(month_name[themonth])
        return f'<tr><th colspan="7" class="{self.cssclass_month_head}">{title}</th></tr>'

    def formatmonth(self, theyear, themonth, withyear=True):
        lines = [f'<table border="0" cellpadding="0" cellspacing="0" class="{self.cssclass_month}">',
                 self.formatmonthname(theyear, themonth, withyear=withyear), self.formatweekheader()]
        lines += map(self.formatweek, self.monthdays2calendar(theyear, themonth))
        return "\n".join(lines) + "\n</table>\n"

    def formatyear(self, theyear, width=3):
        width = max(width, 1)
        parts = [f'<table border="0" cellpadding="0" cellspacing="0" class="{self.cssclass_year}">\n'
                 f'<tr><th colspan="{width}" class="{self.cssclass_year_head}">{theyear}</th></tr>']
        for months in _in_rows(range(1, 13), width):
            parts.append(f"<tr>{''.join(f'<td>{self.formatmonth(theyear, m, withyear=False)}</td>' for m in months)}</tr>")
        return "".join(parts) + "</table>"


c = TextCalendar()
firstweekday = c.getfirstweekday
monthcalendar = c.monthdayscalendar
prweek = c.prweek
week = c.formatweek
weekheader = c.formatweekheader
prmonth = c.prmonth
month = c.formatmonth
calendar = c.formatyear
prcal = c.pryear


def setfirstweekday(firstweekday):
    if not MONDAY <= firstweekday <= SUNDAY:
        raise IllegalWeekdayError(firstweekday)
    c.firstweekday = firstweekday


def formatstring(cols, colwidth=20, spacing=6):
    return (" " * spacing).join(column.center(colwidth) for column in cols)


def format(cols, colwidth=20, spacing=6):
    print(formatstring(cols, colwidth, spacing))


def timegm(tuple):
    year, month, day, hour, minute, second = tuple[:6]
    days = _datetime.date(year, month, 1).toordinal() - _datetime.date(EPOCH, 1, 1).toordinal() + day - 1
    return ((days * 24 + hour) * 60 + minute) * 60 + second
