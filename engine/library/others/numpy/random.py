# numpy.random: the legacy generator, MT19937 with numpy's seeding and derived draws, and default_rng's PCG64.
import builtins
import math
import random as _random

import torch._C as _C
from numpy import KINDS, _tensor_of, _torch_dtype, array, float64, ndarray
from numpy._pcg64 import PCG64, SeedSequence, normal_of


def _count(size):
    if size is None:
        return None
    shape = (size,) if isinstance(size, int) else tuple(size)
    return shape


def _mask(largest):
    return (1 << largest.bit_length()) - 1


def _interval(largest, word, long):
    """A whole number from 0 to `largest`, by trial under a mask."""
    if largest == 0:
        return 0
    draw, mask = word if largest < 2**32 else long, _mask(largest)
    value = draw() & mask
    while value > largest:
        value = draw() & mask
    return value


class _Draws:
    """Arrays of draws."""

    def _filled(self, draw, size, dtype=_C.float64):
        shape = _count(size)
        if shape is None:
            return draw()
        return ndarray(_C.tensor([draw() for _ in range(math.prod(shape))], dtype=dtype).reshape(shape))

    def _derived(self, draw, size, *parameters):
        """Draws with parameters that may be arrays: numbers go one by one along the broadcast."""
        if not any(isinstance(p, (ndarray, list, tuple)) for p in parameters):
            return self._filled(lambda: float64(draw(*[float(p) for p in parameters])), size)
        tensors = _C.broadcast_tensors(*[_tensor_of(p).double() for p in parameters])
        if size is not None:
            tensors = [t.expand(_count(size)) for t in tensors]
        rows = zip(*[t.reshape(-1).tolist() for t in tensors])
        return ndarray(_C.tensor([draw(*row) for row in rows], dtype=_C.float64).reshape(tensors[0].shape))


