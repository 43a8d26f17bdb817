import torch
calls = []


def bump(x, y):
    calls.append(tuple(x.shape))
    x.add_(1)
    y[0] = 7
    return x * y


for check in (False, True):
    calls.clear()
    x, y = torch.zeros(3), torch.ones(3)
    traced = torch.jit.trace(bump, (x, y), check_trace=check)
    print(check, len(calls), x, y)
    print(traced(x, y), x, y)


class Counter(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.register_buffer("seen", torch.zeros(2))
        self.calls = 0

    def forward(self, x):
        self.calls += 1
        self.seen += x
        x.mul_(2)
        return x + self.seen


for check in (False, True):
    counter = Counter()
    x = torch.ones(2)
    traced = torch.jit.trace(counter, x, check_trace=check)
    print(check, counter.calls, counter.seen, x, traced.seen)
    print(traced(x), x, traced.seen, counter.seen)


def twice(a, b):
    a.add_(1)
    return a + b


x = torch.zeros(2)
traced = torch.jit.trace(twice, (x, x), check_trace=False)
print(x, traced(x, x), x)
print(traced.code)


class Scaled(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.weight = torch.nn.Parameter(torch.ones(2), requires_grad=False)

    def forward(self, x):
        return x * self.weight


scaled = Scaled()
traced = torch.jit.trace(scaled, scaled.weight, check_trace=False)
print(traced.code, traced(torch.full((2,), 3.0)))

base = torch.zeros(4)
traced = torch.jit.trace(lambda a: a[1:].add_(1), base[::2], check_trace=False)
print(base, traced(base[2:]), base)


def inside(pair, named):
    pair[0].add_(1)
    named["b"].mul_(3)
    return pair[0] + pair[1] + named["b"]


a, b, c = torch.zeros(2), torch.ones(2), torch.full((2,), 2.0)
traced = torch.jit.trace(inside, ((a, b), {"b": c}), check_trace=False)
print(a, b, c)


def fails(x):
    x.add_(1)
    raise ValueError("after the change")


try:
    torch.jit.trace(fails, (a,), check_trace=False)
except ValueError as error:
    print(error, a)

leaf = torch.ones(2, requires_grad=True)
try:
    torch.jit.trace(lambda x: x.add_(1), leaf, check_trace=False)
except RuntimeError as error:
    print(error)
traced = torch.jit.trace(lambda x: x * 2, leaf, check_trace=False)
traced(leaf).sum().backward()
print(leaf.grad)
