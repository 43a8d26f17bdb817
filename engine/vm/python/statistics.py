"""Averages and spreads of numbers."""
import math
from collections import namedtuple


class StatisticsError(ValueError):
    pass


def _ratio(x):
    try:
        return x.as_integer_ratio()
    except AttributeError:
        raise TypeError(f"can't convert type '{type(x).__name__}' to numerator/denominator") from None


def _exact_sum(data):
    """The sum as an exact fraction (numerator, denominator), and whether all were integers."""
    numerator, denominator, whole = 0, 1, True
    special = 0.0  # infinities and NaNs add up by themselves
    for x in data:
        if isinstance(x, float) and not math.isfinite(x):
            special += x
            continue
        if isinstance(x, int):
            n, d = int(x), 1
        else:
            whole = False
            n, d = _ratio(x)
        if d == denominator:
            numerator += n
        else:
            numerator = numerator * d + n * denominator
            denominator *= d
            g = math.gcd(numerator, denominator)
            if g > 1:
                numerator //= g
                denominator //= g
    return (special, 1, False) if special else (numerator, denominator, whole)


def _divide(numerator, denominator, whole):
    if whole and numerator % denominator == 0:
        return numerator // denominator
    return numerator / denominator


def mean(data):
    data = list(data)
    if not data:
        raise StatisticsError("mean requires at least one data point")
    if any(not isinstance(x, (int, float)) and hasattr(x, "as_integer_ratio") for x in data):
        return sum(data[1:], data[0]) / len(data)  # fractions stay exact
    n, d, whole = _exact_sum(data)
    return _divide(n, d * len(data), whole)


def fmean(data, weights=None):
    data = list(data)
    if not data:
        raise StatisticsError("fmean requires at least one data point")
    if weights is None:
        return math.fsum(data) / len(data)
    weights = list(weights)
    if len(weights) != len(data):
        raise StatisticsError("data and weights must be the same length")
    return math.fsum(x * w for x, w in zip(data, weights)) / math.fsum(weights)


def geometric_mean(data):
    data = list(data)
    if not data:
        raise StatisticsError("geometric mean requires a non-empty dataset containing positive numbers")
    if min(data) <= 0:
        raise StatisticsError("geometric mean requires a non-empty dataset containing positive numbers")
    return math.exp(fmean([math.log(x) for x in data]))


def harmonic_mean(data, weights=None):
    data = list(data)
    if not data:
        raise StatisticsError("harmonic_mean requires at least one data point")
    negative = "harmonic mean does not support negative values"
    if weights is None and len(data) == 1:
        if data[0] < 0:
            raise StatisticsError(negative)
        return data[0]
    weights = [1] * len(data) if weights is None else list(weights)
    if len(weights) != len(data):
        raise StatisticsError("Number of weights does not match data size")
    for x in data:  # a zero before a negative number settles it
        if x < 0:
            raise StatisticsError(negative)
        if x == 0:
            return 0
    n, d, _ = _exact_sum([w / x for w, x in zip(weights, data)])
    return sum(weights) * d / n


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


