import time, itertools, collections
from datetime import date, timedelta, timezone, datetime as D, time as T

print(time.gmtime(0), time.gmtime(1700000000.5).tm_yday)
print(time.strftime("%Y-%m-%d %H:%M:%S %a %A %b %B %j %U %W %p %I %y %%", time.gmtime(1700000000)))
st = time.strptime("2024-02-29 13:14:15", "%Y-%m-%d %H:%M:%S")
print(st, st.tm_wday, st[0], len(st), time.mktime(st))
print(time.asctime(time.gmtime(0)), time.ctime(86400 * 3))
print(isinstance(st, tuple), st[:3], st.tm_zone, st.tm_gmtoff)
try:
    time.strptime("abc", "%Y")
except ValueError as e:
    print(e)
try:
    time.strptime("2020 x", "%Y")
except ValueError as e:
    print(e)
try:
    time.strptime("2020", "%Q")
except ValueError as e:
    print(e)
print(date(2024, 2, 29).timetuple())
print(D(2024, 2, 29, 1, 2, 3).timetuple())
print(D.strptime("03/04/21 05:06 PM", "%m/%d/%y %I:%M %p"))
print(D.strptime("2024-W05-3", "%G-W%V-%u"), D.strptime("2021 5 1", "%Y %W %w"), D.strptime("2021 5 0", "%Y %U %w"))
print(D.strptime("2021-01-02T03:04:05+0530", "%Y-%m-%dT%H:%M:%S%z"), D.strptime("2021 -05:30", "%Y %z").tzinfo)
for bad in [("2021-13-01", "%Y-%m-%d"), ("", "%Y"), ("12", "%H:%M")]:
    try:
        print(D.strptime(*bad))
    except ValueError as e:
        print(type(e).__name__, e)
print(D(2020, 1, 1).replace(2021, day=5), date(2020, 1, 1).replace(month=3), T(1).replace(minute=4))
for wrong in (
    lambda: itertools.count()[0],
    lambda: collections.OrderedDict().first,
    lambda: len(itertools.chain()),
):
    try:
        wrong()
    except (TypeError, AttributeError) as e:
        print(e)
