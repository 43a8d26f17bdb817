# feature: classes, exceptions, generators, closures and text: graphs and operations per call
# seed: none
import torch, math, functools, itertools, operator, collections, dataclasses, enum, contextlib, copy, types, typing
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
def one(fn, args):
    try:
        return show(fn(*args)) + " <- " + (show(list(args)) if not isinstance(args, dict) else "")
    except Exception as e:
        return "EXC " + type(e).__name__ + ": " + str(e).split("\n")[0][:90]
class V:
    def __init__(self, a, b=2):
        self.a = a
        self.b = b
    def __add__(self, o): return V(self.a + (o.a if isinstance(o, V) else o), self.b)
    def __radd__(self, o): return V(o + self.a, self.b)
    def __iadd__(self, o):
        self.a = self.a + o
        return self
    def __mul__(self, o): return self.a * o
    def __neg__(self): return -self.a
    def __getitem__(self, i): return self.a[i]
    def __setitem__(self, i, v): self.a[i] = v
    def __len__(self): return 3
    def __contains__(self, i): return i == self.b
    def __iter__(self): return iter([self.a, self.a + 1])
    def __call__(self, x): return x * self.b
    def __eq__(self, o): return isinstance(o, V) and self.b == o.b
    def __hash__(self): return hash(self.b)
    def __bool__(self): return self.b > 1
    def __repr__(self): return f"V({self.b})"
    def __lt__(self, o): return self.b < o.b
@case()
def c_make(x):
    v = V(x)
    return v.a + v.b
@case()
def c_add(x): return (V(x) + V(x)).a
@case()
def c_radd(x): return (x.sum() + V(x)).a
@case()
def c_radd_int(x): return (3 + V(x)).a
@case()
def c_iadd(x):
    v = V(x)
    v += 1
    return v.a
@case()
def c_getitem(x): return V(x)[1] + V(x)[0:2].sum()
@case()
def c_setitem(x):
    v = V(x.clone())
    v[0] = 0
    return v.a
@case()
def c_len(x): return x * len(V(x))
@case()
def c_contains(x): return x + 1 if 2 in V(x) else x
@case()
def c_iter(x):
    s = 0
    for t in V(x): s = s + t
    return s
@case()
def c_call(x): return V(None, 4)(x)
@case()
def c_eq(x): return x + (V(1, 2) == V(3, 2))
@case()
def c_dictkey(x):
    d = {V(1, 2): x}
    return d[V(5, 2)]
@case()
def c_bool(x): return x if V(1, 0) else x * 2
@case()
def c_repr(x): return x, repr(V(1, 7)), f"{V(1, 8)!r} {V(1,9)}"
@case()
def c_sorted(x): return [v.a for v in sorted([V(x, 3), V(x * 2, 1)])]
@case()
def c_ret_obj(x): return V(x + 1, 5)
@case(lambda: (V(T(), 3),), lambda: (V(T(), 3),), lambda: (V(T(), 4),))
def c_arg_obj(v): return v.a * v.b
@case(lambda: (V(T(), 3),))
def c_arg_mut(v):
    v.a = v.a + 1
    v.b += 1
    v.c = v.a * 2
    return v.c
class P:
    def __init__(self, x):
        self._x = x
        self.n = 0
    @property
    def x(self):
        self.n += 1
        return self._x
    @x.setter
    def x(self, v): self._x = v * 2
    @classmethod
    def of(cls, x): return cls(x + 1)
    @staticmethod
    def twice(x): return x * 2
@case()
def c_prop(x):
    p = P(x)
    return p.x + p.x, p.n
@case()
def c_prop_set(x):
    p = P(x)
    p.x = x
    return p.x
@case(lambda: (P(T()),))
def c_prop_arg(p):
    p.x = p.x + 1
    return p.x
@case()
def c_classm(x): return P.of(x).x
@case()
def c_static(x): return P.twice(x) + P(x).twice(x)
class Base:
    scale = 3
    def f(self, x): return x * self.scale
    def g(self, x): return self.f(x) + 1
class Derived(Base):
    scale = 4
    def f(self, x): return super().f(x) - 1
    def g(self, x): return super(Derived, self).g(x) * 2
class Multi(Derived, V):
    def __init__(self, a): super().__init__() if False else V.__init__(self, a)
