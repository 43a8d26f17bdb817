import torch, sys, os, numbers, collections.abc, functools, itertools, operator, collections
import dataclasses, enum, contextlib, copy, types, typing
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
class Pt:
    def __init__(self, v): self.v = v
    def __radd__(self, o): return self.v + o
    def __eq__(self, o): return isinstance(o, Pt) and self.v == o.v
    def __hash__(self): return hash(self.v)
@case(lambda: (T(), Pt(4)), lambda: (T(5, 4), Pt(4)), lambda: (T(6, 4), Pt(5)))
def ma_radd(x, c): return x + (x.shape[0] + c)
@case(lambda: (T(), T(), True), lambda: (T(), T(), False), lambda: (T(), T(), None), lambda: (T(), T(), True))
def ma_boolarg(a, b, f):
    if f: return a - b
    else: return b - a
@case(lambda: (T(),), lambda: (T(5, 4),), lambda: (T(6, 4),))
def ma_shape_inplace(x):
    p = x.shape[0]
    p += 2
    p -= 2
    p **= 2
    p /= 2
    p *= 2
    p //= 2
    p %= 2
    return x + p
@case(lambda: (T(),), lambda: (T(5, 4),))
def ma_shape_rev(x):
    p = x.shape[0]
    y = 2
    y += p
    y = 2
    y -= p
    y = 2
    y **= p
    y = 2
    y /= p
    y = 2
    y *= p
    y = 2
    y //= p
    y = 2
    y %= p
    return x + y
@case(lambda: (T(),), lambda: (T(10, 4),), lambda: (T(13, 4),), lambda: (T(2, 4),))
def ma_shape_cmp(x):
    a = x.shape[0]
    if a != 10: out = 1
    elif a < 2: out = 3
    elif a > 12: out = 4
    else: out = 5
    return x + out
class PShape(nn.Module):
    def __init__(self):
        super().__init__()
        torch.manual_seed(0)
        self.p = nn.Parameter(torch.randn(15))
    def forward(self, x):
        p = self.p.shape[0]
        y = p - x.shape[0]
        y = p + y
        y = p * y
        y = p % y
        y = p ** y
        y = p // y
        y = pow(p, y)
        y = p / y
        return x + y
@build(lambda: (T(3),), lambda: (T(4),), lambda: (T(6),))
def ma_pshape(): return PShape()
class ItObj:
    def __init__(self, n): self.a = [T(2) for _ in range(n)]
    def __iter__(self): return iter(self.a)
@case(lambda: (ItObj(2),), lambda: (ItObj(2),), lambda: (ItObj(3),))
def ma_user_iter(m): return [x + 1 for x in m]
@case(lambda: (T(3, 4), T(3, 4)), lambda: (T(3, 4), T(4, 4)), lambda: (T(5, 4), T(5, 4)))
def ma_shapes_eq(a, b):
    x = list(a.unsqueeze(-1).shape)
    y = list(b.unsqueeze(-1).shape)
    if x == y: return a + 1
    return a + 2
@case(lambda: (T(3, 4), T(3, 4)), lambda: (T(3, 4), T(4, 4)), lambda: (T(5, 4), T(5, 4)))
def ma_shapes_neq(a, b):
    if tuple(a.unsqueeze(-1).shape) != tuple(b.unsqueeze(-1).shape): return a + 1
    return a + 2
@case(lambda: (T(), T()), lambda: (-10, torch.arange(4)), lambda: (-0.5, T()), lambda: (True, T()))
def ma_abs(x, y): return abs(x) + abs(y)
@case()
def ma_isinst(x):
    t = torch.arange(1, 3)
    return [isinstance(x, torch.Tensor), isinstance(t, torch.Tensor), isinstance(x, int), isinstance(3, int),
            isinstance([1], list), isinstance({"a": 1}, dict), isinstance(x, (int, torch.Tensor)),
            isinstance(x, nn.Parameter), isinstance(3, numbers.Number), issubclass(bool, int)]
@case()
def ma_sysmods(x):
    a = sys.modules.get("aaaaaaaa")
    assert a is None
    assert "bbbb" not in sys.modules
    return x + 1
@case()
def ma_environ(x):
    if os.environ.get("VT_NOT_THERE") == "1": return x + 1
    return x - 1
@case()
def ma_check(x):
    torch._check(x.shape[0] > 2, lambda: "too small")
    return x + 1
@case(lambda: (T(3),))
def ma_check_closure(x):
    torch._check(x.shape[0] > 2, lambda: f"{x.shape[0]} too small")
    return x + 1
@case()
def ma_assert_shape(x):
    assert x.shape == x.shape
    return x.abs()
class Cfg:
    def __init__(self, v=0.5, c=3):
        self.val = v
        self.count = c
@case(lambda: (T(), Cfg(1.0)), lambda: (T(), Cfg()), lambda: (T(), Cfg(0.5, 1)), lambda: (T(), Cfg(2.0, 1)))
def ma_cfg(x, cfg):
    for i in range(cfg.count): x = x + cfg.val
    return x
def withattr(v):
    c = Cfg()
    c.just = v
    return c
@case(lambda: (T(), Cfg()), lambda: (T(), withattr(True)), lambda: (T(), withattr(False)), lambda: (T(), Cfg()))
def ma_getattr_default(x, cfg):
    if getattr(cfg, "just", False): return x + 7
    for i in range(cfg.count): x = x + cfg.val
    return x
@case(lambda: (T(10, 20), T(10, 20).size()), lambda: (T(10, 20), (10, 20)), lambda: (T(10, 20), [10, 20]))
def ma_size_input(x, s):
    a, b = s
    return x + (a - b)
