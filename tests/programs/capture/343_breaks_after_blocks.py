# feature: breaks behind with and try blocks, sizes of computed tensors
# seed: none
import torch, collections.abc, collections, contextlib, typing
import torch.nn as nn
import torch.nn.functional as F
from collections import namedtuple, OrderedDict, defaultdict, deque, Counter
from typing import NamedTuple, Optional, List, Dict
CASES = []
def T(*s):
    torch.manual_seed(1)
    return torch.randn(*(s or (3, 4)))
def case(*makers):
    def deco(f):
        CASES.append((f.__name__, (lambda: f), makers or (lambda: (T(),),)))
        return f
    return deco
def build(*makers):
    def deco(f):
        CASES.append((f.__name__, f, makers or (lambda: (T(),),)))
        return f
    return deco
def show(v):
    if isinstance(v, torch.Tensor):
        return "T" + str(list(v.shape)) + str([round(float(a), 3) + 0.0
                                               for a in v.detach().double().reshape(-1)[:6].tolist()])
    if isinstance(v, (list, tuple)) :
        return type(v).__name__ + "(" + ",".join(show(a) for a in v) + ")"
    if isinstance(v, (set, frozenset)):
        return type(v).__name__ + str(sorted(show(a) for a in v))
    if isinstance(v, dict):
        return type(v).__name__ + "{" + ",".join(show(k) + ":" + show(a) for k, a in v.items()) + "}"
    if isinstance(v, (int, float, str, bool, type(None), range, slice, bytes, torch.Size, torch.dtype)):
        return repr(v)
    if hasattr(v, "__dict__"):
        return type(v).__name__ + show(vars(v)) if not isinstance(v, type) and not callable(v) else type(v).__name__
    return type(v).__name__
CONFIGS = {}
def names(gm):
    out = []
    for n in gm.graph.nodes:
        if n.op == "call_function":
            out.append(getattr(n.target, "__name__", str(n.target)))
        elif n.op == "call_method":
            out.append("." + n.target)
        elif n.op == "call_module":
            out.append("@" + str(n.target))
    return " ".join(out)
def one(fn, args):
    try:
        return show(fn(*args)) + " <- " + (show(list(args)) if not isinstance(args, dict) else "")
    except Exception as e:
        return "EXC " + type(e).__name__ + ": " + str(e).split("\n")[0][:90]
def main():
    for name, make, makers in CASES:
        torch._dynamo.reset()
        fn = make()
        eager = [one(fn, m()) for m in makers]
        log = []
        def backend(gm, ex):
            log.append(names(gm))
            return gm.forward
        fn = make()
        try:
            c = torch.compile(fn, backend=backend, **CONFIGS.get(name, {}))
        except Exception as e:
            print(name, "NOCOMPILE", type(e).__name__, str(e)[:80])
            continue
        marks = []
        got = []
        for m in makers:
            a = m()
            got.append(one(c, a))
            marks.append(list(log))
            log.clear()
        line = name + " " + str([[len(g.split()) for g in m] for m in marks])
        for i, m in enumerate(marks):
            for g in m:
                line += "\n    %d: %s" % (i, g)
        if got != eager:
            bad = [(g, e) for g, e in zip(got, eager) if g != e][0]
            line += "\n    DIFF got " + bad[0] + "\n         want " + bad[1]
        print(line)
        torch._dynamo.reset()
        fn = make()
        try:
            torch.compile(fn, backend="eager", fullgraph=True)(*makers[0]())
        except Exception as e:
            t = str(e).strip().split("\n")
            print("    full:", type(e).__name__, "|", t[0][:100])
            for l in t:
                if "TORCHDYNAMO_VERBOSE" not in l and ("gb/gb" in l):
                    print("       ", l.strip().split("/gb/")[-1][:170])

        torch._dynamo.reset()
        log.clear()
        fn = make()
        c = torch.compile(fn, backend=backend, dynamic=True)
        res = []
        marks = []
        for m in makers:
            res.append(one(c, m()))
            marks.append(list(log))
            log.clear()
        print("    dyn:", [[len(g.split()) for g in m] for m in marks], "" if res == eager else "DIFF")
        for i, m in enumerate(marks):
            for g in m:
                print("    d%d: %s" % (i, g))
@case()
def y1(x):
    try: y = x + 1
    except ValueError: y = x
    torch._dynamo.graph_break()
    return y * 2
@case()
def y2(x):
    try:
        y = x + 1
        {}["a"]
    except KeyError: y = x * 3
    finally: z = 2
    print(end="")
    return y * z
@case()
def y3(x):
    with contextlib.nullcontext(): y = x + 1
    print(end="")
    return y * 2
@case()
def y4(x):
    for i in range(2):
        with torch.no_grad(): x = x + i
    print(end="")
    return x * 2
