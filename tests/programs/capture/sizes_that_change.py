# Sizes and ints that change between calls: what is compiled anew, and results that stay right where the number of a
# dimension changes.
import math

import torch
import torch._dynamo as D
from torch._dynamo.testing import CompileCounter
def T(*s): return torch.arange(float(math.prod(s))).reshape(s)
def run(name, f, calls, marks=(), **kw):
    D.reset()
    c = CompileCounter()
    out = []
    g = torch.compile(f, backend=c, **kw)
    for a in calls:
        for i, d in marks: D.mark_dynamic(a[i], d)
        try:
            r = g(*a)
            r = [tuple(x.shape) if isinstance(x, torch.Tensor) else x
                 for x in (r if isinstance(r, (tuple, list)) else [r])]
        except Exception as e: r = type(e).__name__ + ": " + str(e).split("\n")[0][:100]
        out.append((r, c.frame_count, c.op_count))
    print(name, out)
S = [(T(n, 3),) for n in (4, 5, 6, 1, 0, 2)]
run("half", lambda x: x[: x.shape[0] // 2] * 2, S)
run("view", lambda x: x.view(x.shape[0] * x.shape[1]), S)
run("view -1", lambda x: x.view(-1, x.shape[1]), S)
run("reshape 2", lambda x: x.reshape(x.shape[0], 3, 1), S)
run("arange", lambda x: torch.arange(x.shape[0]) + 1, S)
run("range", lambda x: [x[i] for i in range(x.shape[0])], S)
run("len", lambda x: x * len(x), S)
run("numel", lambda x: x * x.numel(), S)
run("zeros", lambda x: torch.zeros(x.shape[0], x.shape[1] + 1), S)
run("branch", lambda x: x + 1 if x.shape[0] > 4 else x - 1, S)
run("even", lambda x: x + 1 if x.shape[0] % 2 == 0 else x - 1, S)
run("split", lambda x: x.split(2), S)
run("chunk", lambda x: x.chunk(2), S)
run("unbind", lambda x: x.unbind(), S)
run("expand", lambda x: x[:1].expand(x.shape[0], 3), S)
run("repeat", lambda x: x.repeat(2, 1), S)
run("pad", lambda x: torch.nn.functional.pad(x, (0, 0, 1, 1)), S)
run("cat", lambda x: torch.cat([x, x[:2]]), S)
run("stack", lambda x: torch.stack([x, x]), S)
run("mean", lambda x: x.sum(0) / x.shape[0], S)
run("sqrt", lambda x: x / math.sqrt(x.shape[0] + 1), S)
run("max size", lambda x: torch.zeros(max(x.shape[0], 3)), S)
run("min size", lambda x: x[: min(x.shape[0], 3)], S)
run("tuple", lambda x: (x.shape, x.size(), x.size(0), x.shape[-1]), S)
run("eq shape", lambda x: x + 1 if x.shape == (5, 3) else x, S)
run("in", lambda x: x + 1 if x.shape[0] in (4, 6) else x, S)
run("dict", lambda x: {x.shape[0]: x + 1}, S)
run("list", lambda x: [0] * x.shape[1] + [x.shape[0]], S)
run("mm", lambda x: x @ x.T, S)
run("tril", lambda x: torch.tril(torch.ones(x.shape[0], x.shape[0])), S)
run("floor", lambda x: x[: math.floor(x.shape[0] * 0.5)], S)
run("int", lambda x: x[: int(x.shape[0] * 0.5)], S)
run("neg", lambda x: x[-2:], S)
run("roll", lambda x: x.roll(1, 0), S)
run("flip", lambda x: x.flip(0), S)
run("dyn true", lambda x: x * 2, S, dynamic=True)
run("dyn false", lambda x: x * 2, S, dynamic=False)
run("dyn true cmp", lambda x: x * 2 if x.shape[0] == x.shape[1] else x, [(T(3, 3),), (T(4, 4),), (T(4, 5),)],
    dynamic=True)
run("mark", lambda x: x * x.shape[0], S[:3], marks=[(0, 0)])
run("two same", lambda x, y: x + y, [(T(3), T(3)), (T(4), T(4)), (T(4), T(1)), (T(5), T(5))])
run("two diff", lambda x, y: (x.sum(), y.sum()), [(T(3), T(4)), (T(5), T(5)), (T(6), T(7))])
run("two dyn", lambda x, y: (x.sum(), y.sum()), [(T(3), T(3)), (T(4), T(4)), (T(4), T(5))], dynamic=True)
run("int arg", lambda x, n: x * n, [(T(3), n) for n in (2, 3, 4, 1, 0, -1)])
run("int arg view", lambda x, n: x.view(n, -1), [(T(12), n) for n in (2, 3, 4, 6, 1)])
run("int arg zeros", lambda n: torch.zeros(n), [(n,) for n in (2, 3, 4, 1, 0)])
run("int arg sum", lambda x, n, m: x[: n + m], [(T(12), n, n + 1) for n in (2, 3, 4)])
run("int pow", lambda x, n: x ** n, [(T(3), n) for n in (2, 3, 4)])
run("int dim", lambda x, d: x.sum(d), [(T(3, 4), d) for d in (0, 1, -1)])
run("float arg", lambda x, f: x * f, [(T(3), f) for f in (1.5, 2.5, 0.0, 1.0)])
run("float cmp", lambda x, f: x * f if f > 2 else x, [(T(3), f) for f in (1.5, 2.5, 3.5, 1.0)])
run("bool arg", lambda x, b: x if b else x + 1, [(T(3), b) for b in (True, False, True)])
run("str arg", lambda x, s: x + len(s), [(T(3), s) for s in ("a", "bb", "a")])
run("list arg", lambda x, l: x.view(l), [(T(12), l) for l in ([3, 4], [4, 3], [2, 6])])
run("tuple arg", lambda x, l: x.view(*l), [(T(12), l) for l in ((3, 4), (4, 3), (2, 6))])
run("strides", lambda x: x + 1, [(T(3, 4),), (T(4, 3).T,), (T(5, 4),), (T(6, 4)[:, :2],)])
run("batch mlp", torch.nn.Linear(3, 2), S)
run("conv", torch.nn.Conv1d(1, 1, 2), [(T(2, 1, n),) for n in (5, 6, 7, 2)])
run("interp", lambda x: torch.nn.functional.interpolate(x, scale_factor=2), [(T(1, 1, n),) for n in (3, 4, 5)])
run("embedding", torch.nn.Embedding(10, 3), [(torch.arange(n),) for n in (3, 4, 5, 1, 0)])
run("softmax", lambda x: x.softmax(-1), [(T(2, n),) for n in (3, 4, 5, 1)])
run("topk", lambda x, k: x.topk(k)[0], [(T(8), k) for k in (2, 3, 4, 1)])
run("where", lambda x: torch.where(x > 1, x, 0.), S)
run("outer", lambda x, y: x[:, None] * y[None], [(T(n), T(n + 1)) for n in (2, 3, 4)])
run("assert", lambda x: x + 1 if torch._check(x.shape[0] > 1) is None else x, S[:3])
import torch._dynamo.testing
x = torch.arange(24.).reshape(2, 3, 4)
fs = {"sum": lambda x, d: x.sum(d), "mean": lambda x, d: x.mean(dim=d), "max": lambda x, d: x.max(d)[0],
      "cat": lambda x, d: torch.cat([x, x], d), "stack": lambda x, d: torch.stack([x, x], d),
      "unsq": lambda x, d: x.unsqueeze(d), "softmax": lambda x, d: x.softmax(d),
      "transpose": lambda x, d: x.transpose(0, d), "flip": lambda x, d: x.flip(d), "cumsum": lambda x, d: x.cumsum(d),
      "argmax": lambda x, d: x.argmax(d), "size": lambda x, d: x.size(d), "shape": lambda x, d: x.shape[d],
      "chunk": lambda x, d: x.chunk(2, d), "select": lambda x, d: x.select(d, 1),
      "narrow": lambda x, d: x.narrow(d, 0, 1), "squeeze": lambda x, d: x[:1].squeeze(d),
      "movedim": lambda x, d: x.movedim(0, d), "norm": lambda x, d: x.norm(dim=d), "roll": lambda x, d: x.roll(1, d),
      "index_select": lambda x, d: x.index_select(d, torch.tensor([0])),
      "gather": lambda x, d: x.gather(d, torch.zeros(1, 1, 1, dtype=torch.long)), "unbind": lambda x, d: x.unbind(d),
      "diff": lambda x, d: x.diff(dim=d), "repeat": lambda x, d: x.repeat(1, 1, d),
      "topk": lambda x, d: x.topk(1, d)[0], "flatten": lambda x, d: x.flatten(0, d),
      "permute": lambda x, d: x.permute(d, (d + 1) % 3, (d + 2) % 3), "std": lambda x, d: x.std(d),
      "all": lambda x, d: x.all(d), "dsum2": lambda x, d: x.sum((0, d)) if d else x,
      "lsm": lambda x, d: torch.nn.functional.log_softmax(x, dim=d),
      "normalize": lambda x, d: torch.nn.functional.normalize(x, dim=d),
      "unflatten": lambda x, d: x.unsqueeze(-1).unflatten(d, (-1, 1))}
def same(a, b):
    if isinstance(a, torch.Tensor): return a.shape == b.shape and torch.allclose(a.float(), b.float())
    if isinstance(a, (tuple, list)): return len(a) == len(b) and all(same(p, q) for p, q in zip(a, b))
    return a == b
for be in ("eager", "inductor"):
    for n, f in fs.items():
        D.reset()
        c = D.testing.CompileCounterWithBackend(be)
        g = torch.compile(f, backend=c)
        r = []
        for d in (0, 1, 2, -1, 1):
            try: r.append(same(f(x, d), g(x, d)))
            except Exception as e: r.append(type(e).__name__)
        print(be, n, r, c.frame_count)