@build(lambda: (T(), T()))
def ma_cell_out():
    out = None
    def fn(a, b):
        nonlocal out
        out = a + b * 10
        return None
    def g(a, b):
        fn(a, b)
        return out
    return g
@build(lambda: (T(), T()))
def ma_cell_out2():
    out = None
    def fn(a, b):
        nonlocal out
        torch._dynamo.graph_break()
        out = a + b * 10
        torch._dynamo.graph_break()
        return out * 2
    return fn
@case(lambda: (T(), T()))
def ma_ret_nested(a, b):
    c = a + b
    def fn2(f=7, g=9.0): return c * f - a * g
    return fn2(2), fn2(g=1.0)
@case(lambda: ({"a": T(), "b": T()}, {"b": T(), "c": T()}))
def ma_keys_or(p, q):
    total = torch.zeros(1)
    for k in sorted(p.keys() | q.keys()):
        if k in p: total = total + p[k]
        if k in q: total = total + q[k]
    return total
@case(lambda: ({"a": T(), "b": T()},), lambda: ({"a": T(), "c": T()},))
def ma_dict_iters(d):
    t = torch.zeros(1)
    for k, v in d.items(): t = t + v
    for v in d.values(): t = t + v
    for k in d.keys(): t = t + d[k]
    return t, {k: v + 1 for k, v in d.items()}
@case()
def ma_numel(a): return (a + a.numel() + torch.numel(a), a + a.nelement())
MyT = namedtuple("MyT", ["a", "b", "ab"])
class MyT2(MyT):
    def get(self): return self.ab + 1
@case(lambda: (T(), T()))
def ma_nt1(a, b):
    t = MyT(a, b, a + b)
    return MyT(t.a, t[1], t.ab + b)
@case(lambda: (MyT(T(), T(), T()),), lambda: (MyT(T(), None, T()),))
def ma_nt2(p):
    a, b, c = p
    if hasattr(p, "b"): b = p.b if p.b is not None else a
    return a + b + c, p._replace(a=c), p._fields, p._asdict()
@case(lambda: (MyT2(T(), T(), T()),))
def ma_nt3(p): return p.get() + p.a, isinstance(p, MyT), isinstance(p, tuple), len(p)
@case(lambda: (T(), T()))
def ma_nt_sub(a, b):
    t = MyT2(a, b, a * b)
    return t.get(), t
@case(lambda: (2,), lambda: (3,), lambda: (4,))
def ma_list_mul(n): return [2, 3] * n, n * (1, 2), n * [1, 2, 3][1:] * n
@case(lambda: (T(),), lambda: (T(5, 4),), lambda: (T(6, 4),))
def ma_tuple_mul_shape(a):
    y = 2 * (a.shape[0], 3) * 2
    return a + y[4]
@case(lambda: (T(),), lambda: (T(5, 4),), lambda: (T(6, 4),))
def ma_iadd_shape(a):
    o = (a + a.shape[0], a - a.shape[0])
    o += (a - a.shape[0],)
    o += (2, 3)
    l = [a + 1]
    l += [a.shape[0]]
    l += (a * 2,)
    return o, l
@case(lambda: ([1, 2, 3], T()),)
def ma_iadd_effect(a, b):
    a += [b]
    torch._dynamo.graph_break()
    a += [b + 1]
    return a
class Foo:
    def __init__(self, x): self.x = x
    def __add__(self, o): return Foo(self.x + o.x)
@case(lambda: (Foo(T()), Foo(T())))
def ma_classbin(a, b): return a + b
@case(lambda: (Foo(T()), Foo(T())))
def ma_classbin_bad(a, b): return a - b
class DCfg(dict):
    def __getattr__(self, n): return self[n]
@case(lambda: (DCfg(offset=5), T()), lambda: (DCfg(offset=6), T()), lambda: (DCfg(offset=7), T()))
def ma_dictattr(c, x): return x + c.offset
class GCfg:
    on_class = 1
    def __init__(self): self.on_obj = 2
    def __getattr__(self, n): return 3
@case(lambda: (GCfg(), T()))
def ma_getattr2(c, x): return x + c.on_class - c.on_obj + c.nope
class Field:
    def __set__(self, obj, value): obj.__dict__["field"] += value * 2
class FObj:
    field = Field()
    def __init__(self): self.__dict__["field"] = 0
@case(lambda: (T(), FObj()))
def ma_setdesc(x, foo):
    foo.field = 10
    return x + foo.field
class Desc:
    def __get__(self, obj, t=None):
        if obj is None: return self
        return obj.__dict__.get("_value", 0)
    def __set__(self, obj, v): obj.__dict__["_value"] = v
class DObj:
    prop = Desc()
    def __init__(self): self.prop = 42
@case(lambda: (T(), DObj()))
def ma_dictdesc(x, o):
    o.__dict__["extra"] = 99
    return x + o.prop + o.__dict__["extra"]
class Slot:
    __slots__ = ("x",)
    def __init__(self, x): self.x = x
@case(lambda: (T(), Slot(5)), lambda: (T(), Slot(6)), lambda: (T(), Slot(7)))
def ma_slots(t, o): return t + o.x * 2
@case(lambda: (T(), Slot(T())))
def ma_slots_set(t, o):
    o.x = o.x + t
    return t * 2
class TD(OrderedDict): pass
@case(lambda: (T(), TD()))
def ma_od_dict(x, d):
    if "tr" not in d.__dict__: d.__dict__["tr"] = []
    d.__dict__["tr"].append(1)
    return x + len(d.__dict__["tr"])