def median_grouped(data, interval=1.0):
    data = sorted(data)
    n = len(data)
    if not n:
        raise StatisticsError("no median for empty data")
    x = data[n // 2]
    below = sum(1 for value in data if value < x)
    count = sum(1 for value in data if value == x)
    low = float(x) - interval / 2.0
    return low + interval * (n / 2 - below) / count


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
    if isinstance(n, float):
        return math.nan, 1, False
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


def _root(n, d):
    """The square root of n / d, also where that is no float."""
    if isinstance(n, float):
        return math.sqrt(n / d)
    bits = n.bit_length() - d.bit_length()
    if -900 < bits < 900:
        return math.sqrt(n / d)
    half = bits // 2
    return math.ldexp(math.sqrt((n << max(-2 * half, 0)) / (d << max(2 * half, 0))), half)


def stdev(data, xbar=None):
    data = list(data)
    if len(data) < 2:
        raise StatisticsError("stdev requires at least two data points")
    n, d, _ = _squares(data, xbar)
    return _root(n, d * (len(data) - 1))


def pstdev(data, mu=None):
    data = list(data)
    if not data:
        raise StatisticsError("pstdev requires at least one data point")
    n, d, _ = _squares(data, mu)
    return _root(n, d * len(data))


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


def _check_pairs(name, x, y):
    if len(x) != len(y):
        raise StatisticsError(f"{name} requires that both inputs have same number of data points")
    if len(x) < 2:
        raise StatisticsError(f"{name} requires at least two data points")


LinearRegression = namedtuple("LinearRegression", ("slope", "intercept"), module=__name__)


def linear_regression(x, y, /, *, proportional=False):
    _check_pairs("linear regression", x, y)
    mx, my = (0.0, 0.0) if proportional else (fmean(x), fmean(y))
    sxy = math.fsum((a - mx) * (b - my) for a, b in zip(x, y)) + 0.0
    sxx = math.fsum((a - mx) ** 2 for a in x)
    if not sxx:
        raise StatisticsError("x is constant")
    slope = sxy / sxx
    return LinearRegression(slope=slope, intercept=0.0 if proportional else my - slope * mx)


def covariance(x, y, /):
    _check_pairs("covariance", x, y)
    mx, my = fmean(x), fmean(y)
    return math.fsum((a - mx) * (b - my) for a, b in zip(x, y)) / (len(x) - 1)


def correlation(x, y, /):
    _check_pairs("correlation", x, y)
    mx, my = fmean(x), fmean(y)
    sxy = math.fsum((a - mx) * (b - my) for a, b in zip(x, y))
    sxx = math.fsum((a - mx) ** 2 for a in x)
    syy = math.fsum((b - my) ** 2 for b in y)
    if not sxx or not syy:
        raise StatisticsError("at least one of the inputs is constant")
    return sxy / math.sqrt(sxx * syy)


def _quotient(x, above, below, scale=1.0):
    """A quotient of two polynomials, the first one scaled; their factors come from the highest power down."""
    top = bottom = 0.0
    for factor in above:
        top = top * x + factor
    for factor in below:
        bottom = bottom * x + factor
    return top * scale / bottom


def _standard_quantile(p):
    """Where the standard normal distribution reaches p: Wichura's algorithm AS241, by three quotients."""
    q = p - 0.5
    if math.fabs(q) <= 0.425:
        return _quotient(0.180625 - q * q, (
            2.5090809287301226727e3, 3.3430575583588128105e4, 6.7265770927008700853e4, 4.5921953931549871457e4,
            1.3731693765509461125e4, 1.9715909503065514427e3, 1.3314166789178437745e2, 3.3871328727963666080e0), (
            5.2264952788528545610e3, 2.8729085735721942674e4, 3.9307895800092710610e4, 2.1213794301586595867e4,
            5.3941960214247511077e3, 6.8718700749205790830e2, 4.2313330701600911252e1, 1.0), q)
    r = math.sqrt(-math.log(p if q <= 0.0 else 1.0 - p))
    if r <= 5.0:
        x = _quotient(r - 1.6, (
            7.74545014278341407640e-4, 2.27238449892691845833e-2, 2.41780725177450611770e-1, 1.27045825245236838258e0,
            3.64784832476320460504e0, 5.76949722146069140550e0, 4.63033784615654529590e0, 1.42343711074968357734e0), (
            1.05075007164441684324e-9, 5.47593808499534494600e-4, 1.51986665636164571966e-2, 1.48103976427480074590e-1,
            6.89767334985100004550e-1, 1.67638483018380384940e0, 2.05319162663775882187e0, 1.0))
    else:
        x = _quotient(r - 5.0, (
            2.01033439929228813265e-7, 2.71155556874348757815e-5, 1.24266094738807843860e-3, 2.65321895265761230930e-2,
            2.96560571828504891230e-1, 1.78482653991729133580e0, 5.46378491116411436990e0, 6.65790464350110377720e0), (
            2.04426310338993978564e-15, 1.42151175831644588870e-7, 1.84631831751005468180e-5, 7.86869131145613259100e-4,
            1.48753612908506148525e-2, 1.36929880922735805310e-1, 5.99832206555887937690e-1, 1.0))
    return -x if q < 0.0 else x


class NormalDist:
    """A normal distribution by its mean and standard deviation."""

    def __init__(self, mu=0.0, sigma=1.0):
        if sigma < 0.0:
            raise StatisticsError("sigma must be non-negative")
        self._mu, self._sigma = float(mu), float(sigma)

    @classmethod
    def from_samples(cls, data):
        data = list(data)
        return cls(fmean(data), stdev(data))

    mean = property(lambda self: self._mu)
    median = mode = mean
    stdev = property(lambda self: self._sigma)
    variance = property(lambda self: self._sigma**2)

    def pdf(self, x):
        if not self._sigma:
            raise StatisticsError("pdf() not defined when sigma is zero")
        d = x - self._mu
        v = self._sigma * self._sigma
        return math.exp(d * d / (-2.0 * v)) / math.sqrt(math.tau * v)

    def cdf(self, x):
        if not self._sigma:
            raise StatisticsError("cdf() not defined when sigma is zero")
        return 0.5 * (1.0 + math.erf((x - self._mu) / (self._sigma * math.sqrt(2.0))))

    def zscore(self, x):
        if not self._sigma:
            raise StatisticsError("zscore() not defined when sigma is zero")
        return (x - self._mu) / self._sigma

    def inv_cdf(self, p):
        if p <= 0.0 or p >= 1.0:
            raise StatisticsError("p must be in the range 0.0 < p < 1.0")
        return self._mu + self._sigma * _standard_quantile(p)

    def quantiles(self, n=4):
        return [self.inv_cdf(i / n) for i in range(1, n)]

    def samples(self, n, *, seed=None):
        import random
        gauss = (random if seed is None else random.Random(seed)).gauss
        return [gauss(self._mu, self._sigma) for _ in range(n)]

    def overlap(self, other):
        """The area under both densities."""
        if not isinstance(other, NormalDist):
            raise TypeError("Expected another NormalDist instance")
        x, y = sorted((self, other), key=lambda each: (each._sigma, each._mu))
        if not x.variance or not y.variance:
            raise StatisticsError("overlap() not defined when sigma is zero")
        widths, means = y.variance - x.variance, math.fabs(y._mu - x._mu)
        if not widths:
            return 1.0 - math.erf(means / (2.0 * x._sigma * math.sqrt(2.0)))
        # The densities cross at two points.
        middle = x._mu * y.variance - y._mu * x.variance
        apart = x._sigma * y._sigma * math.sqrt(means * means + widths * math.log(y.variance / x.variance))
        first, second = (middle + apart) / widths, (middle - apart) / widths
        return 1.0 - (math.fabs(y.cdf(first) - x.cdf(first)) + math.fabs(y.cdf(second) - x.cdf(second)))

    def __add__(self, other):
        if isinstance(other, NormalDist):
            return NormalDist(self._mu + other._mu, math.hypot(self._sigma, other._sigma))
        return NormalDist(self._mu + other, self._sigma)

    __radd__ = __add__

    def __sub__(self, other):
        if isinstance(other, NormalDist):
            return NormalDist(self._mu - other._mu, math.hypot(self._sigma, other._sigma))
        return NormalDist(self._mu - other, self._sigma)

    def __mul__(self, factor):
        return NormalDist(self._mu * factor, self._sigma * math.fabs(factor))

    __rmul__ = __mul__

    def __truediv__(self, factor):
        return NormalDist(self._mu / factor, self._sigma / math.fabs(factor))

    def __rsub__(self, other):
        return -(self - other)

    def __pos__(self):
        return NormalDist(self._mu, self._sigma)

    def __neg__(self):
        return NormalDist(-self._mu, self._sigma)

    def __eq__(self, other):
        if not isinstance(other, NormalDist):
            return NotImplemented
        return self._mu == other._mu and self._sigma == other._sigma

    def __hash__(self):
        return hash((self._mu, self._sigma))

    def __repr__(self):
        return f"NormalDist(mu={self._mu!r}, sigma={self._sigma!r})"