@case()
def c_inherit(x): return Derived().g(x)
@case()
def c_multi(x): return Multi(x).g(x) + Multi(x).a
@case()
def c_type(x): return x * type(Derived()).scale, type(x) is torch.Tensor, type(Derived()).__name__
@case()
def c_clsattr(x):
    Base.extra = 5
    return x * Base.extra
@build()
def c_clsmut():
    class K: n = 0
    def f(x):
        K.n += 1
        return x * K.n
    return f
@case()
def c_isinst(x): return x + isinstance(Derived(), Base) + isinstance(x, (int, torch.Tensor)) + issubclass(Derived, Base)
@case()
def c_hasattr(x):
    d = Derived()
    return x + hasattr(d, "scale") + hasattr(d, "nope") * 2 + getattr(d, "nope", 3)
@case()
def c_setattr(x):
    d = Derived()
    setattr(d, "scale", 9)
    r = d.f(x)
    delattr(d, "scale")
    return r + d.f(x)
@case()
def c_dict_attr(x):
    v = V(x, 6)
    return v.__dict__["b"] * x, list(v.__dict__.keys()), vars(v)["a"]
@case()
def c_dir_class(x): return x, V.__name__, Derived.__mro__[1].__name__, Derived.__bases__[0].__name__
class G:
    def __getattr__(self, n):
        if n.startswith("w"): return 3
        raise AttributeError(n)
@case()
def c_getattr_dunder(x): return x * G().wow + hasattr(G(), "zip")
class GA:
    def __getattribute__(self, n): return object.__getattribute__(self, n)
    y = 5
@case()
def c_getattribute(x): return x * GA().y
class SA:
    def __setattr__(self, n, v): object.__setattr__(self, n, v * 2)
@case()
def c_setattr_dunder(x):
    s = SA()
    s.q = x
    return s.q
class Slots:
    __slots__ = ("a", "b")
    def __init__(self, a):
        self.a = a
        self.b = 1
@case()
def c_slots(x): return Slots(x).a + Slots(x).b
@case(lambda: (Slots(T()),))
def c_slots_arg(s):
    s.b = 7
    return s.a + s.b
class Desc:
    def __get__(self, o, t=None): return 3 if o is None else o.v * 2
    def __set__(self, o, v): o.v = v
class HasD: d = Desc()
@case()
def c_desc(x):
    h = HasD()
    h.d = x
    return h.d + HasD.d
@dataclasses.dataclass
class DC:
    a: torch.Tensor
    b: int = 2
    c: list = dataclasses.field(default_factory=list)
    def tot(self): return self.a * self.b
@dataclasses.dataclass(frozen=True)
class FDC:
    a: int
    b: float = 1.5
@case()
def c_dc(x):
    d = DC(x)
    d.c.append(1)
    return d.tot() + len(d.c)
@case()
def c_dc_ret(x): return DC(x + 1, b=4)
@case(lambda: (DC(T(), 3),), lambda: (DC(T(), 5),))
def c_dc_arg(d):
    d.b = d.b + 1
    return d.tot()
@case()
def c_fdc(x): return x * FDC(2).b + FDC(2, 3.0).a
@case()
def c_fdc_eq(x): return x + (FDC(1) == FDC(1)) + (FDC(1) == FDC(2))
@case()
def c_fdc_key(x): return {FDC(1): x}[FDC(1)]
@case()
def c_dc_replace(x): return dataclasses.replace(DC(x), b=7).tot()
@case()
def c_dc_fields(x): return x, [f.name for f in dataclasses.fields(DC)]
@case()
def c_dc_asdict(x): return dataclasses.asdict(FDC(3)), x + 1
@case()
def c_dc_is(x): return x + dataclasses.is_dataclass(DC)
@case()
def c_dc_frozen(x):
    try: FDC(1).a = 3
    except dataclasses.FrozenInstanceError: return x + 1
    return x
Pt = namedtuple("Pt", ["u", "v"])
class NT(NamedTuple):
    u: torch.Tensor
    k: int = 4
    def s(self): return self.u * self.k
@case()
def c_nt(x):
    p = Pt(x, 2)
    return p.u * p.v + p[1], p