class PM(OrderedDict):
    def __init__(self):
        super().__init__()
        self.__dict__["_v"] = 0
    @property
    def value(self): return self.__dict__.get("_v", 0)
    @value.setter
    def value(self, v): self.__dict__["_v"] = v
@case(lambda: (T(), PM()))
def ma_od_prop(x, m):
    m.value = 100
    return x + m.value
class GA:
    def __init__(self):
        self.cd = {"a": T()}
        self.n = 42
    def __getattribute__(self, name):
        cd = super().__getattribute__("cd")
        if name in cd: return cd[name]
        return super().__getattribute__(name)
    def run(self, x): return self.n * x + self.a * x
@case(lambda: (GA(), T()))
def ma_getattribute(o, x): return o.run(x)
class MG(nn.Module):
    def __init__(self):
        super().__init__()
        self.custom = {"queue": [T(4, 4) for _ in range(3)]}
        self.other = T(4, 4)
    def __getattr__(self, name):
        custom = self.custom
        if name in custom: return custom[name]
        return super().__getattr__(name)
    def forward(self, x): return x @ self.other + self.queue[-1][:3]
@build()
def ma_mod_getattr(): return MG()
class MGA(nn.Module):
    def __init__(self):
        super().__init__()
        self.n = 42
    def __getattribute__(self, name):
        if name == "special": return torch.tensor([1, 2, 3, 4])
        return super().__getattribute__(name)
    def forward(self, x): return self.n * x + self.special * x
@build()
def ma_mod_getattribute(): return MGA()
@case(lambda: (T(2, 3), T(4)))
def ma_out_resize(x, y): return torch.cosh(x, out=y) + 1
def mv_out(a, b, c):
    torch.mv(b, c, out=a)
    return a
@case(lambda: (torch.mv, torch.ones(3, 3), torch.ones(3)),
      lambda: (mv_out, torch.empty(0), torch.ones(3, 3), torch.ones(3)))
def ma_op_arg(op, *args): return op(*args)
class MA(nn.Module):
    def forward(self, x): return torch.tanh(x + 1)
class MB(nn.Module):
    def __new__(cls): return MA()
@case()
def ma_new_other(x): return MB()(x)
class Mock:
    def __new__(cls): return super().__new__(cls)
    def __init__(self): self.c = 5
    def run(self, x): return x * self.c
@case()
def ma_new1(x): return Mock().run(x)
class Foo3:
    def __new__(cls):
        i = object.__new__(cls)
        i.a = 3
        return i
    def __init__(self): self.a = 5
    def run(self, x): return torch.sin(x) * self.a
class Bar3:
    def __new__(cls):
        i = object.__new__(Foo3)
        i.a = 7
        return i
    def __init__(self): self.a = 11
    def run(self, x): return x
@case()
def ma_new2(x): return Foo3().run(x), Bar3().run(x)
class B1:
    def __new__(cls): return super().__new__(cls)
    def __init__(self):
        super().__init__()
        if not hasattr(self, "b2"): raise ValueError("mro")
        self.b1 = 3
class B2:
    def __new__(cls): return super().__new__(cls)
    def __init__(self):
        super().__init__()
        self.b2 = 5
class D12(B1, B2):
    def __new__(cls): return super().__new__(cls)
    def __init__(self):
        super().__init__()
        self.d = 7
    def run(self, x): return self.b1 * self.b2 * self.d * x
@case()
def ma_mro(x): return D12().run(x)
class MdA(nn.Module): pass
class MdB(MdA): pass
@case(lambda: (T(), MdB()))
def ma_mro2(x, m):
    if MdA in type(m).__mro__ and type(m).__name__ == "MdB" and type(m).__bases__ == (MdA,): return x + 1
    return x - 1
@case(lambda: (T(), T()))
def ma_wraps(x, y):
    def add(x, y): return x + y
    @functools.wraps(add)
    def w(x, y): return add(x, y)
    return w(x, y), w.__name__
MY_D = {"a": 1, "b": 2.0, "c": None, "n": {"z": [1.0, 2.0]}}
@case()
def ma_deepcopy(x):
    d = copy.deepcopy(MY_D)
    d["b"] = 3.0
    d["n"]["z"][0] = 9.0
    return x + d["b"] + d["n"]["z"][0] + MY_D["b"]
@case()
def ma_id_key(x):
    memo = {id(MY_D): True}
    if id(MY_D) in memo: return x + 1.0
    return x + 2.0
@build(lambda: (T(10),), lambda: (T(10),))
def ma_mod_deepcopy():
    torch.manual_seed(0)
    m = nn.Sequential(nn.Linear(10, 10), nn.ReLU())
    def fn(x):
        c = copy.deepcopy(m)
        return c(x)
    return fn
class Sub0:
    pass
class Sub1(Sub0):
    pass
@case()
def ma_subclasses(x):
    return x + len(Sub0.__subclasses__()), Sub0.__subclasses__()[0].__name__
@case()
def ma_str_fn(x):
    def another(): pass
    return x + 1, "another" in str(another)
@case(lambda: (T(), Sub0), lambda: (T(), Sub0), lambda: (T(), Sub1))
def ma_cls_arg(x, c): return x + len(c.__name__), c is Sub0
@case()
def ma_set_discard(y):
    x = set(["bar"])
    x.discard("bar")
    x.discard("foo")
    return y + len(x)
@case(lambda: (T(), set(), [1, 2, 1]))
def ma_set_update(x, s, l):
    s.update(map(int, l))
    return x + 1
FUNCS = frozenset([torch.add])
@case(lambda: (T(), torch.add), lambda: (T(), torch.mul))
def ma_fs_funcs(x, f):
    if f in FUNCS: x = torch.add(x, 1.0)
    return torch.mul(x, 1.0)
