# Times of functions that are compared: in batches long enough for the clock, in turn, with their spread. For
# `vitrine measure`, and in front of native/bench/rows.py, which PyTorch runs too.
import time
import torch


class Sampler:
    """Times of one function. `least_us`: how long a batch takes at least; `prepare`: untimed, before each batch."""

    def __init__(self, function, args, least_us=200, most_calls=4096, synchronize=lambda: None, prepare=lambda: None):
        self.function, self.args, self.synchronize, self.prepare = function, args, synchronize, prepare
        self.samples = []
        prepare()
        start = time.perf_counter()
        self.result = function(*args)
        synchronize()
        self.first_us = (time.perf_counter() - start) * 1e6
        prepare()
        for _ in range(2):
            function(*args)
        self.calls = 1
        while self.batch() < least_us and self.calls < most_calls:
            self.calls *= 2
        self.samples = []

    def batch(self):
        function, args = self.function, self.args
        self.prepare()
        self.synchronize()
        start = time.perf_counter()
        for _ in range(self.calls):
            function(*args)
        self.synchronize()
        us = (time.perf_counter() - start) * 1e6
        self.samples.append(us / self.calls)
        return us

    def summary(self):
        return dict(spread(self.samples), first_us=self.first_us)


def spread(samples):
    """Median, and what nine of ten samples are above and below."""
    ordered = sorted(samples)
    return {"median_us": ordered[len(ordered) // 2], "p10_us": ordered[len(ordered) // 10], "p90_us": ordered[len(ordered) * 9 // 10],
            "samples": len(ordered)}


def median_range(samples):
    """Where the median is with 95% certainty: ranks of the ordered samples, as the binomial distribution gives them."""
    ordered = sorted(samples)
    middle, reach = len(ordered) / 2, 0.98 * len(ordered) ** 0.5
    return ordered[max(0, int(middle - reach))], ordered[min(len(ordered) - 1, int(middle + reach))]


def measure_together(samplers, seconds, told=lambda part: None):
    """Batches in turn, so that a slow moment of the machine meets all alike; `told` hears how far it is."""
    start = time.perf_counter()
    rounds = 0
    while time.perf_counter() < start + seconds * len(samplers) or rounds < 5:
        for sampler in samplers.values():
            sampler.batch()
        rounds += 1
        told(min(1.0, rounds / 5, (time.perf_counter() - start) / max(1e-9, seconds * len(samplers))))


def ceilings_of(rows, columns, matrix, device, seconds, **options):
    """What this machine can do at most, by this engine's and the compiler's best: bytes and operations per microsecond."""
    m, d, a = (torch.randn(rows, columns, device=device), torch.empty(rows, columns, device=device),
               torch.randn(matrix, matrix, device=device))
    total = torch.compile(lambda m: m.sum())
    samplers = {"copy": Sampler(lambda: d.copy_(m), [], **options), "read": Sampler(lambda: total(m), [], **options),
                "matmul": Sampler(lambda: a @ a, [], **options)}
    measure_together(samplers, seconds)
    best = {name: sampler.summary()["p10_us"] for name, sampler in samplers.items()}
    size = m.numel() * m.element_size()
    return {"copy_bytes_per_us": 2 * size / best["copy"], "read_bytes_per_us": size / best["read"],
            "flops_per_us": 2 * matrix**3 / best["matmul"]}
