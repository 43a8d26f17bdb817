import time

import torch
from torch._dynamo import lookup_backend

compiled = []


def counting(module, example_inputs):
    compiled.append(module)
    return lookup_backend("inductor")(module, example_inputs)


def f(x):
    return torch.relu(x) * 2 + 1


def clock(name, function, x):
    before = len(compiled)
    start = time.perf_counter()
    for _ in range(20):
        function(x)
    seconds = (time.perf_counter() - start) / 20
    print(name, "compiled while the clock ran:", len(compiled) - before)
    return seconds


g = torch.compile(f, backend=counting)
x = torch.randn(100)
g(x)
for size in (100, 200, 300):
    clock(str(size), g, torch.randn(size))