@case(lambda: ({"a": T(), "b": T()}, T()))
def ma_clear(d, x):
    n = len(d)
    d.clear()
    return x + n, d
@case()
def ma_rec_list(x):
    def f1(a, b):
        a.append(x + 1)
        b.append(x + 2)
        return a, b
    def f2(a, b):
        a.append(x * 2)
        f1(a, b)
        return a, b
    l = [x]
    return f2(l, [x])
@case(lambda: (T(2, 2, 2, 2, 2, 2),))
def ma_perm(x):
    perm = [0, 3, 5]
    perm = list(range(min(perm))) + perm
    perm.extend(i for i in range(x.dim()) if i not in perm)
    return x.permute(perm), perm
@case()
def ma_item_pop(x):
    al = [x]
    al.append(x + 1)
    al[0].sum().item()
    res = al.pop()
    res.sum().item()
    return res
class SD(dict): pass
@case()
def mb_sd1(x):
    sd = SD(x=5)
    z = sd["x"] * x
    sd["x"] = 10
    return z * sd["x"]
class MD(dict):
    def add1(self, x): return x + 1
@case()
def mb_sd2(x):
    sd = MD(x=5)
    sd["x"] = 10
    return sd.add1(x * sd["x"])
class TDim(str, enum.Enum):
    DDP = "ddp"
    TP = "tp"
@case()
def mb_strenum(x):
    v = x.sin()
    if TDim.DDP == "ddp": v = v + x.cos()
    if "ddp" == TDim.DDP: v = v + x.cos()
    if TDim("tp") is TDim.TP: v = v * 2
    return v, TDim.DDP.value, TDim.TP.name
def sdict(*ks):
    d = SD()
    for k in ks: d[k] = k * 2 + 1
    d.attr = 4
    return d
@case(lambda: (T(), sdict(2, 4)), lambda: (T(), sdict(2, 4)), lambda: (T(), sdict(2, 4, 6)))
def mb_sd_read(x, sd):
    for v in sd.values(): x = x * v
    for k in sd: x = x * k
    for k, v in sd.items(): x = x * k * v
    if 1 in sd: x = x * 2
    else: x = x * 3
    return x * sd.get(2, 0) * sd.get(3, 4) * len(sd) * sd.attr
@case(lambda: (T(), sdict(2, 4)))
def mb_sd_mut(x, sd):
    sd[6] = 14
    for k in sd: x = x * k
    return x * len(sd)
@case()
def mb_sd_ret(x):
    sd = SD(x=5 * x)
    sd["y"] = 10
    return sd
class SID(dict):
    def __setitem__(self, k, v): super().__setitem__(k, v + 1)
@case()
def mb_sd_set(x):
    sd = SID(x=5 * x)
    sd["y"] = 10
    return sd
class RD(dict):
    def __iter__(self): return reversed(list(self.keys()))
@case(lambda: (T(), RD({"foo": 1, "bar": 2})), lambda: (T(), RD({"foo": 1, "bar": 2})))
def mb_rd(x, d):
    d.sample = 1
    d["baz"] = 4
    return x * d["foo"] * d["bar"]
@case(lambda: (T(), {2: 4, 3: 5}), lambda: (T(), {3: 5, 2: 4}), lambda: (T(), {2: 4, 3: 5}))
def mb_order(x, d):
    for k, v in d.items(): x = x * k + v
    return x
def od(*ks):
    d = OrderedDict()
    for k in ks: d[k] = k + 2
    d.move_to_end(ks[0])
    return d
@case(lambda: (T(), od(2, 3)), lambda: (T(), od(3, 2)))
def mb_od_vals(x, d):
    y = 0
    for i, v in enumerate(d.values()):
        if i == 0: y += torch.sin(x * v)
        else: y += torch.cos(x * v)
    return y
@case(lambda: (T(), {"a": 2, "b": 3, "c": 5}), lambda: (T(), {"a": 2, "b": 3, "d": 10}),
      lambda: (T(), {"b": 3, "a": 2}))
def mb_lazykey(x, d): return x * d["a"]
@case(lambda: ({"a": T(), "b": T()},))
def mb_popmut(d):
    d["c"] = d["a"] + d.pop("b")
    return d
@case(lambda: (T(), {}))
def mb_copyalias(x, d0):
    d1 = d0.copy()
    d1[0] = 1
    return x + 1, d1
class dotdict(dict):
    __getattr__ = dict.get
    __setattr__ = dict.__setitem__
    __delattr__ = dict.__delitem__
@case(lambda: (T(), dotdict({"a": 1, "b": 2})))
def mb_dotdict(x, c): return x * c.get("a", 3)
@case()
def mb_dictviews(x):
    d = {3: x}
    keys = d.keys()
    vals = d.values()
    d[4] = x + 1
    d2 = {3: 2, 4: "aa"}
    return 3 in keys, 5 in keys, d2.keys() == keys, len(vals), keys - {3}, keys & d2.keys(), list(d.items())[0][0]
@case()
def mb_setdefault(x):
    d = {"a": 1}
    d.setdefault("a", 10)
    d.setdefault("c", 3)
    d.setdefault("d")
    return x + d["a"] + d["c"], d["d"] is None
@case()
def mb_ddict(x):
    d = defaultdict(list)
    d["a"].append(x)
    d["b"]
    e = defaultdict(int)
    e["q"] += 3
    f = defaultdict(lambda: x * 2)
    return d["a"][0] + len(d) + e["q"] + f["z"], d, dict(e)
