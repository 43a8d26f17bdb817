# Objects, containers and classes of the program under capture.
import torch
import torch._dynamo
import torch._dynamo.testing
import torch.nn.functional as F
import copy, math, collections, functools, itertools, operator, enum, dataclasses, contextlib, typing
from typing import NamedTuple, List, Dict, Optional
from collections import namedtuple, defaultdict, OrderedDict, deque
from torch import nn

def show(v, depth=0):
    if depth > 4:
        return "..."
    if isinstance(v, torch.Tensor):
        if v.dtype.is_floating_point:
            t = [round(float(q), 3) + 0.0 for q in v.detach().reshape(-1)[:6].float()]
        else:
            t = v.detach().reshape(-1)[:6].tolist()
        return f"T{list(v.shape)}{str(v.dtype)[6:]}{'g' if v.requires_grad else ''}{t}"
    if isinstance(v, tuple) and hasattr(v, "_fields"):
        return type(v).__name__ + "(" + ", ".join(f"{k}={show(x, depth+1)}" for k, x in zip(v._fields, v)) + ")"
    if isinstance(v, torch.Size):
        return "Size" + str(list(v))
    if isinstance(v, (list, tuple, deque)):
        return type(v).__name__ + "(" + ", ".join(show(x, depth+1) for x in v) + ")"
    if isinstance(v, dict):
        return type(v).__name__ + "{" + ", ".join(f"{show(k, depth+1)}: {show(x, depth+1)}" for k, x in v.items()) + "}"
    if isinstance(v, (set, frozenset)):
        return type(v).__name__ + "{" + ", ".join(sorted(show(x, depth+1) for x in v)) + "}"
    if isinstance(v, float):
        return f"{v:.5g}"
    if isinstance(v, (int, str, bool, type(None), torch.dtype, torch.device, slice, range)):
        return repr(v)
    if isinstance(v, type):
        return "class " + v.__name__
    if isinstance(v, enum.Enum):
        return str(v)
    if callable(v) and not isinstance(v, nn.Module) and not hasattr(v, "__dict__"):
        return "callable"
    if hasattr(v, "__dict__") and not callable(v):
        return type(v).__name__ + "<" + ", ".join(f"{k}={show(x, depth+1)}" for k, x in sorted(v.__dict__.items())
                                                  if not k.startswith("__")) + ">"
    return type(v).__name__

class Counter:
    def __init__(self):
        self.frames = 0
        self.ops = 0
        self.names = []
    def __call__(self, gm, inputs):
        self.frames += 1
        names = []
        for n in gm.graph.nodes:
            if "call" in n.op:
                self.ops += 1
                names.append(n.target if isinstance(n.target, str) else getattr(n.target, "__name__", str(n.target)))
        self.names.append(" ".join(names))
        return gm.forward

def run1(fn, args):
    try:
        r = fn(*args)
        return show(r)
    except Exception as e:
        return "EXC " + type(e).__name__ + ": " + str(e).split("\n")[0][:150]

def check(fn, *argsets, dynamic=None, setup=None):
    name = fn.__name__ if hasattr(fn, "__name__") else type(fn).__name__
    if not argsets:
        argsets = ((torch.arange(6.0).reshape(2, 3) - 1.5,),)
    torch._dynamo.reset()
    torch._dynamo.utils.counters.clear()
    c = Counter()
    mem = {}
    e_args = [copy.deepcopy(a) for a in argsets]
    c_args = [copy.deepcopy(a) for a in argsets]
    if setup: setup()
    e = [run1(fn, a) for a in e_args]
    if setup: setup()
    opt = torch.compile(fn, backend=c, dynamic=dynamic)
    g = []
    for a in c_args:
        torch.manual_seed(0)
        g.append(run1(opt, a))
    print(f"[{name}] frames={c.frames} ops={c.ops} breaks={sum(torch._dynamo.utils.counters['graph_break'].values())}")
    for n in c.names:
        print("   G:", n)
    for k in sorted(torch._dynamo.utils.counters['graph_break']):
        print("   B:", k.split("\n")[0][:70])
    for i in range(len(e)):
        if e[i] != g[i]:
            print("   DIFF eager", e[i])
        print("   R:", g[i])
        ea, ca = show(e_args[i]), show(c_args[i])
        if ea != ca:
            print("   ARGS eager", ea)
            print("   ARGS compi", ca)

