import time

import torch
from torch._dynamo import lookup_backend

compiled = []


def counting(module, example_inputs):
    compiled.append(module)
    return lookup_backend("inductor")(module, example_inputs)


def f(x):
    return (torch.relu(x) * 2 + 1).sum()


def clock(name, function, x):
    before = len(compiled)
    start = time.perf_counter()
    for _ in range(20):
        function(x)
    seconds = (time.perf_counter() - start) / 20
    print(name, "compiled while the clock ran:", len(compiled) - before)
    return seconds


g = torch.compile(f, backend=counting)
x = torch.randn(1000)
g(x)
g(x.double())
clock("eager", f, x)
clock("float", g, x)
clock("double", g, x.double())