@case()
def mb_ddict_from(x):
    d = defaultdict.fromkeys("ab", 3)
    d.setdefault("c", 10)
    return x + d["c"] + d["a"]
@case()
def mb_fromkeys(x):
    d = dict.fromkeys(["a", "b"], 2)
    e = OrderedDict.fromkeys([1, 2])
    f = {}.fromkeys("xy", x)
    return x + d["a"], e, f["x"]
@case()
def mb_dict_or(x):
    a = {"a": 1, "b": x}
    b = {"b": 2, "c": 3}
    c = a | b
    a |= {"z": 4}
    return x + c["b"] + a["z"], c, list(a)
@case()
def mb_dict_cmp(x): return x + 1, {"a": 1} == {"a": 1}, {"a": 1} != {"a": 2}, {1: 2} == OrderedDict([(1, 2)])
@case()
def mb_dict_rev(x):
    d = {"a": 1, "b": 2, "c": 3}
    return x + 1, list(reversed(d)), list(reversed(d.items())), sorted(d,
        reverse=True), max(d), min(d.values()), sum(d.values())
@case()
def mb_dict_upd(x):
    d = {}
    d.update([("a", 1)], b=2)
    d.update({"c": x})
    d.update(z=4)
    return d["c"] + d["a"], d
@case()
def mb_popitem(x):
    d = {"a": 1, "b": x}
    k, v = d.popitem()
    return v + d["a"], k, d
@case()
def mb_mappingproxy(x):
    m = types.MappingProxyType({"a": 1, "b": 2})
    return x + m["a"] + len(m), list(m.keys())
@case(lambda: (T(), types.MappingProxyType({"a": 1, "b": T()})))
def mb_mapproxy_arg(x, m): return x + m["a"] + m["b"]
class UD(collections.UserDict): pass
@case()
def mb_userdict(x):
    d = UD({"a": 1})
    d["b"] = x
    return d["b"] + d["a"], len(d)
class FakeMap:
    def __init__(self, v):
        self._v = v
        self.keys = lambda: ["a", "b"]
    def __getitem__(self, k): return self._v
def kw(**k): return sum(k.values())
@case()
def mb_kwmap(x): return kw(**{"a": x, "b": 1}), kw(**dict(a=x), c=2)
@case()
def mb_counter(x):
    c = Counter("abracadabra")
    c.update("aa")
    return x + c["a"], c.most_common(1), c["zz"]
@case()
def mb_chainmap(x):
    m = collections.ChainMap({"a": 1}, {"a": 2, "b": 3})
    return x + m["a"] + m["b"]
@case()
def mb_exc1(x):
    try:
        x = torch.sin(x)
        raise NotImplementedError
    except Exception: x = torch.sigmoid(x)
    return x
@case()
def mb_exc2(x):
    try: raise NotImplementedError("no")
    except AssertionError: x = torch.sigmoid(x)
    except NotImplementedError: x = torch.cos(x)
    finally: x = torch.cos(x)
    return x
@case()
def mb_exc3(x):
    for i in range(10):
        if i == 5: return x
        try:
            x = torch.sin(x)
            raise NotImplementedError
        except Exception: x = torch.sigmoid(x)
    return x
def gn_re(x):
    try:
        x = torch.cos(x)
        raise NotImplementedError("n")
    except NotImplementedError:
        x = torch.sigmoid(x)
        raise
@case()
def mb_exc_re(x):
    try:
        x = torch.cos(x)
        gn_re(x)
    except Exception: pass
    return x
@case()
def mb_exc_ctx(x):
    try:
        with torch.no_grad():
            x = torch.sin(x)
            raise NotImplementedError("n")
    except NotImplementedError: x = torch.sigmoid(x)
    return x
class CE(Exception):
    def __init__(self, a, b=None):
        self.a = a
        self.b = b
@case()
def mb_exc_custom(x):
    try: raise CE(1, b=2)
    except CE as e: return x + e.a + e.b, e.args
@case()
def mb_exc_args(x):
    try: raise ValueError(1, 2.0)
    except ValueError as e: return x + e.args[0] + e.args[1], str(e), repr(e)
class GA1:
    def __init__(self): self._b = 20
    def __getattr__(self, n):
        f = "_" + n
        if f in self.__dict__: return self.__dict__[f]
        raise AttributeError(f"{n} absent")
class GB1(GA1):
    def __init__(self): self.a = 10
    def __getattr__(self, n):
        try: return super().__getattr__(n)
        except AttributeError: return 30
@case(lambda: (T(), GB1()))
def mb_getattr_chain(x, o): return x * o.a * o.b * o.c
class ModGA(nn.Module):
    def __init__(self):
        super().__init__()
        self.register_parameter("a", nn.Parameter(torch.ones(4) * 2))
    def __getattr__(self, n):
        try: return super().__getattr__(n)
        except AttributeError:
            if n == "a_copy": return self.a
            raise
    def forward(self, x): return x * self.a * self.a_copy
@build()
def mb_mod_ga(): return ModGA()
class Mk:
    def __init__(self): self.a = 5
    def __getattr__(self, n):
        if n != "a": raise AttributeError("missing")
        return self.__dict__["a"]
@case(lambda: (T(), Mk()))
def mb_hasattr_ga(x, m):
    if hasattr(m, "b"): return x.cos()
    return x.sin()
def zl(*its, fillvalue=None):
    its = [iter(i) for i in its]
    r = []
    while True:
        for it in its:
            try: v = next(it)
            except StopIteration:
                r.append(fillvalue)
                return r
            r.append(v)
