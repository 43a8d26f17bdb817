import inspect, functools


def f(a, /, b: int = 2, *args, c, d: str = "x", **kw) -> float:
    pass


s = inspect.signature(f)
print(
    s,
    repr(s),
    s.parameters["b"],
    repr(s.parameters["b"]),
    s.parameters["c"].kind,
    s.parameters["c"].kind.name,
    s.return_annotation,
)
print(s.parameters)
print(inspect.getfullargspec(f))


class C:
    def __init__(self, x, y=1):
        pass

    def m(self, z):
        pass

    @classmethod
    def k(cls, q):
        pass

    @staticmethod
    def st(w):
        pass


class N:
    def __new__(cls, v):
        return object.__new__(cls)


class E:
    pass


print(
    inspect.signature(C),
    inspect.signature(C.m),
    inspect.signature(C(1).m),
    inspect.signature(C.k),
    inspect.signature(C.st),
    inspect.signature(N),
    inspect.signature(E),
)
print(inspect.getfullargspec(C), inspect.getfullargspec(C(1).m))
b = s.bind(1, c=3)
print(b, b.args, b.kwargs)
b.apply_defaults()
print(b)
print(s.bind_partial(1), s == inspect.signature(f), hash(s) == hash(inspect.signature(f)))
for a, k in (((), {}), ((1,), {}), ((1, 2, 3), {"b": 1, "c": 2}), ((1,), {"a": 3, "c": 1})):
    try:
        print(s.bind(*a, **k))
    except TypeError as e:
        print(e)
print(inspect.Parameter.empty, s.parameters["c"].default is inspect.Parameter.empty)
p = s.parameters["c"].replace(default=4)
print(p, s.replace(parameters=[p], return_annotation=inspect.Signature.empty))
print(inspect.signature(functools.partial(f, 1, c=2)))


@functools.wraps(f)
def g(*a):
    pass


print(inspect.signature(g), inspect.signature(g, follow_wrapped=False), inspect.unwrap(g) is f)
try:
    inspect.signature(3)
except TypeError as e:
    print(e)


class Pm:
    @functools.partialmethod
    def q(self):
        pass

    def base(self, a, b):
        return self.__class__.__name__, a, b

    one = functools.partialmethod(base, 1)
    kl = functools.partialmethod(classmethod(lambda c, a: (c.__name__, a)), 5)


print(Pm().one(2), Pm.kl(), Pm.one(Pm(), 7))
print([p.kind < inspect.Parameter.KEYWORD_ONLY for p in s.parameters.values()])


@functools.singledispatch
def kind(x):
    return "any"


@kind.register
def _(x: int | str):
    return "int or str"


@kind.register(list)
def _(x):
    return "list"


for bad in (lambda: kind.register("text", len), lambda: kind.register(lambda x: x), lambda: kind()):
    try:
        bad()
    except TypeError as e:
        print(str(e).split(":")[0])
print(kind(1), kind("a"), kind([]), kind(2.0), kind.dispatch(bool)(0), sorted(t.__name__ for t in kind.registry))


class Shapes:
    @functools.singledispatchmethod
    @classmethod
    def make(cls, x):
        "Makes one."
        return cls.__name__, "any"

    @make.register
    @classmethod
    def _(cls, x: int):
        return cls.__name__, "int"

    @functools.cached_property
    def area(self):
        return 5


print(Shapes.make(1), Shapes().make("a"), Shapes.make.__doc__, Shapes().area, functools.cached_property[int])


@functools.total_ordering
class Size(str):
    def __lt__(self, other):
        return len(self) < len(other)


print(Size("aa") < Size("b"), Size("aa") > Size("b"), Size("aa") >= Size("aaa"))
p = functools.partial(int, base=2)
p.note = "kept"
import copy

q = copy.copy(p)
print(q("101"), q.note, q)


class Mine(functools.partial):
    pass


print(Mine(print, 1, sep="-"), isinstance(q, functools.partial))


@functools.lru_cache(maxsize=None)
def square(x):
    return x * x


square(2), square(2)
print(square.cache_info(), square.cache_info().hits, copy.deepcopy(square) is square, square.cache_parameters())
try:
    functools.lru_cache("no")
except TypeError as e:
    print(e)