@case()
def c_nt_class(x): return NT(x).s(), NT(x, k=2)._replace(k=3).s(), NT._fields, NT(x)._asdict()["k"]
@case(lambda: (Pt(T(), 2),), lambda: (Pt(T(), 3),))
def c_nt_arg(p):
    u, v = p
    return u * v
class Color(enum.Enum):
    RED = 1
    BLUE = 2
    @property
    def twice(self): return self.value * 2
class IE(enum.IntEnum):
    A = 1
    B = 5
@case()
def c_enum(x): return x * Color.BLUE.value + (Color.RED is Color.RED) + Color.RED.twice, Color.RED.name
@case(lambda: (T(), Color.RED), lambda: (T(), Color.BLUE))
def c_enum_arg(x, c): return x + 1 if c is Color.RED else x - 1
@case(lambda: (T(), Color.RED), lambda: (T(), Color.BLUE))
def c_enum_eq(x, c): return x + 1 if c == Color.RED else x - 1
@case()
def c_enum_iter(x): return x + sum(c.value for c in Color), len(Color)
@case()
def c_intenum(x): return x * IE.B + (IE.A < IE.B)
@case()
def c_enum_key(x): return {Color.RED: x, Color.BLUE: x * 2}[Color.BLUE]
@case()
def c_enum_lookup(x): return x * Color(2).value + Color["RED"].value
class CM:
    def __init__(self, log): self.log = log
    def __enter__(self):
        self.log.append("in")
        return self
    def __exit__(self, *a):
        self.log.append("out")
        return False
@case()
def c_cm(x):
    l = []
    with CM(l) as c: y = x + len(c.log)
    return y + len(l), l
@case()
def c_cm_break(x):
    l = []
    with CM(l):
        y = x + 1
        torch._dynamo.graph_break()
        y = y * 2
    return y, l
@case()
def c_cm_exc(x):
    l = []
    try:
        with CM(l):
            raise ValueError("q")
    except ValueError as e: return x + len(l), str(e)
class It:
    def __init__(self, n): self.n = n
    def __iter__(self): return self
    def __next__(self):
        if self.n == 0: raise StopIteration
        self.n -= 1
        return self.n
@case()
def c_iterclass(x):
    for i in It(3): x = x + i
    return x
@case()
def c_next_default(x):
    i = It(1)
    return x + next(i) + next(i, 10)
@case(lambda: (T(), It(4)))
def c_iter_arg(x, it): return x + next(it), it.n
@case()
def c_list_iter(x): return x + sum(It(4)), list(It(3)), tuple(It(2))
class LS(list):
    def total(self): return sum(self)
@case()
def c_listsub(x):
    l = LS([x, x])
    l.append(x)
    return l.total(), len(l)
class DS(dict):
    def __missing__(self, k): return k * 2
@case()
def c_dictsub(x):
    d = DS()
    d[1] = x
    return d[1] + d[5]
class TS(torch.Tensor): pass
@case()
def c_assub(x): return x.as_subclass(TS) + 1
@case()
def c_new(x):
    class L:
        def __init__(self): self.z = 3
    return x * L().z
class New:
    def __new__(cls, x):
        o = object.__new__(cls)
        o.k = 5
        return o
    def __init__(self, x): self.x = x
@case()
def c_dunder_new(x):
    n = New(x)
    return n.x * n.k
class Fmt:
    def __format__(self, s): return "F" + s
    def __str__(self): return "S"
    def __index__(self): return 1
    def __int__(self): return 4
    def __float__(self): return 2.5
    def __abs__(self): return 6
@case()
def c_fmt(x): return x + int(Fmt()) + float(Fmt()) + abs(Fmt()), f"{Fmt():ab} {Fmt()!s}", str(Fmt())
@case()
def c_index(x): return x[Fmt()], [1, 2, 3][Fmt()]
@case()
def c_matmul_dunder(x):
    class M:
        def __matmul__(self, o): return o * 3
        def __rmatmul__(self, o): return o * 4
        def __getattr__(self, n): return 2
    return M() @ x
@case()
def e_try(x):
    try: x = x + 1
    except ValueError: x = x - 1
    else: x = x * 2
    finally: x = x + 3
    return x
@case()
def e_raise_catch(x):
    try: raise ValueError("bad", 3)
    except (KeyError, ValueError) as e: return x + len(e.args), str(e), type(e).__name__