@case(lambda: (T(), [1, 2, 3], [10, 11]))
def mb_stopiter(t, x, y): return t + 1, tuple(zl(x, y))
@case()
def mb_exc_raise_out(x):
    x = x + 1
    raise ValueError("woof")
@case(lambda: (T(), {"a": 1}))
def mb_keyerr(x, d):
    try: a = d["b"]
    except KeyError: a = 2
    return x * a
@case(lambda: (T(), Mk()))
def mb_atterr(x, m):
    try: m.zzz
    except AttributeError: return x * 3
    return x
@case()
def mb_from_none(x):
    def get(d, k):
        try: return d[k]
        except KeyError: raise KeyError(k) from None
    try: get({}, "q")
    except KeyError as e: return x + 1, e.__suppress_context__, e.__cause__ is None
@case()
def mb_context(x):
    try:
        try: raise ValueError("a")
        except ValueError: raise TypeError("b")
    except TypeError as e: return x + 1, type(e.__context__).__name__
@case()
def mb_cause(x):
    try:
        try: raise ValueError("a")
        except ValueError as v: raise TypeError("b") from v
    except TypeError as e: return x + 1, type(e.__cause__).__name__
@case()
def mb_zerodiv(x):
    try: 1 / 0
    except ZeroDivisionError as e: return x + 1, str(e)
@case()
def mb_excinfo(x):
    try: raise ValueError("q")
    except ValueError:
        t, v, tb = sys.exc_info()
        return x + 1, t.__name__, str(v)
@case()
def mb_finally_ret(x):
    def f():
        try: return x + 1
        finally: l.append(1)
    l = []
    return f(), l
@case()
def mb_nested_fin(x):
    out = []
    try:
        try: raise KeyError("k")
        finally: out.append("f")
    except KeyError: out.append("k")
    else: out.append("e")
    finally: out.append("z")
    return x + len(out), out
@case()
def mb_exc_group(x):
    class E1(Exception): pass
    try: raise E1
    except E1: return x.sin()
@case()
def mb_gen1(t):
    def w():
        yield 1
        yield 2
        yield 3
    g = w()
    return t + next(g) + next(g) + next(g)
@case()
def mb_gen_inf(t):
    def w():
        i = 0
        while True:
            yield t + i
            i += 1
    return list(zip(range(3), w()))
@case()
def mb_gen_break(t):
    def w():
        yield t.sin()
        torch._dynamo.graph_break()
        yield t.cos()
    g = w()
    a = next(g)
    b = next(g)
    return a + b
@case()
def mb_gen_ret(t):
    def w(t):
        yield t + 1
        yield t + 2
        yield t + 3
    g = w(t)
    next(g)
    return list(g), t.sin()
@case()
def mb_gen_mid(t):
    def w(t):
        yield t.sin()
        yield t.cos()
        yield t.tan()
    g = w(t)
    next(g)
    torch._dynamo.graph_break()
    return t.sin(), list(g)
@case()
def mb_gen_from(t):
    def s(t):
        r = yield t + 1
        yield t + 2
        return 5
    def w(t):
        v = yield from s(t)
        yield t + v
    return list(w(t))
@case()
def mb_gen_send(t):
    def d():
        x = yield t
        while True: x = yield x * 2
    g = d()
    next(g)
    return g.send(t + 1), g.send(3)
@case()
def mb_gen_close(t):
    z = []
    def w():
        try:
            yield t
            yield t + 1
        finally: z.append(1)
    g = w()
    a = next(g)
    g.close()
    return a + len(z), z
@case()
def mb_gen_throw(t):
    def w():
        try: yield t
        except ValueError: yield t + 5
    g = w()
    next(g)
    return g.throw(ValueError("x"))
@case()
def mb_gen_retval(t):
    def w():
        yield t
        return 7
    g = w()
    next(g)
    try: next(g)
    except StopIteration as e: return t + e.value
@case()
def mb_gen_dict(t):
    def w():
        yield 1, t + 1
        yield 2, t + 2
    return dict(w()), OrderedDict(w()), tuple(w())
@case(lambda: (T(), (i for i in range(3))), )
def mb_gen_arg(t, g): return t + next(g)
@case(lambda: (T(), iter([1, 2, 3])), lambda: (T(), iter([1, 2, 3])))
def mb_iter_arg(t, it): return t + next(it)
@case(lambda: (T(), zip([1, 2], [3, 4])), )
def mb_zip_arg(t, z): return [t + a * b for a, b in z]
@case(lambda: (T(), enumerate([1, 2])), )
def mb_enum_arg(t, z): return [t + a * b for a, b in z]
@case(lambda: (T(), range(3)), lambda: (T(), range(4)))
def mb_range_arg(t, r):
    for i in r: t = t + i
    return t
def sub2(a, b): return a - b
class MyCls:
    a = 1
@case(lambda: (T(), T()))
def mc_obj_eq(a, b):
    v = a + b
    if MyCls() == None: return -1
    if MyCls() != None: v = v.sin()
    if MyCls() == MyCls(): return -2
    if MyCls() is MyCls(): return -4
    if MyCls != MyCls: return -3
    return v + 1
@case()
def mc_hasattr_cls(x):
    if hasattr(MyCls, "a"): x = x + 1
    if hasattr(MyCls, "b"): x = x + 2
    return x
@case(lambda: (T(), T()))
def mc_deque(a, b):
    d = deque([a, b])
    d.append(a + 1)
    d.extend([a, b])
    d.insert(0, "foo")
    t = d.pop()
    o = deque([t])
    d.extendleft(o)
    o.clear()
    d.extend(o)
    d[2] = "set"
    d = d.copy()
    d.append(d.popleft())
    return list(d)
