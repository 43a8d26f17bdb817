# feature: normal distributions, weeks of the ISO calendar, fractions of decimals
from datetime import *

for a in [
    (2024, 1, 1),
    (2020, 53, 7),
    (2021, 53, 1),
    (2024, 0, 1),
    (0, 1, 1),
    (10000, 1, 1),
    (1, 1, 1),
    (9999, 52, 5),
]:
    try:
        print(date.fromisocalendar(*a), datetime.fromisocalendar(*a))
    except Exception as e:
        print(type(e).__name__, e)
print(
    timezone.min,
    timezone.max,
    repr(timezone.max),
    datetime(2024, 1, 1, tzinfo=timezone(timedelta(hours=2))).utctimetuple(),
    datetime(2024, 1, 1).utctimetuple()[:4],
    time.min,
    time.resolution,
)
from statistics import NormalDist

n = NormalDist(3, 2)
for f in (
    lambda: n.inv_cdf(0),
    lambda: n.inv_cdf(1.5),
    lambda: n.quantiles(),
    lambda: n.quantiles(n=3),
    lambda: n.overlap(NormalDist(4, 1)),
    lambda: n.overlap(3),
    lambda: NormalDist(1, 0).inv_cdf(0.5),
    lambda: NormalDist(1, 0).overlap(n),
    lambda: n.inv_cdf(0.01),
    lambda: n.inv_cdf(1e-12),
    lambda: n.inv_cdf(0.999),
    lambda: n.quantiles(0),
    lambda: len(n.samples(2)),
    lambda: 3 - n,
    lambda: +n,
    lambda: n.overlap(NormalDist(4, 2)),
    lambda: [n.inv_cdf(i / 97) for i in range(1, 97)],
    lambda: [NormalDist().inv_cdf(10.0**-i) for i in range(1, 60)],
):
    try:
        print(f())
    except Exception as e:
        print(type(e).__name__, e)
from fractions import Fraction
from decimal import Decimal

print(Fraction.from_decimal(Decimal("1.25")), Fraction.from_decimal(3))
try:
    Fraction.from_decimal(1.5)
except TypeError as e:
    print(e)