@case()
def e_nested(x):
    try:
        try: raise KeyError("k")
        finally: x = x + 1
    except KeyError as e: return x, str(e), e.args
@case()
def e_reraise(x):
    try:
        try: raise RuntimeError("a")
        except RuntimeError:
            x = x * 2
            raise
    except RuntimeError as e: return x, str(e)
@case()
def e_from(x):
    try:
        try: raise KeyError("k")
        except KeyError as k: raise ValueError("v") from k
    except ValueError as e: return x, type(e.__cause__).__name__, e.__suppress_context__
class MyE(Exception):
    def __init__(self, m, code):
        super().__init__(m)
        self.code = code
class MyE2(MyE): pass
@case()
def e_custom(x):
    try: raise MyE2("m", 4)
    except MyE as e: return x * e.code, str(e)
def thrower(x, n):
    if n > 2: raise IndexError(n)
    return x + n
@case(lambda: (T(), 1), lambda: (T(), 5))
def e_callee(x, n):
    try: return thrower(x, n)
    except IndexError: return x - 1
@case()
def e_keyerr(x):
    try: return {}["q"]
    except KeyError as e: return x + 1, repr(e)
@case()
def e_indexerr(x):
    try: [1][3]
    except IndexError as e: return x + 1, str(e)
@case()
def e_attrerr(x):
    try: x.nope
    except AttributeError as e: return x + 1
@case()
def e_typeerr(x):
    try: 1 + "a"
    except TypeError as e: return x + 1, str(e)
@case()
def e_zerodiv(x):
    try: 1 / 0
    except ZeroDivisionError as e: return x + 1, str(e)
@case()
def e_stopiter(x):
    it = iter([1])
    next(it)
    try: next(it)
    except StopIteration: return x + 1
@case()
def e_assert(x):
    try: assert 1 == 2, "msg"
    except AssertionError as e: return x + 1, str(e)
@case()
def e_assert_shape(x):
    assert x.shape[0] == 3, "shape"
    return x + 1
@case()
def e_uncaught(x):
    y = x + 1
    raise ValueError("out")
@case()
def e_uncaught_cond(x):
    if x.shape[0] == 3: raise NotImplementedError(f"no {x.shape[0]}")
    return x
@case()
def e_finally_ret(x):
    try: return x + 1
    finally: x = x * 2
@case()
def e_finally_override(x):
    for i in range(3):
        try:
            if i == 1: continue
            x = x + i
        finally: x = x * 2
    return x
@case()
def e_tensor_err(x):
    try: return x @ x
    except RuntimeError as e: return x + 1
@case()
def e_try_break(x):
    try:
        x = x + 1
        torch._dynamo.graph_break()
        x = x + 2
    except ValueError: pass
    return x * 3
@case()
def e_loop_break(x):
    for i in range(3):
        x = x + i
        torch._dynamo.graph_break()
    return x
@case()
def e_else_loop(x):
    for i in range(3):
        if i == 5: break
    else: x = x + 10
    while True:
        x = x + 1
        break
    return x
@case()
def e_suppress(x):
    with contextlib.suppress(ValueError):
        raise ValueError("a")
    return x + 1
@contextlib.contextmanager
def cm(l):
    l.append("in")
    try: yield len(l)
    finally: l.append("out")
@case()
def e_contextmanager(x):
    l = []
    with cm(l) as n: x = x + n
    return x * len(l)
@case()
def e_contextmanager_exc(x):
    l = []
    try:
        with cm(l): raise KeyError("s")
    except KeyError: x = x + len(l)
    return x, l
@case()
def e_nullcontext(x):
    with contextlib.nullcontext(3) as n: return x * n
@case()
def e_exitstack(x):
    with contextlib.ExitStack() as s:
        s.enter_context(torch.no_grad())
        y = x + 1
    return y
@case()
def e_multiwith(x):
    l = []
    with cm(l) as a, cm(l) as b: x = x + a * b
    return x, l
@case()
def e_redirect(x):
    import io
    with contextlib.redirect_stdout(io.StringIO()): pass
    return x + 1
def gen(n):
    for i in range(n): yield i
def gen2(x):
    got = yield x
    while got is not None: got = yield got * 2
    return 7