class RandomState(_Draws):
    def __init__(self, seed=None):
        self._twister = _random.Random()
        self._spare = None
        self.seed(seed)

    def seed(self, seed=None):
        self._spare = None
        if seed is None:
            self._twister.seed()
        elif isinstance(seed, int):
            if not 0 <= seed < 2**32:
                raise ValueError("Seed must be between 0 and 2**32 - 1")
            self._twister._seed_word(int(seed))
        else:
            self._twister.seed(builtins.sum(int(word) << (32 * i) for i, word in enumerate(seed)))

    def get_state(self):
        return self._twister.getstate(), self._spare

    def set_state(self, state):
        self._twister.setstate(state[0])
        self._spare = state[1]

    def _word(self):
        return self._twister.getrandbits(32)

    def _interval(self, largest):
        return _interval(largest, self._word, lambda: self._word() << 32 | self._word())

    def _gauss(self):
        if self._spare is not None:
            spare, self._spare = self._spare, None
            return spare
        uniform = self._twister.random
        while True:
            a, b = 2.0 * uniform() - 1.0, 2.0 * uniform() - 1.0
            square = a * a + b * b
            if 0.0 < square < 1.0:
                break
        scale = math.sqrt(-2.0 * math.log(square) / square)
        self._spare = scale * a
        return scale * b

    def random_sample(self, size=None):
        return self._filled(lambda: self._twister.random(), size)

    def random(self, size=None):
        return self.random_sample(size)

    def rand(self, *size):
        return self.random_sample(size or None)

    def randn(self, *size):
        return self.standard_normal(size or None)

    def standard_normal(self, size=None):
        return self._filled(self._gauss, size)

    def normal(self, loc=0.0, scale=1.0, size=None):
        if isinstance(scale, (int, float)) and scale < 0:
            raise ValueError("scale < 0")
        return _bare(self._derived(lambda m, s: m + s * self._gauss(), size, loc, scale))

    def lognormal(self, mean=0.0, sigma=1.0, size=None):
        return _bare(self._derived(lambda m, s: math.exp(m + s * self._gauss()), size, mean, sigma))

    def uniform(self, low=0.0, high=1.0, size=None):
        return _bare(self._derived(lambda a, b: a + (b - a) * self._twister.random(), size, low, high))

    def exponential(self, scale=1.0, size=None):
        return _bare(self._derived(lambda s: s * -math.log(1.0 - self._twister.random()), size, scale))

    def standard_exponential(self, size=None):
        return self.exponential(1.0, size)

    def laplace(self, loc=0.0, scale=1.0, size=None):
        def draw(m, s):
            u = self._twister.random()
            while u == 0.0:
                u = self._twister.random()
            return m - s * math.log(2.0 - u - u) if u >= 0.5 else m + s * math.log(u + u)
        return _bare(self._derived(draw, size, loc, scale))

    def gumbel(self, loc=0.0, scale=1.0, size=None):
        def draw(m, s):
            u = 1.0 - self._twister.random()
            while not u < 1.0:
                u = 1.0 - self._twister.random()
            return m - s * math.log(-math.log(u))
        return _bare(self._derived(draw, size, loc, scale))

    def randint(self, low, high=None, size=None, dtype=int):
        if high is None:
            low, high = 0, low
        low, high = int(low), int(high)
        kind = KINDS[_torch_dtype(dtype)]
        if low >= high:
            raise ValueError("low >= high" if low != 0 else "high <= 0")
        if kind._torch is not _C.bool and low < kind._lowest:
            raise ValueError(f"low is out of bounds for {kind.__name__}")
        if kind._torch is not _C.bool and high - 1 > kind._highest:
            raise ValueError(f"high is out of bounds for {kind.__name__}")
        largest = high - 1 - low
        draw = self._narrow(largest, kind) if kind._torch.itemsize < 4 else lambda: self._interval(largest)
        made = self._filled(lambda: low + draw(), size, kind._torch)
        return made if size is not None or dtype is int or dtype is bool else kind(made)

    def _narrow(self, largest, kind):
        """Small types take their numbers out of the bytes of one word, the lowest first."""
        bits = 1 if kind._torch is _C.bool else 8 * kind._torch.itemsize
        mask, left = _mask(largest), []

        def piece():
            if not left:
                word = self._word()
                left.extend([word >> at & ((1 << bits) - 1) for at in range(0, 32 - bits + 1, bits)][:32 // bits - (bits == 1)][::-1])
            return left.pop()

        def draw():
            if largest == 0:
                return 0
            value = piece() & mask
            while value > largest:
                value = piece() & mask
            return value

        return draw

    def random_integers(self, low, high=None, size=None):
        return self.randint(low, high + 1, size) if high is not None else self.randint(1, low + 1, size)

    def shuffle(self, x):
        if isinstance(x, ndarray):
            order = list(range(len(x)))
            self.shuffle(order)
            x._tensor.copy_(x._tensor[_C.tensor(order, dtype=_C.int64)].clone())
            return
        for i in range(len(x) - 1, 0, -1):
            j = self._interval(i)
            x[i], x[j] = x[j], x[i]

    def permutation(self, x):
        if isinstance(x, int):
            order = list(range(x))
            self.shuffle(order)
            return ndarray(_C.tensor(order, dtype=_C.int64))
        out = array(x)
        self.shuffle(out)
        return out

    def choice(self, a, size=None, replace=True, p=None):
        count = int(a) if isinstance(a, int) else len(a)
        if isinstance(a, int):
            if count <= 0 and size not in (0, None):
                raise ValueError("a must be greater than 0 unless no samples are taken")
        else:
            a = array(a) if not isinstance(a, ndarray) else a
            if a.ndim != 1:
                raise ValueError("a must be 1-dimensional")
            if count == 0:
                raise ValueError("'a' cannot be empty unless no samples are taken")
        shape = _count(size)
        wanted = 1 if shape is None else math.prod(shape)
        weights = None if p is None else [float(q) for q in p]
        if weights is not None:
            if len(weights) != count:
                raise ValueError("'a' and 'p' must have same size")
            if any(q < 0 for q in weights):
                raise ValueError("probabilities are not non-negative")
            if abs(math.fsum(weights) - 1.0) > 1e-8:
                raise ValueError("probabilities do not sum to 1")
        if replace:
            picks = [self._interval(count - 1) for _ in range(wanted)] if weights is None else \
                _picked(weights, wanted, self._twister.random)
        elif wanted > count:
            raise ValueError("Cannot take a larger sample than population when 'replace=False'")
        elif weights is None:
            picks = self.permutation(count).tolist()[:wanted]
        else:
            picks = _picked_once(weights, wanted, self._twister.random)
        if shape is None:
            return picks[0] if isinstance(a, int) else a[picks[0]]
        order = _C.tensor(picks, dtype=_C.int64).reshape(shape)
        return ndarray(order if isinstance(a, int) else a._tensor[order])



class Generator(_Draws):
    """What default_rng gives: draws from PCG64."""

    def __init__(self, bits):
        self.bit_generator = bits

    def __repr__(self):
        return f"Generator(PCG64) at {id(self):#X}"

    def __str__(self):
        return "Generator(PCG64)"

    def random(self, size=None):
        return self._filled(self.bit_generator.random, size)

    def standard_normal(self, size=None):
        return self._filled(lambda: normal_of(self.bit_generator), size)

    def normal(self, loc=0.0, scale=1.0, size=None):
        if isinstance(scale, (int, float)) and scale < 0:
            raise ValueError("scale < 0")
        return _bare(self._derived(lambda m, s: m + s * normal_of(self.bit_generator), size, loc, scale))

    def uniform(self, low=0.0, high=1.0, size=None):
        return _bare(self._derived(lambda a, b: a + (b - a) * self.bit_generator.random(), size, low, high))

    def integers(self, low, high=None, size=None, dtype=int, endpoint=False):
        if high is None:
            low, high = 0, low
        low, count = int(low), int(high) - int(low) + bool(endpoint)
        if count <= 0:
            raise ValueError("low > high" if endpoint else "low >= high" if low != 0 else "high <= 0")
        kind = KINDS[_torch_dtype(dtype)]
        made = self._filled(lambda: low + self.bit_generator.below(count), size, kind._torch)
        return made if size is not None else kind(made)

    def _shuffled(self, items, below=None):
        below = below or (lambda count: _interval(count - 1, self.bit_generator.word, self.bit_generator.long))
        for i in range(len(items) - 1, 0, -1):
            j = below(i + 1)
            items[i], items[j] = items[j], items[i]
        return items

    def shuffle(self, x):
        if isinstance(x, ndarray):
            order = self._shuffled(list(range(len(x))))
            x._tensor.copy_(x._tensor[_C.tensor(order, dtype=_C.int64)].clone())
        else:
            self._shuffled(x)

    def permutation(self, x):
        if isinstance(x, int):
            return ndarray(_C.tensor(self._shuffled(list(range(x))), dtype=_C.int64))
        out = array(x)
        self.shuffle(out)
        return out

    def choice(self, a, size=None, replace=True, p=None, shuffle=True):
        count = int(a) if isinstance(a, int) else len(a)
        shape = _count(size)
        wanted = 1 if shape is None else math.prod(shape)
        if count <= 0 and wanted:
            raise ValueError("a must be a positive integer unless no samples are taken" if isinstance(a, int)
                             else "a cannot be empty unless no samples are taken")
        if p is not None:
            picks = self._weighted([float(q) for q in p], count, wanted, replace)
        elif replace:
            picks = [self.bit_generator.below(count) for _ in range(wanted)]
        elif wanted > count:
            raise ValueError("Cannot take a larger sample than population when replace is False")
        else:
            picks = self._distinct(count, wanted, shuffle)
        if shape is None:
            return KINDS[_C.int64](picks[0]) if isinstance(a, int) else array(a)[picks[0]]
        order = _C.tensor(picks, dtype=_C.int64).reshape(shape)
        return ndarray(order if isinstance(a, int) else array(a)._tensor[order])

    def _distinct(self, count, wanted, shuffle):
        if count > 10000 and wanted > count // (50 if shuffle else 20):
            items = list(range(count))
            for i in range(count - 1, max(count - wanted, 1) - 1, -1):
                j = self.bit_generator.below(i + 1)
                items[i], items[j] = items[j], items[i]
            return items[count - wanted:]
        picks = {}  # Floyd's: one draw for each pick
        for last in range(count - wanted, count):
            drawn = self.bit_generator.below(last + 1)
            picks[last if drawn in picks else drawn] = None
        return self._shuffled(list(picks), self.bit_generator.below) if shuffle else list(picks)

    def _weighted(self, weights, count, wanted, replace):
        if len(weights) != count:
            raise ValueError("a and p must have same size")
        if any(q < 0 for q in weights):
            raise ValueError("Probabilities are not non-negative")
        if abs(math.fsum(weights) - 1.0) > 1e-8:
            raise ValueError("Probabilities do not sum to 1. See Notes section of docstring for more information.")
        return (_picked if replace else _picked_once)(weights, wanted, self.bit_generator.random)


def default_rng(seed=None):
    if isinstance(seed, Generator):
        return seed
    return Generator(seed if isinstance(seed, PCG64) else PCG64(seed))


def _picked(weights, wanted, random):
    """Where draws from 0 to 1 fall among the running sums of the weights."""
    sums, total = [], 0.0
    for q in weights:
        total += q
        sums.append(total)
    sums = _C.tensor([s / total for s in sums], dtype=_C.float64)
    draws = _C.tensor([random() for _ in range(wanted)], dtype=_C.float64)
    return _C.searchsorted(sums, draws, right=True).tolist()


def _picked_once(weights, wanted, random):
    if builtins.sum(1 for q in weights if q > 0) < wanted:
        raise ValueError("Fewer non-zero entries in p than size")
    picks = []
    while len(picks) < wanted:
        left = [0.0 if i in picks else q for i, q in enumerate(weights)]
        picks += dict.fromkeys(_picked(left, wanted - len(picks), random))
    return picks


def _bare(x):
    return float(x) if isinstance(x, float64) else x


_state = RandomState()
for _name in ("seed", "get_state", "set_state", "random_sample", "random", "rand", "randn", "standard_normal", "normal",
              "lognormal", "uniform", "exponential", "standard_exponential", "laplace", "gumbel", "randint",
              "random_integers", "shuffle", "permutation", "choice"):
    globals()[_name] = getattr(_state, _name)
ranf = sample = random_sample