@case()
def mc_range_tensor(a): return torch.tensor(range(a.size(0)))
@case(lambda: (T(), T()), lambda: (T(5, 4), T(5, 4)), lambda: (T(6, 4), T(6, 4)))
def mc_range2(x, y):
    r = x + y
    for i in range(x.size(0) + 2): r = r / y
    return r
@case(lambda: (T(3, 10),))
def mc_scores(x):
    s = x.size()[:-1] + (2, 5)
    return x.view(*s).permute(0, 2, 1)
@case()
def mc_is_callable(x):
    return x + 1, callable(lambda: 1), callable(torch.abs), callable(sum), callable(MyCls), callable(x), callable(3)
@case()
def mc_sets(x):
    s = {1, 2, 3}
    t = {3, 4}
    return x + len(s | t), s & t, s - t, s ^ t, s <= {1, 2, 3, 4}, s.isdisjoint(t), 2 in s, sorted(s.union(t, [9]))
@case()
def mc_fset(x):
    a = frozenset([1, 2])
    b = frozenset([2, 3])
    return x + len(a & b), a | b, a == frozenset([2, 1]), hash(a) == hash(frozenset([2, 1]))
@case(lambda: (T(), {1, 2}), lambda: (T(), {1, 2}), lambda: (T(), {1, 2, 3}))
def mc_setarg(x, s): return x.cos() * len(s)
@case(lambda: (T(), {1, 2}))
def mc_setadd(x, s):
    s.add(3)
    s.discard(1)
    return x * len(s)
@case()
def mc_set_tensor(x):
    y = x.add_(1)
    s = {x}
    s.add(y)
    s.add(x + 1)
    return len(s)
@case()
def mc_unpack(x):
    o = (x, x + 1, x + 2, x + 3)
    a, *b, c = o
    *d, e = o
    return a - c / b[0] + d[1] - e
@case()
def mc_tupadd(x):
    o = (x, x + 1)
    o = (None,) + o + (None,)
    return o[1] + o[2], o[0]
@case()
def mc_sorted(x):
    y = [("john", "A", 8), ("jane", "B", 5), ("dave", "B", 10)]
    return x + 1, sorted(y), sorted(y, key=lambda s: s[2]), sorted(y, key=operator.itemgetter(2),
        reverse=True), sorted((1, 10, 3)), sorted({1: "D", 10: "B"}, reverse=True)
@case()
def mc_sort_attr(x):
    l = [types.MethodType, 3]
    m = [5, 2, 9]
    m.sort(key=lambda v: -v)
    return x + m[0], m
@case()
def mc_not_list(a): return not [a + 1], not [], bool([a]), bool({})
@case(lambda: (T(), T()))
def mc_islice(a, b):
    t1 = [a + 1, a + 2]
    t2 = [a + 3, a + 4]
    p, q = list(itertools.islice(itertools.chain(t1, t2), 1, 3))
    return p - q / next(itertools.islice(t1, 1, None))
class NT(NamedTuple):
    first: torch.Tensor
    second: torch.Tensor
    def add(self): return self.first + self.second
    @staticmethod
    def st(): return 1
    @classmethod
    def cm(cls): return cls.__name__
@case(lambda: (T(), T()))
def mc_ntmeth(a, b):
    t = NT(a, b)
    return t.add(), t.st(), t.cm(), hasattr(t, "_asdict"), isinstance(t, tuple)
@case(lambda: (T(10, 10),), lambda: (T(12, 10),))
def mc_fstr(x):
    tmp = f"{x.shape[0]} bar"
    if tmp.startswith("10") and "10" in (tmp + "haha"): return x + 1
    return x - 1, f"{x.shape[0] + x.shape[1]}"
@case()
def mc_fstr2(x):
    y = 1.229
    if f"{y:.2f} bar".startswith("1.23") and f"{x.__class__.__name__} foo".startswith("Tensor"): return x + 1
    return x
@case()
def mc_new(x):
    z = x.new(x.size())
    assert z.size() == x.size()
    return x.new_zeros(2), x.new_ones(x.shape), x.new_full((2,), 3.0), x.new_tensor([1.0])
@case()
def mc_slice_assign(x):
    m = [1, 2, 3, 4]
    m[1:] = [6] * (len(m) - 1)
    m[::2] = [0, 0]
    del m[1:3]
    return x + 1, m
class SmallNN(nn.Module):
    def forward(self, x, y): return F.relu(torch.cat((x, y), dim=1))
@case(lambda: (T(), T()))
def mc_part_mod(x, y):
    m = functools.partial(lambda mod, x, y: mod(x, y), mod=SmallNN())
    return m(x=x, y=y)
@case(lambda: (T(), functools.partial(torch.add, 1)), lambda: (T(), functools.partial(torch.add, 2)),
      lambda: (T(), functools.partial(torch.mul, 2)))
def mc_part_arg(x, f): return f(x)
@case(lambda: (T(), functools.partial(lambda a, b=1: a + b, b=2)),
      lambda: (T(), functools.partial(lambda a, b=1: a + b, b=3)))
def mc_part_arg2(x, f): return f(x), f.keywords["b"]
@case()
def mc_listmul(x):
    return sum(4 * [x]), sum([1, x], 3), sum([]), max(3, 2), min([4, 1]), max([1, 5, 2], key=lambda v: -v)
@case()
def mc_in(x):
    l = [1, 2, x]
    assert 1 in l and 6 not in [1, 2]
    return sum(l)
def dflt(a=torch.zeros(2, 2), *, kx=torch.zeros(1, 2)):
    a.add_(1)
    kx.add_(1)
    return a + 0, kx + 0