X = torch.arange(6.0).reshape(2, 3) - 1.5
Y = torch.ones(2, 3) * 2

class Point:
    scale = 2
    def __init__(self, x, y=1):
        self.x = x
        self.y = y
    def add(self): return self.x + self.y
    @property
    def total(self): return self.x * self.y
    @total.setter
    def total(self, v): self.y = v
    @classmethod
    def make(cls, x): return cls(x, cls.scale)
    @staticmethod
    def twice(v): return v * 2
    def __add__(self, o): return Point(self.x + o.x, self.y + o.y)
    def __eq__(self, o): return isinstance(o, Point) and self.y == o.y
    def __hash__(self): return hash(self.y)
    def __len__(self): return 3
    def __getitem__(self, i): return self.x[i]
    def __call__(self, v): return v + self.x
    def __contains__(self, v): return v == self.y
    def __iter__(self): return iter([self.x, self.y])
    def __repr__(self): return f"Point({self.y})"
    def __bool__(self): return self.y > 0
    def __neg__(self): return Point(-self.x, self.y)
    def __lt__(self, o): return self.y < o.y
class Point3(Point):
    scale = 5
    def __init__(self, x, y, z):
        super().__init__(x, y)
        self.z = z
    def add(self): return super().add() + self.z
class Mixin:
    def hello(self): return "hi" + str(self.y)
class Multi(Mixin, Point): pass
def f_obj_new(x): return Point(x, 3).add()
def f_obj_prop(x):
    p = Point(x)
    p.total = 7
    return p.total, p.y
def f_obj_cls(x): return Point.make(x).add(), Point3.make.__name__ if False else 1, Point.twice(x), Point(x).twice(3)
def f_obj_inherit(x):
    return Point3(x, 1, 2).add(), isinstance(Point3(x, 1, 2), Point), issubclass(Point3, Point), Point3.scale
def f_obj_ops(x):
    p = Point(x) + Point(x, 2)
    return p.x, p == Point(x, 3), p != Point(x, 9), len(p), p[0], p(x), 3 in p, list(p), str(p), bool(p), (-p).x, f"{p}"
def f_obj_ret(x): return Point(x + 1)
def f_obj_multi(x): return Multi(x).hello(), Multi(x).add(), [c.__name__ for c in Multi.__mro__]
def f_obj_attr(x):
    p = Point(x)
    setattr(p, "foo", 3)
    r = getattr(p, "foo"), getattr(p, "bar", 9), hasattr(p, "foo"), hasattr(p,
        "bar"), p.__class__.__name__, type(p).__name__
    del p.foo
    return r, hasattr(p, "foo"), x + 1
def f_obj_dict(x):
    p = Point(x, 4)
    return sorted(p.__dict__.keys()), p.__dict__["y"], vars(p)["x"] + 1
def f_obj_arg(x, p): 
    p.y = p.y + 1
    p.n = x * 2
    return p.add()
def f_obj_arg_read(x, p): return x + p.y, p.total
def f_obj_list(x):
    ps = [Point(x, i) for i in range(3)]
    return sum(p.y for p in ps) + x, [p.add() for p in ps if p]
def f_obj_dictkey(x):
    d = {Point(x, 1): 5}
    return d[Point(x, 1)] + x
class WithSlots:
    __slots__ = ("a", "b")
    def __init__(self, a):
        self.a = a
        self.b = 2
def f_slots(x): 
    w = WithSlots(x)
    return w.a + w.b
class Getattr:
    def __init__(self): self.d = {"k": 3}
    def __getattr__(self, n):
        if n in self.d: return self.d[n]
        raise AttributeError(n)
def f_getattr_hook(x):
    g = Getattr()
    return x + g.k, getattr(g, "zz", 4), hasattr(g, "k")
class SetattrHook:
    def __setattr__(self, n, v): object.__setattr__(self, n, v * 2)
def f_setattr_hook(x):
    s = SetattrHook()
    s.v = x
    return s.v
class Desc:
    def __get__(self, obj, typ=None): return obj.base * 3
    def __set__(self, obj, v): obj.base = v
