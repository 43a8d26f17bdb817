# feature: forks in code and graphs, futures, sizes and constants of traces, places where fx inserts
import io
import warnings

import torch
import torch.fx as fx
import torch.nn as nn

warnings.simplefilter("ignore")


def work(x, n: int):
    for _ in range(n):
        x = torch.sin(x)
    return x


@torch.jit.script
def forks(x, n: int):
    a = torch.jit.fork(work, x, n)
    b = torch.jit.fork(torch.add, x, x)
    return torch.jit.wait(a) + torch.jit.wait(b)


print(forks.code)
print([line.split(" # ")[0] for line in str(forks.graph).split("\n")])
print(forks(torch.ones(2), 2))


def boom(x):
    assert bool(x.sum() > 5), "too small"
    return x


@torch.jit.script
def failing(x):
    return torch.jit.wait(torch.jit.fork(boom, x))


try:
    failing(torch.ones(1))
except Exception as e:
    print(type(e).__name__, str(e).split("\n")[0], str(e).strip().split("\n")[-1])

f = torch.jit.fork(lambda a, b: a + b, torch.ones(1), torch.ones(1))
print(torch.jit.wait(f), f.done(), f.then(lambda q: q.wait() * 3).wait())
h = torch.futures.Future()
h.add_done_callback(lambda q: print("done", q.wait()))
k = h.then(lambda q: q.value() + 1)
print(h.done())
h.set_result(2)
print(k.wait(), h.done())
try:
    h.set_result(3)
except RuntimeError as e:
    print(str(e).split("\n")[0])
e = torch.futures.Future()
e.set_exception(ValueError("bad"))
try:
    e.wait()
except ValueError as error:
    print("ValueError", error)
print(torch.futures.wait_all([h, k]))


def plain(graph):
    return [line.split(" # ")[0] for line in str(graph).split("\n")]


def sizes(x):
    n = x.size(0)
    s = x.shape
    return x.view(n, -1), x.view(-1, x.size(-1)), x.reshape(s[0] * 2, 2), torch.zeros(n)


t = torch.jit.trace(sizes, torch.ones(2, 4))
print("\n".join(plain(t.graph)))
print(t.code)


def starred(a, *rest):
    return a + rest[0]


t = torch.jit.trace(starred, (torch.ones(1), torch.ones(1)))
print("\n".join(plain(t.graph)))
print(t.code)

for values in ([1.0, 2.0], [[1, 2], [3, 400]], [0.5, 100.25], [1e-5, 1.0], [1e6, 2.0], [0.001, 0.002], [True, False],
               [[[1.0], [2.0]], [[3.0], [4.0]]], [float("inf"), 2.5], list(range(11))):
    held = torch.tensor(values)

    def uses(x):
        return x.sum() + held.sum()

    print([line for line in plain(torch.jit.trace(uses, torch.ones(1)).graph) if "value=" in line][0])


@torch.jit.script
def show(x):
    print(x)
    return x


for value in (torch.arange(8.0).view(2, 2, 2), torch.arange(8.0).view(2, 2, 2) * 0.001,
              torch.arange(40.0).view(1, 40) * 1.5 + 1000,
              torch.tensor(0.1), torch.tensor(1e6), torch.zeros(2, 2, 1, 1) + torch.arange(2.0).view(2, 1, 1, 1)):
    show(value)


class Model(nn.Module):
    def __init__(self):
        super().__init__()
        self.l = nn.Linear(2, 2)
        self.k = 3

    def forward(self, x):
        return self.l(x) * self.k


m = torch.jit.script(Model()).eval()
for names in (["k"], ["l"], ["nope"], ["l.nope"]):
    try:
        frozen = torch.jit.freeze(m, preserved_attrs=names)
        print(names, hasattr(frozen, "k"), hasattr(frozen, "l"))
    except RuntimeError as error:
        print(names, error)
try:
    torch.jit.save(nn.Linear(1, 1), io.BytesIO())
except AttributeError as error:
    print(error)
print(torch.jit.export_opnames(m))

gm = fx.symbolic_trace(lambda x: x)
place = next(iter(gm.graph.nodes))
with gm.graph.inserting_after(place):
    p = fx.Proxy(place)
    made = [torch.neg(p), torch.abs(p), torch.exp(p)]
print([n.name for n in gm.graph.nodes])
with gm.graph.inserting_after(place):
    first = gm.graph.call_function(torch.sin, (place,))
    with gm.graph.inserting_before(first):
        gm.graph.call_function(torch.cos, (place,))
    gm.graph.call_function(torch.tan, (place,))
print([n.name for n in gm.graph.nodes])
print(fx.graph.map_arg([place, (1, place)], lambda n: n.name), sorted(fx.graph.inplace_methods)[:2])

torch.manual_seed(0)
q = torch.ao.quantization.quantize_dynamic(nn.Sequential(nn.Linear(2, 2), nn.ReLU(), nn.Linear(2, 1)), {nn.Linear},
                                           dtype=torch.qint8)
other = torch.ao.quantization.quantize_dynamic(nn.Sequential(nn.Linear(2, 2), nn.ReLU(), nn.Linear(2, 1)), {nn.Linear},
                                               dtype=torch.qint8)
print(list(q.state_dict()))
print(other.load_state_dict(q.state_dict()), torch.equal(q(torch.ones(1, 2)), other(torch.ones(1, 2))))
