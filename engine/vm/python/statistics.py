"""Averages and spreads of numbers."""
import math


class StatisticsError(ValueError):
    pass


def _exact_sum(data):
    """The sum as an exact fraction (numerator, denominator), and whether all were integers."""
    numerator, denominator, whole = 0, 1, True
    for x in data:
        if isinstance(x, int):
            n, d = int(x), 1
        else:
            whole = False
            n, d = float(x).as_integer_ratio()
        if d == denominator:
            numerator += n
        else:
            numerator = numerator * d + n * denominator
            denominator *= d
            g = math.gcd(numerator, denominator)
            if g > 1:
                numerator //= g
                denominator //= g
    return numerator, denominator, whole


def _divide(numerator, denominator, whole):
    if whole and numerator % denominator == 0:
        return numerator // denominator
    return numerator / denominator


def mean(data):
    data = list(data)
    if not data:
        raise StatisticsError("mean requires at least one data point")
    n, d, whole = _exact_sum(data)
    return _divide(n, d * len(data), whole)


def fmean(data, weights=None):
    data = list(data)
    if not data:
        raise StatisticsError("fmean requires at least one data point")
    if weights is None:
        return math.fsum(data) / len(data)
    weights = list(weights)
    return math.fsum(x * w for x, w in zip(data, weights)) / math.fsum(weights)


def geometric_mean(data):
    data = list(data)
    if not data:
        raise StatisticsError("geometric mean requires a non-empty dataset")
    return math.exp(fmean([math.log(x) for x in data]))


def harmonic_mean(data):
    data = list(data)
    if not data:
        raise StatisticsError("harmonic_mean requires at least one data point")
    return len(data) / math.fsum(1 / x for x in data)


def median(data):
    data = sorted(data)
    n = len(data)
    if n == 0:
        raise StatisticsError("no median for empty data")
    if n % 2 == 1:
        return data[n // 2]
    return (data[n // 2 - 1] + data[n // 2]) / 2


def median_low(data):
    data = sorted(data)
    if not data:
        raise StatisticsError("no median for empty data")
    return data[(len(data) - 1) // 2]


def median_high(data):
    data = sorted(data)
    if not data:
        raise StatisticsError("no median for empty data")
    return data[len(data) // 2]


def multimode(data):
    counts = {}
    for x in data:
        counts[x] = counts.get(x, 0) + 1
    highest = max(counts.values(), default=0)
    return [x for x, n in counts.items() if n == highest]


def mode(data):
    found = multimode(data)
    if not found:
        raise StatisticsError("no mode for empty data")
    return found[0]


def _squares(data, center):
    """The sum of squared distances to the mean as an exact fraction."""
    if center is not None:
        return _exact_sum([(x - center) ** 2 for x in data])
    n, d, whole = _exact_sum(data)
    count = len(data)
    # sum (x - m)^2 = sum x^2 - (sum x)^2 / count
    sn, sd = 0, 1
    for x in data:
        a, b = (int(x), 1) if isinstance(x, int) else float(x).as_integer_ratio()
        sn, sd = sn * b * b + a * a * sd, sd * b * b
        g = math.gcd(sn, sd)
        sn, sd = sn // g, sd // g
    numerator = sn * d * d * count - n * n * sd
    denominator = sd * d * d * count
    g = math.gcd(numerator, denominator) or 1
    return numerator // g, denominator // g, whole


def variance(data, xbar=None):
    data = list(data)
    if len(data) < 2:
        raise StatisticsError("variance requires at least two data points")
    n, d, whole = _squares(data, xbar)
    return _divide(n, d * (len(data) - 1), whole)


def pvariance(data, mu=None):
    data = list(data)
    if not data:
        raise StatisticsError("pvariance requires at least one data point")
    n, d, whole = _squares(data, mu)
    return _divide(n, d * len(data), whole)


def stdev(data, xbar=None):
    data = list(data)
    if len(data) < 2:
        raise StatisticsError("stdev requires at least two data points")
    n, d, _ = _squares(data, xbar)
    return math.sqrt(n / (d * (len(data) - 1)))


def pstdev(data, mu=None):
    data = list(data)
    if not data:
        raise StatisticsError("pstdev requires at least one data point")
    n, d, _ = _squares(data, mu)
    return math.sqrt(n / (d * len(data)))


def quantiles(data, *, n=4, method="exclusive"):
    data = sorted(data)
    if n < 1:
        raise StatisticsError("n must be at least 1")
    if len(data) < 2:
        raise StatisticsError("must have at least two data points")
    result = []
    for i in range(1, n):
        if method == "inclusive":
            m = len(data) - 1
            j, delta = divmod(i * m, n)
            result.append((data[j] * (n - delta) + data[min(j + 1, m)] * delta) / n)
        else:
            m = len(data) + 1
            j = min(max(i * m // n, 1), len(data) - 1)
            delta = i * m - j * n
            result.append((data[j - 1] * (n - delta) + data[j] * delta) / n)
    return result


def correlation(x, y, /):
    mx, my = fmean(x), fmean(y)
    sxy = math.fsum((a - mx) * (b - my) for a, b in zip(x, y))
    sxx = math.fsum((a - mx) ** 2 for a in x)
    syy = math.fsum((b - my) ** 2 for b in y)
    return sxy / math.sqrt(sxx * syy)