class HasDesc:
    d = Desc()
    def __init__(self): self.base = 2
def f_descriptor(x):
    h = HasDesc()
    h.d = 5
    return x + h.d
class CtxMan:
    def __init__(self, l): self.l = l
    def __enter__(self):
        self.l.append("in")
        return self
    def __exit__(self, *a):
        self.l.append("out")
        return False
def f_ctx(x):
    l = []
    with CtxMan(l) as c:
        x = x + 1
        c.l.append("mid")
    return x, l
class Swallow:
    def __enter__(self): return 1
    def __exit__(self, t, v, tb): return t is ValueError
def f_ctx_swallow(x):
    with Swallow():
        raise ValueError("q")
    return x + 1
@contextlib.contextmanager
def cm(v):
    yield v + 1
def f_contextmanager(x):
    with cm(x) as y:
        return y * 2
@contextlib.contextmanager
def cm_try(l):
    l.append(1)
    try:
        yield 5
    finally:
        l.append(2)
def f_contextmanager2(x):
    l = []
    with cm_try(l) as k, cm(3) as q:
        x = x + k + q
    return x, l
def f_nullcontext(x):
    with contextlib.nullcontext(3) as k:
        return x + k
def f_suppress(x):
    with contextlib.suppress(KeyError):
        {}["a"]
    return x + 1
def f_exitstack(x):
    l = []
    with contextlib.ExitStack() as st:
        st.enter_context(CtxMan(l))
        x = x + 1
    return x, l
NT = namedtuple("NT", ["a", "b"])
class NT2(NamedTuple):
    a: int
    b: int = 3
    def s(self): return self.a + self.b
def f_namedtuple(x):
    t = NT(x, 2)
    u = NT2(x)
    a, b = t
    return t.a + t.b + a, u.s(), t._replace(b=5), u._asdict()["b"], NT2._fields, t[0], NT._make([x, 1])
def f_namedtuple_arg(x, t): return t.a * t.b + x, t
@dataclasses.dataclass
class DC:
    a: int
    b: float = 2.0
    c: list = dataclasses.field(default_factory=list)
    def prod(self): return self.a * self.b
@dataclasses.dataclass(frozen=True)
class FDC:
    a: int
    b: int = 4
@dataclasses.dataclass
class DCPost:
    a: int
    t: int = dataclasses.field(init=False)
    def __post_init__(self): self.t = self.a + 1
def f_dataclass(x):
    d = DC(x)
    d.c.append(3)
    d.b = 5
    return d.prod(), d.c, d
def f_dataclass_frozen(x):
    d = FDC(3)
    try:
        d.a = 4
    except dataclasses.FrozenInstanceError as e:
        return x + 1, str(e)
def f_dataclass_eq(x): return DC(1) == DC(1), DC(1) == DC(2), x + FDC(2).b, FDC(1) == FDC(1)
def f_dataclass_arg(x, d): return x * d.b + d.a
class Color(enum.Enum):
    RED = 1
    GREEN = "g"
    @property
    def nice(self): return self.name.lower()
class IE(enum.IntEnum):
    A = 1
    B = 2
def f_enum(x):
    return x + Color.RED.value, Color.RED is Color.RED, Color("g").name, Color[
        "RED"].nice, Color.RED == Color.GREEN, [c.name for c in Color], IE.B + 1, IE.A < IE.B
def f_enum_arg(x, c):
    if c == Color.RED: return x + 1
    elif c is Color.GREEN: return x - 1
def f_enum_dict(x):
    d = {Color.RED: 1, Color.GREEN: 2}
    return x + d[Color.RED]
def f_defaultdict(x):
    d = defaultdict(list)
    d["a"].append(x)
    d["a"].append(1)
    d["b"].extend([2])
    i = defaultdict(int)
    for c in "hello": i[c] += 1
    return d, dict(i), x + i["l"]
def f_ordereddict(x):
    d = OrderedDict([("a", x), ("b", 2)])
    d.move_to_end("a")
    d["z"] = 1
    return list(d), d, d.popitem(last=False)
def f_deque(x):
    d = deque([1, 2, 3], maxlen=3)
    d.append(x)
    d.appendleft(9)
    d.rotate(1)
    return list(d), d.pop(), d.popleft(), len(d)