@case()
def y5(x):
    for i in range(2):
        try: x = x + i
        except ValueError: continue
    print(end="")
    return x * 2
@case()
def y6(x):
    for i in range(2):
        with torch.no_grad(): x = x + i
        print(end="")
    return x * 2
@case()
def y7(x):
    i = 0
    while i < 2:
        try: x = x + i
        except ValueError: pass
        i += 1
        print(end="")
    return x * 2
@case()
def y8(x):
    with torch.no_grad():
        with torch.autocast("cpu"): y = x + 1
        print(end="")
        y = y + 2
    print(end="")
    return y * 2
@case()
def y9(x):
    with torch.no_grad():
        y = x + 1
        if y.sum() > 0: y = y * 2
    return y + 1
@case()
def y10(x):
    try: raise ValueError
    except ValueError:
        x = x + 1
        print(end="")
    return x * 2
@case()
def y11(x):
    with torch.no_grad():
        for i in range(2): x = x + 1
    if x.sum() > 0: return x
    return x - 1
@case()
def y12(x):
    with contextlib.suppress(KeyError): {}["a"]
    print(end="")
    return x * 2
D3 = (lambda: (T(2, 6),), lambda: (T(4, 6),), lambda: (T(4, 8),))
@case(*D3)
def w1(x): return torch.cat([x, x]).shape[0] + x, torch.cat([x, x[:1]]).shape
@case(*D3)
def w2(x): return x.unsqueeze(0).shape, x[:, 1:].shape, x[1:].size(0), x.T.shape
@case(*D3)
def w3(x):
    b, n = x.size()
    y = x.view(b * n)
    return y.reshape(n, b).sum(0), b * n, (b, n), b + n
@case(*D3)
def w4(x):
    h = x.shape[1] // 2
    a, b = x[:, :h], x[:, h:]
    return torch.cat([-b, a], dim=-1)
@case(*D3)
def w6(x):
    o = torch.empty(x.shape[0], x.shape[1] + 1)
    o[:, 1:] = x
    o[:, 0] = x.shape[0]
    return o
@case(*D3)
def w9(x):
    if x.shape[0] > 3 and x.shape[1] < 7: return x + 1
    if not x.shape[0] == 2: return x - 1
    return x
@case(*D3)
def w10(x):
    r = []
    for i in range(x.shape[0]): r.append(x[i].sum() * i)
    return torch.stack(r)
@case(*D3)
def w11(x):
    return torch.zeros_like(x, dtype=torch.int64).scatter_(1, torch.zeros(x.shape[0], 1, dtype=torch.int64),
                                                           1), x.gather(1, torch.zeros(x.size(0), 2, dtype=torch.int64))
@case(*D3)
def w14(x):
    torch._check(x.shape[0] < 100)
    assert x.shape[0] * x.shape[1] == x.numel()
    return x * 2
@case(*D3)
def w15(x):
    d = {"n": x.shape[0], "l": [x.shape[1]]}
    d["n"] += 1
    d["l"].append(d["n"])
    return x + d["n"] + sum(d["l"])
@case(*D3)
def w16(x):
    def inner(n, k=2): return n * k
    return x + inner(x.shape[0]), x + inner(x.shape[1], k=3)
class CO:
    def __init__(s):
        s.h = []
        s.last = None
@case(lambda: (T(2, 6), CO()), lambda: (T(4, 6), CO()), lambda: (T(4, 8), CO()))
def w17(x, c):
    c.h.append(x.shape[0])
    c.last = x.size()
    return x + 1
@case(*D3)
def w18(x):
    return x.mean(0,
                  keepdim=True).shape, x.max(1).values.shape, x.topk(2).values, x.argmax(1), x.softmax(
                      0), x.cumsum(1), x.flip(0), x.sort(1)[0], x.norm(), x.std(1), x.var(0), x.prod(1), x.any(), (
                          x > 0).sum()
@build(lambda: (T(2, 3, 8, 8),), lambda: (T(4, 3, 8, 8),), lambda: (T(4, 3, 16, 16),))
def w21():
    torch.manual_seed(0)
    m = nn.Sequential(nn.Conv2d(3, 4, 3, 2, 1), nn.BatchNorm2d(4), nn.ReLU(), nn.AdaptiveAvgPool2d(1), nn.Flatten(),
                      nn.Linear(4, 2))
    return m.eval()
@case(*D3)
def w23(x):
    y = x.clone()
    y.resize_(2) if False else None
    y.t_() if False else None
    y[y > 0] = 0
    y[0] += x.shape[0]
    return y.view(-1)[::2], y.is_contiguous(), y.stride()
@case(*D3)
def w25(x):
    n = x.shape[0] + 1
    print(end="")
    return torch.ones(n) * n, n

main()
