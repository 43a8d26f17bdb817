# feature: dates, times and their differences; numbers packed into bytes
from datetime import datetime, timedelta, date, time, timezone
import datetime as dtm

d = datetime(2024, 2, 29, 13, 5, 9, 123456)
print(
    d,
    repr(d),
    d.isoformat(),
    d.date(),
    d.time(),
    d.strftime("%Y-%m-%d %H:%M:%S.%f %a %A %b %B %j %I %p %y %U %W %w %%"),
    d.weekday(),
    d.isoweekday(),
    tuple(d.isocalendar()),
    d.ctime(),
    d.toordinal(),
    d.timetuple()[:9],
)
print(
    d + timedelta(days=1, hours=2),
    d - timedelta(weeks=1),
    d - datetime(2024, 1, 1),
    (d - datetime(2024, 1, 1)).total_seconds(),
    d.replace(year=2023, day=1),
    d > datetime(2024, 1, 1),
    d == datetime(2024, 2, 29, 13, 5, 9, 123456),
    max(d, datetime(2025, 1, 1)),
)
t = timedelta(days=1, seconds=3661, microseconds=5)
print(
    t,
    repr(t),
    -t,
    t * 2,
    t / 2,
    t // 2,
    t / timedelta(hours=1),
    t // timedelta(hours=1),
    t % timedelta(hours=1),
    abs(-t),
    t.days,
    t.seconds,
    t.microseconds,
    timedelta(),
    repr(timedelta()),
    timedelta(hours=-1),
    str(timedelta(days=-1, hours=5)),
    timedelta(minutes=90),
    timedelta(seconds=1.5),
    timedelta(milliseconds=1.5),
    t * 1.5,
    sum([t, t], timedelta()),
    bool(timedelta()),
    t > timedelta(1),
    timedelta.max,
    divmod(t, timedelta(hours=5)),
)
print(
    date(2024, 1, 31),
    repr(date(2024, 1, 31)),
    date(2024, 3, 1) - date(2024, 2, 1),
    date(2024, 1, 31) + timedelta(1),
    date.fromisoformat("2024-05-06"),
    date(2024, 1, 1).strftime("%d/%m/%y"),
    date(2024, 1, 1).isocalendar()[1],
    date.min,
    date.max,
    f"{date(2024, 5, 6):%d %b}",
    f"{d:%H:%M}",
    f"{d}",
)
print(
    time(1, 2),
    repr(time(1, 2, 3)),
    time(1, 2, 3, 4).isoformat(),
    time(23) > time(22),
    datetime.combine(date(2024, 1, 1), time(5)),
    datetime.strptime("2024-05-06 07:08:09", "%Y-%m-%d %H:%M:%S"),
    datetime.strptime("6 May 2024 3PM", "%d %b %Y %I%p"),
    datetime.fromisoformat("2024-05-06T07:08:09.5+02:00"),
    datetime.fromisoformat("2024-05-06"),
)
u = datetime(2024, 1, 1, 12, tzinfo=timezone.utc)
z = u.astimezone(timezone(timedelta(hours=-5, minutes=-30)))
print(
    u,
    repr(u),
    z,
    z.tzname(),
    u == z,
    z.utcoffset(),
    u.timestamp(),
    datetime.fromtimestamp(0, timezone.utc),
    timezone.utc,
    repr(timezone(timedelta(hours=1))),
    timezone(timedelta(hours=1)),
    u.isoformat(timespec="minutes"),
    u.strftime("%z %Z"),
    datetime.fromtimestamp(1700000000.123456, tz=timezone.utc),
)
print(
    type(datetime.now()).__name__,
    datetime.now() > datetime(2020, 1, 1),
    date.today() >= date(2020, 1, 1),
    len(datetime.now().strftime("%Y-%m-%d")),
    {d: 1}[d],
    sorted([date(2024, 2, 1), date(2024, 1, 1)]),
    isinstance(d, date),
    d.min,
    d.resolution if False else "",
)
for f in (
    lambda: datetime.strptime("x", "%Y"),
    lambda: datetime.strptime("2024x", "%Y"),
    lambda: date.fromisoformat("bad"),
    lambda: date(2024, 1, 1) == datetime(2024, 1, 1),
    lambda: datetime("a", 1, 1),
):
    try:
        print(f())
    except Exception as e:
        print(type(e).__name__, e)
import struct

print(
    struct.pack("<IHb", 1, 2, -3),
    struct.unpack("<IHb", struct.pack("<IHb", 1, 2, -3)),
    struct.pack(">d", 1.5),
    struct.unpack("<f", struct.pack("<f", 3.14)),
    struct.calcsize("ibd"),
    struct.calcsize("<ibd"),
    struct.pack("4s?c", b"ab", True, b"x"),
    struct.pack("<e", 0.1),
    struct.unpack("<e", b"\x66\x2e"),
)
for v in (
    0.0,
    -0.0,
    1e-45,
    1e-40,
    3.4028235e38,
    1e-310,
    5e-324,
    1.7976931348623157e308,
    float("inf"),
    float("nan"),
    0.1,
    -2.5,
    65504.0,
    6e-8,
):
    out = []
    for c in "efd":
        try:
            out.append(struct.pack(">" + c, v).hex())
        except OverflowError as e:
            out.append(str(e))
    print(v, out)
for f in (
    lambda: struct.pack("i", "a"),
    lambda: struct.pack("ii", 1),
    lambda: struct.unpack("i", b"a"),
    lambda: struct.pack("z", 1),
    lambda: struct.pack("f", "a"),
):
    try:
        print(f())
    except struct.error as e:
        print("error", e)
print(
    list(struct.iter_unpack("<H", b"\1\0\2\0")),
    struct.Struct("<2i").size,
    struct.unpack_from("<H", b"\0\1\0", 1),
    struct.pack("<3i", 1, 2, 3),
    struct.pack("@bi", 1, 2),
    struct.pack("!q", -1),
    struct.unpack("<Q", b"\xff" * 8),
)

import random, dataclasses, enum

random.seed("text")
print(random.random(), random.randint(0, 1000))
random.seed(b"bytes")
print(
    random.random(),
    random.betavariate(1, 2),
    random.gammavariate(2, 1),
    random.lognormvariate(0, 1),
    random.paretovariate(3),
    random.weibullvariate(1, 2),
    random.randbytes(4),
)


@dataclasses.dataclass(slots=True)
class Slim:
    a: int
    b: list = dataclasses.field(default_factory=list)
    c: int = 3


print(Slim(1), Slim.__slots__, Slim(1) == Slim(1), dataclasses.replace(Slim(1), c=4))
try:
    Slim(1).z = 1
except AttributeError as e:
    print(type(e).__name__)


class Color(enum.Enum):
    RED = 1


for change in (lambda: setattr(Color, "RED", 2), lambda: delattr(Color, "RED")):
    try:
        change()
    except AttributeError as e:
        print(e)
print(
    type(OSError(2, "x")).__name__,
    isinstance(OSError(17, "y"), FileExistsError),
    b"abcdef".hex(":", 2),
    int.from_bytes([1, 2], "big"),
)
from typing import TypedDict


class Options(TypedDict, total=False):
    lr: float


print(Options(lr=0.1), Options.__total__, sorted(Options.__optional_keys__))