def f_deque_arg(x, d):
    d.append(x)
    d.popleft()
    return x + d[0]
def f_counter(x):
    c = collections.Counter("hello")
    return x + c["l"], c.most_common(1), c["zz"]
def f_chainmap(x):
    c = collections.ChainMap({"a": 1}, {"b": 2})
    return x + c["b"] + c["a"]
class MyList(list):
    def first(self): return self[0]
class MyDict(dict):
    def foo(self): return self["a"]
class MyTuple(tuple):
    def s(self): return sum(self)
def f_mylist(x):
    l = MyList([x, 2])
    l.append(3)
    return l.first(), l, len(l), isinstance(l, list)
def f_mydict(x):
    d = MyDict(a=x)
    d["b"] = 3
    return d.foo(), d, len(d)
def f_mytuple(x):
    t = MyTuple((1, 2))
    return t.s() + x, t
def f_mylist_arg(x, l):
    l.append(x)
    return l.first() + x
def f_local_class(x):
    class A:
        k = 3
        def m(self, v): return v * self.k
    return A().m(x)
def f_type3(x):
    T = type("T", (), {"z": 3})
    return T().z + x
def f_class_attr_mut(x):
    Point.scale = 9
    r = x + Point.scale
    Point.scale = 2
    return r
G_CNT = 0
G_LIST = [1, 2]
G_DICT = {"a": 1}
def f_global(x):
    global G_CNT
    G_CNT += 1
    return x + G_CNT
def f_global_list(x):
    G_LIST.append(3)
    return x + len(G_LIST)
def f_global_dict(x):
    G_DICT["b"] = x
    return x + G_DICT["a"], len(G_DICT)
def f_func_attr(x):
    f_func_attr.calls = getattr(f_func_attr, "calls", 0) + 1
    return x + 1
def f_inner_func_attr(x):
    def g(): return g.k
    g.k = 3
    return x + g()
def deco(fn):
    @functools.wraps(fn)
    def w(*a, **k): return fn(*a, **k) * 2
    return w
@deco
def decorated(x): return x + 1
def f_decorated(x): return decorated(x), decorated.__name__
def f_deco_in(x):
    @deco
    def q(y): return y - 1
    return q(x)
@functools.lru_cache(maxsize=None)
def cached(n): return n * 2
def f_lru(x): return x + cached(4)
def f_methods_bound(x):
    p = Point(x)
    m = p.add
    return m(), Point.add(p), m.__self__ is p, m.__name__
def f_callable(x): return callable(x), callable(len), callable(Point), callable(Point(x)), callable(lambda: 1), x + 1
def f_id_is(x):
    y = x
    l = [x]
    return x is y, l[0] is x, x + 1 is x, None is None, x + 2
def f_eq_none(x): return x == None if False else 1, x is None, x is not None, x + 1
P0 = Point(torch.ones(2, 3), 4)
for f in [v for k, v in list(globals().items()) if k.startswith("f_")]:
    if f is f_obj_arg: check(f, (X, Point(torch.ones(3), 2)), (X, Point(torch.ones(3), 2)))
    elif f is f_obj_arg_read:
        check(f, (X, Point(torch.ones(3), 2)), (X, Point(torch.ones(3), 2)), (X, Point(torch.ones(3), 5)))
    elif f is f_namedtuple_arg: check(f, (X, NT(2, 3)), (X, NT(X, 3)))
    elif f is f_dataclass_arg: check(f, (X, DC(2)), (X, DC(2)), (X, DC(3, 4.0)))
    elif f is f_enum_arg: check(f, (X, Color.RED), (X, Color.GREEN), (X, Color.RED))
    elif f is f_deque_arg: check(f, (X, deque([1, 2])), (X, deque([X, X])))
    elif f is f_mylist_arg: check(f, (X, MyList([1, 2])))
    elif f in (f_global, f_global_list, f_global_dict):
        def reset_g():
            global G_CNT
            G_CNT = 0
            G_LIST[:] = [1, 2]
            G_DICT.clear()
            G_DICT["a"] = 1
        check(f, (X,), (X,), setup=reset_g)
    else: check(f)