def gen3(x):
    r = yield from gen(2)
    v = yield from [x, x + 1]
    return 1
@case()
def g_for(x):
    for i in gen(3): x = x + i
    return x
@case()
def g_next(x):
    g = gen(3)
    return x + next(g) + next(g) + sum(g)
@case()
def g_send(x):
    g = gen2(x)
    next(g)
    return g.send(x * 3) + g.send(x)
@case()
def g_yieldfrom(x): return list(gen3(x))
@case()
def g_genexp(x):
    return sum(x * i for i in range(3)), max(i for i in [1, 2]), "".join(c for c in "ab"), tuple(i
        for i in gen(2)), dict((i, x) for i in gen(2))
@case()
def g_close(x):
    g = gen(4)
    next(g)
    g.close()
    return x + len(list(g))
@case()
def g_throw(x):
    def h():
        try: yield 1
        except ValueError: yield 5
    g = h()
    next(g)
    return x * g.throw(ValueError("q"))
@case()
def g_return(x): return gen(3)
@case()
def g_return_tensor(x):
    return (x + i for i in range(2))
@case()
def g_infinite(x):
    def inf():
        n = 0
        while True:
            yield n
            n += 1
    for i in inf():
        if i > 3: break
        x = x + i
    return x
@case()
def g_gen_break(x):
    def h():
        yield x + 1
        torch._dynamo.graph_break()
        yield x + 2
    return sum(h())
@case()
def g_stopvalue(x):
    def h():
        yield 1
        return 9
    g = h()
    next(g)
    try: next(g)
    except StopIteration as e: return x + e.value
@case()
def g_unpack(x):
    a, b, c = gen(3)
    return x + a + b + c, [*gen(2)], print is None
@case()
def f_defaults(x):
    def f(a, b=2, *c, d, e=5, **k): return a * b + sum(c) + d + e + sum(k.values())
    return f(x, d=1), f(x, 3, 4, 5, d=1, z=3), f(*[x, 1], **{"d": 3})
@case()
def f_closure(x):
    fs = [lambda a, i=i: a * i for i in range(3)]
    return [f(x) for f in fs]
@case()
def f_closure_late(x):
    fs = [lambda a: a * i for i in range(3)]
    return fs[0](x)
def outer(n):
    acc = []
    def inner(x):
        acc.append(n)
        return x * n + len(acc)
    return inner
@build(lambda: (T(),), lambda: (T(),))
def f_closure_state(): return outer(3)
@case()
def f_make_closure(x):
    f = outer(4)
    return f(x) + f(x)
@case()
def f_return_closure(x):
    y = x + 1
    def g(a): return a + y
    return g
@case()
def f_recursion(x):
    def fact(n): return 1 if n <= 1 else n * fact(n - 1)
    return x * fact(5)
def even(n): return True if n == 0 else odd(n - 1)
def odd(n): return False if n == 0 else even(n - 1)
@case()
def f_mutual(x): return x + even(4)
@case()
def f_kwonly_err(x):
    def f(a, *, b): return a + b
    try: return f(x, 1)
    except TypeError as e: return x + 1
@case()
def f_attr(x):
    def f(a): return a * f.k
    f.k = 3
    return f(x), f.__name__, f.__qualname__
@case()
def f_callable(x): return x + callable(f_attr) + callable(3)
@case()
def f_star(x): return torch.add(*(x, x), **{"alpha": 2}), torch.stack([*[x], x])
GLOB = 3
GL = [1]
GD = {"a": 1}
@build(lambda: (T(),), lambda: (T(),))
def f_global_mut():
    global GLOB
    GLOB = 3
    def f(x):
        global GLOB
        GLOB += 1
        return x * GLOB
    return f
@build(lambda: (T(),), lambda: (T(),))
def f_global_list():
    GL[:] = [1]
    def f(x):
        GL.append(len(GL))
        return x * GL[-1]
    return f
@build(lambda: (T(),),)
def f_global_dict():
    GD.clear()
    def f(x):
        GD["n"] = x + 1
        GD["m"] = len(GD)
        return x * GD["m"]
    return f
@case()
def s_fstring(x):
    n = 3
    return x, f"{n:03d}|{n!r}|{2.5:.2f}|{'a':>3}|{n=}", "%d %s" % (n, "q"), "{} {a}".format(1, a=2)