def dflt2(dt=torch.float16, ds=torch.Size((1, 2)), dd=torch.device("cpu")): return torch.ones(ds, dtype=dt, device=dd)
@case(lambda: ())
def mc_defaults2(): return dflt2()
@dataclasses.dataclass
class Outp:
    scalar: int = 2
    named: dict = dataclasses.field(default_factory=dict)
    lists: list = dataclasses.field(default_factory=list)
    def scale(self): return self.scalar * 2
@case()
def mc_dataclass(x):
    a = Outp(1)
    s = a.scale()
    b = Outp(5, named={"x": x})
    c = Outp()
    if isinstance(a.named, dict): x = torch.sin(x)
    c.scalar = 6
    c.named["x"] = x
    return c, torch.cos(x) * s + b.named["x"] + c.scalar
@dataclasses.dataclass(frozen=True)
class Fro:
    a: int
    b: torch.Tensor
@case(lambda: (T(), Fro(1, T())), lambda: (T(), Fro(2, T())))
def mc_frozen(x, d): return x * d.a + d.b, dataclasses.replace(d, a=5).a, Fro(3, x).b
@dataclasses.dataclass
class Base0:
    o: int
@dataclasses.dataclass
class Der0(Base0):
    i: list = dataclasses.field(default_factory=list)
    def __post_init__(self): self.z = self.o + 1
class PropC:
    def __init__(self): self._v = 2
    @property
    def v(self): return self._v
    @v.setter
    def v(self, n): self._v = n
    @v.deleter
    def v(self): self._v = 0
    @staticmethod
    def s(x): return x + 1
    @classmethod
    def c(cls, x): return x * cls.K
    K = 3
@case(lambda: (T(), PropC()))
def mc_props(x, o):
    o.v = 5
    y = x * o.v
    del o.v
    return y + o.v, o.s(x), o.c(x), PropC.c(x)
class Cnt:
    n = 0
    def __call__(self, x):
        self.n += 1
        return x * self.n
    def __len__(self): return 3
    def __getitem__(self, i): return i * 2
    def __contains__(self, i): return i == 4
    def __bool__(self): return False
    def __neg__(self): return 7
    def __index__(self): return 2
    def __float__(self): return 1.5
    def __int__(self): return 9
    def __enter__(self): return self
    def __exit__(self, *a): return True
    def __iter__(self): return iter([1, 2])
    def __lt__(self, o): return True
    def __mul__(self, o): return o + 1
    def __rmul__(self, o): return o + 2
    def __matmul__(self, o): return o + 3
    def __iadd__(self, o):
        self.n += o
        return self
    def __str__(self): return "cnt"
    def __hash__(self): return 5
    def __missing__(self): pass
@case(lambda: (T(), Cnt()))
def mc_with_swallow(x, c):
    with c as d:
        x = x + 1
        raise ValueError
    return x + d.n
@contextlib.contextmanager
def cm_plain(l):
    l.append(1)
    try: yield 5
    finally: l.append(2)
@case()
def mc_cm1(x):
    l = []
    with cm_plain(l) as v: x = x + v
    return x + len(l), l
@case()
def mc_cm2(x):
    l = []
    with cm_plain(l) as v:
        x = x + v
        torch._dynamo.graph_break()
        x = x * 2
    return x + len(l), l
@case()
def mc_cm_nested(x):
    l = []
    with cm_plain(l) as a, cm_plain(l) as b: x = x + a + b
    with contextlib.nullcontext(): x = x * 2
    with contextlib.suppress(ValueError): raise ValueError
    return x, l
@case()
def mc_exitstack(x):
    l = []
    with contextlib.ExitStack() as st:
        st.enter_context(cm_plain(l))
        st.callback(l.append, 9)
        x = x + len(l)
    return x, l
@case()
def mc_cm_deco(x):
    l = []
    @cm_plain(l)
    def f(a): return a + 1
    return f(x), l
@case()
def mc_grad_modes(x):
    with torch.no_grad():
        y = x * 2
        with torch.enable_grad(): y = y + 1
        with torch.set_grad_enabled(False): y = y * 3
    return y, torch.is_grad_enabled()
@case()
def mc_grad_break(x):
    with torch.no_grad():
        y = x * 2
        torch._dynamo.graph_break()
        y = y + 1
    return y * 2
@case()
def mc_nograd_deco(x):
    @torch.no_grad()
    def f(a): return (a + 1) * 2
    return f(x)
@case()
def mc_inference(x):
    with torch.inference_mode(): y = x + 1
    return y * 2
@case()
def mc_autocast(x):
    with torch.autocast("cpu", dtype=torch.bfloat16): y = x @ x.t()
    return y.dtype, y.float()
@case()
def mc_autocast_break(x):
    with torch.autocast("cpu", dtype=torch.bfloat16):
        y = x @ x.t()
        torch._dynamo.graph_break()
        y = y @ y
    return y.dtype, y.float()
@case()
def mc_set_grad_fn(x):
    torch.set_grad_enabled(False)
    y = x + 1
    torch.set_grad_enabled(True)
    return y * 2
class MyMode:
    def __enter__(self):
        torch._dynamo.graph_break()
        return 3
    def __exit__(self, *a): return None
@case()
def mc_cm_break_enter(x):
    x = x + 1
    with MyMode() as m: x = x * m
    return x - 1
@case(lambda: (T(), contextlib.nullcontext()))
def mc_cm_arg(x, c):
    with c: x = x + 1
    return x * 2
@case(lambda: (T(), torch.no_grad()))
def mc_cm_arg2(x, c):
    with c: x = x + 1
    return x * 2
main()
