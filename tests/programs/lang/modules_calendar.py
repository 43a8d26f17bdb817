# feature: calendars
import calendar

print(
    calendar.weekday(2024, 2, 1),
    repr(calendar.weekday(2024, 2, 1)),
    calendar.monthrange(2024, 2),
    repr(calendar.MONDAY),
    calendar.JANUARY,
    calendar.FEBRUARY,
    repr(calendar.FEBRUARY),
    calendar.Month(3),
    repr(calendar.Day.FRIDAY),
    str(calendar.Day.FRIDAY),
    f"{calendar.SUNDAY}",
)
print(list(calendar.month_name), calendar.day_abbr[-1], calendar.month_name[1:3], len(calendar.day_name))
for f in [
    lambda: calendar.monthrange(2024, 13),
    lambda: calendar.setfirstweekday(9),
    lambda: calendar.month_name[13],
    lambda: calendar.TextCalendar(9).formatmonth(2024, 1),
    lambda: calendar.monthrange(2024, "a"),
]:
    try:
        print(f())
    except Exception as e:
        print(type(e).__mro__[:2], e, repr(e))
print(calendar.month(2024, 2), end="|\n")
print(calendar.calendar(2024, m=4)[:300])
print(calendar.TextCalendar(6).formatmonth(2023, 10, w=4, l=2), end="|\n")
print(list(calendar.Calendar(6).iterweekdays()))
print(calendar.HTMLCalendar().formatmonth(2024, 2)[:400])
print(
    calendar.firstweekday(),
    calendar.timegm((2024, 1, 1, 0, 0, 0)),
    calendar.week(calendar.monthcalendar(2024, 2)[0] and [(1, 0)], 3),
)