@case()
def s_methods(x):
    s = "Hello World"
    return x, s.upper(), s.split(), s.replace("l",
                                              "L"), s.startswith("He"), s.find("o"), "-".join(["a",
                                                  "b"]), s.lower().title(), s.strip("H"), s[::
                                                      -1], s.encode(), len(s), s.count("l"), s.isalpha(
                                                          ), "a" * 3, "a" + "b", s.partition(" "), s.zfill(
                                                              13), s.center(15, "*"), s.rsplit("o",
                                                                  1), ord("a"), chr(98)
@case()
def s_shape_text(x): return x * len(f"{x.shape} {x.dtype} {x.device}"), str(x.dtype), f"{x.ndim}"
@case()
def s_cmp(x):
    return x, "a" < "b", "abc"[1], "b" in "abc", "x" if "a" else "y", int("12"), float("1.5"), str(3), repr(
        "q"), bool(""), hex(255), bin(5), ord("z")
@case()
def m_ternary(x): return x + 1 if x.dim() == 2 else x - 1
@case()
def m_walrus(x):
    if (n := x.shape[0]) > 2: return x * n
    return x
@case()
def m_chained(x): return x + (1 < x.shape[0] < 5) + (not False) + (1 and 2) + (0 or 3)
@case()
def m_del(x):
    y = x + 1
    del y
    y = x
    return y
@case()
def m_unbound(x):
    if x.shape[0] == 9: y = 1
    try: return y
    except UnboundLocalError: return x + 1
@case()
def m_aug(x):
    a = 1
    a += 2
    a **= 2
    a //= 2
    a <<= 1
    a |= 1
    a ^= 2
    a &= 7
    a %= 4
    a -= 1
    return x * a
@case()
def m_int(x):
    return x * (7 // 2) + 7 % 3 + 2 ** 3 + (5 >> 1) + ~3 + abs(-4) + round(2.6) + divmod(7, 2)[1] + pow(2, 3,
        5) + int(2.9) + (3).bit_length()
@case()
def m_id(x): return x + (id(x) == id(x)) + (x is x) + (hash("a") == hash("a"))
@case()
def m_type3(x):
    K = type("K", (), {"v": 3})
    return x * K.v
@case()
def m_import(x):
    import math as mm
    from functools import reduce
    return x * mm.sqrt(4)
@case()
def m_locals(x): return x, sorted(locals().keys())
@case()
def m_globals(x): return x * globals()["GLOB_C"]
GLOB_C = 2
@case()
def m_eval(x): return x + eval("1 + 2")
@case()
def m_print(x):
    y = x + 1
    print("hello", x.shape)
    return y * 2
@case()
def m_sorted_tensor(x): return sorted([2, 1], reverse=True), x
@case()
def m_isinstance_union(x):
    return x + isinstance(3, int | str) + isinstance(x, Optional[int]) if False else x + isinstance(3, (int, str))
@case()
def m_typing_cast(x): return typing.cast(torch.Tensor, x) + 1
@case()
def m_annot(x):
    y: torch.Tensor = x + 1
    z: List[int] = [1]
    return y + z[0]
@case()
def m_nested_fn_break(x):
    def g(a):
        a = a + 1
        torch._dynamo.graph_break()
        return a * 2
    return g(x) + 1
@case()
def m_nested2_break(x):
    def h(a):
        torch._dynamo.graph_break()
        return a + 1
    def g(a): return h(a * 2) * 3
    return g(x) + g(x)

SKIPPED = ['c_assub', 'c_desc', 'c_getattribute', 'c_intenum', 'c_radd', 'e_exitstack', 'e_nested', 'e_redirect',
           'g_return_tensor']
CASES = [c for c in CASES if c[0] not in SKIPPED]
def main():
    for name, make, makers in CASES:
        torch._dynamo.reset()
        fn = make()
        eager = [one(fn, m()) for m in makers]
        log = []

        def backend(gm, ex):
            log.append(sum(1 for n in gm.graph.nodes if "call" in n.op))
            return gm.forward

        c = torch.compile(make(), backend=backend)
        marks = []
        for m, want in zip(makers, eager):
            got = one(c, m())
            marks.append((list(log), got == want))
            log.clear()
        print(name, marks)


main()
