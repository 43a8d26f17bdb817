import functools
import itertools
import collections
import dataclasses
import contextlib
import enum
import operator
import copy
import typing
import io
import json
import math
import random
import heapq
import bisect
import string
import textwrap
import statistics
import types
import warnings
import abc
from dataclasses import dataclass, field
from collections import *


@dataclass
class P:
    x: int
    y: int = 0
    tags: list = field(default_factory=list, repr=False)


print(
    P(1),
    P(1, 2) == P(1, 2),
    P(1) != P(2),
    P(x=3).tags,
    dataclasses.asdict(P(1, 2, [3])),
    dataclasses.replace(P(1), y=9),
    dataclasses.astuple(P(1)),
    [f.name for f in dataclasses.fields(P)],
)
for f in (lambda: P(), lambda: P(1, 2, 3, 4), lambda: P(1, z=3), lambda: P(1, x=2)):
    try:
        f()
    except TypeError as e:
        print(e)


@dataclass(frozen=True, order=True)
class Q:
    a: int
    b: str = "z"


print(Q(1) < Q(2), sorted([Q(2), Q(1, "b"), Q(1, "a")]), hash(Q(1)) == hash(Q(1)), {Q(1): 2}[Q(1)])
try:
    Q(1).a = 2
except dataclasses.FrozenInstanceError as e:
    print(type(e).__name__, e)


@dataclass
class R(P):
    z: float = 1.5

    def __post_init__(self):
        self.w = self.x * 2


print(R(1, 2, [], 3.0), R(5).w)
Pt = namedtuple("Pt", "x y", defaults=[7])
p = Pt(1)
print(
    p, p.x, p._replace(x=5), p._asdict(), Pt._fields, Pt(y=1, x=2), p == (1, 7), Pt._make([1, 2]), isinstance(p, tuple)
)
x, y = p
print(x, y, p[0], len(p))
for f in (lambda: Pt(), lambda: Pt(1, 2, 3), lambda: Pt(1, z=2)):
    try:
        f()
    except TypeError as e:
        print(e)


class NT(typing.NamedTuple):
    a: int
    b: str = "d"

    def both(self):
        return f"{self.a}{self.b}"


print(NT(1), NT(1, "c").both(), NT._fields, NT(2)[0], NT(1) == (1, "d"))
dd = defaultdict(list)
dd["a"].append(1)
dd["b"]
print(dd, dict(dd), dd.get("zz"), defaultdict(int, {"a": 1})["q"])
c = Counter("mississippi")
print(
    c,
    c.most_common(2),
    c["z"],
    c + Counter("miss"),
    c - Counter("iiii"),
    sum(c.values()),
    sorted(c.elements())[:3],
    Counter(a=1) | Counter(a=3, b=2),
    Counter({"x": 0}),
)
od = OrderedDict([("a", 1), ("b", 2)])
od.move_to_end("a")
print(od, od.popitem(last=False), list(od))
dq = deque([1, 2, 3], maxlen=3)
dq.append(4)
dq.appendleft(0)
print(dq, dq.pop(), dq.popleft(), dq, len(dq))
dq.extend([7, 8, 9])
dq.rotate(1)
print(dq, dq[0], 8 in dq, list(reversed(dq)), deque("ab") == deque("ab"), deque("abc").index("b"))
print(ChainMap({"a": 1}, {"a": 2, "b": 3})["b"], ChainMap({"a": 1}, {"b": 2}))
it = itertools
print(
    list(it.chain([1], "a")),
    list(it.islice(it.count(5, 2), 3)),
    list(it.repeat(1, 3)),
    list(it.accumulate([1, 2, 3])),
    list(it.accumulate([1, 2, 3], operator.mul, initial=1)),
    list(it.product("ab", [1, 2])),
    list(it.permutations([1, 2, 3], 2)),
    list(it.combinations("abc", 2)),
    list(it.combinations_with_replacement("ab", 2)),
    [(k, list(g)) for k, g in it.groupby("aabbc")],
    list(it.zip_longest([1, 2], "a", fillvalue="-")),
    list(it.takewhile(lambda x: x < 3, [1, 2, 3, 1])),
    list(it.dropwhile(lambda x: x < 3, [1, 2, 3, 1])),
    list(it.starmap(pow, [(2, 3)])),
    list(it.pairwise("abc")),
    list(it.compress("abc", [1, 0, 1])),
    list(it.islice(it.cycle("ab"), 5)),
    list(it.filterfalse(None, [0, 1])),
    [list(t) for t in it.tee([1, 2])],
    list(it.chain.from_iterable(["ab", "c"])),
    list(it.batched("abcde", 2)),
    it.count(3),
    it.repeat("x", 2),
)


@functools.lru_cache(maxsize=None)
def fib(n):
    return n if n < 2 else fib(n - 1) + fib(n - 2)


print(
    fib(30),
    fib.cache_info(),
    functools.reduce(operator.add, [1, 2, 3], 10),
    functools.partial(int, base=2)("101"),
    fib.__name__,
    fib.__wrapped__(1),
)


@functools.total_ordering
class V:
    def __init__(self, v):
        self.v = v

    def __lt__(self, o):
        return self.v < o.v

    def __eq__(self, o):
        return self.v == o.v


print(V(1) <= V(2), V(1) > V(2), V(1) >= V(1), sorted([3, 1, 2], key=functools.cmp_to_key(lambda a, b: b - a)))


@functools.singledispatch
def show(x):
    return "obj"


@show.register
def _(x: int):
    return "int"


@show.register(list)
def _(x):
    return "list"


print(show(1), show([]), show("s"), show(True))


class Color(enum.Enum):
    RED = 1
    GREEN = "g"
    ALIAS = 1


print(
    Color.RED,
    repr(Color.GREEN),
    Color(1),
    Color["GREEN"],
    list(Color),
    Color.RED is Color.ALIAS,
    Color.RED.name,
    Color.GREEN.value,
    len(Color),
    Color.RED in Color,
    Color,
    type(Color.RED),
    {Color.RED: 1},
    Color.RED == 1,
    f"{Color.RED}",
)
try:
    Color(5)
except ValueError as e:
    print(e)


class N(enum.IntEnum):
    A = enum.auto()
    B = enum.auto()


print(N.A, repr(N.B), N.A < N.B, N.A + 1, N.B == 2, [10, 20, 30][N.A], sorted([N.B, N.A]), f"{N.A:03d}", int(N.B))


class F(enum.Flag):
    R = 1
    W = 2
    X = 4


print(F.R | F.W, F.R in (F.R | F.X), repr(F.R & F.W), ~F.R, bool(F.R & F.X), list(F.R | F.X), F(3))


@contextlib.contextmanager
def cm(n):
    print("enter", n)
    try:
        yield n * 2
    except ValueError as e:
        print("caught", e)
    finally:
        print("exit", n)


with cm(1) as v:
    print(v)
with cm(2):
    raise ValueError("boo")
with contextlib.suppress(KeyError):
    {}["x"]
with contextlib.ExitStack() as st:
    print([st.enter_context(cm(i)) for i in range(2)])
buf = io.StringIO()
with contextlib.redirect_stdout(buf):
    print("hidden", 1)
print(repr(buf.getvalue()))


class Shape(abc.ABC):
    @abc.abstractmethod
    def area(self):
        ...


class Sq(Shape):
    def area(self):
        return 4


print(Sq().area(), isinstance(Sq(), Shape))
try:
    Shape()
except TypeError as e:
    print(e)


class Meta2(metaclass=abc.ABCMeta):
    @property
    @abc.abstractmethod
    def p(self):
        ...

    @abc.abstractmethod
    def q(self):
        ...


try:
    Meta2()
except TypeError as e:
    print(e)
a = [1, [2, 3], {"k": (4, [5])}]
b = copy.deepcopy(a)
b[1].append(9)
b[2]["k"][1].append(6)
print(a, b, copy.copy(a)[1] is a[1])


class Node:
    def __init__(self):
        self.me = self
        self.l = [1]


n = copy.deepcopy(Node())
print(n.me is n, n.l)
print(
    json.dumps({"a": [1, 2.5, None, True], "b": {"c": "é\n"}}),
    json.dumps([1, {"x": 2}], indent=2),
    json.loads('{"a": [1, 2.0, "x\\u00e9", null, true]}'),
    json.dumps({"b": 1, "a": 2}, sort_keys=True, separators=(",", ":")),
)
print(
    operator.itemgetter(1, 0)("ab"),
    operator.attrgetter("real")(3),
    operator.methodcaller("upper")("a"),
    operator.add.__name__,
)
random.seed(42)
print(
    random.random(),
    random.randint(1, 100),
    random.choice("abc"),
    random.sample(range(100), 5),
    random.uniform(1, 2),
    random.gauss(0, 1),
    random.randrange(0, 100, 7),
    random.choices([1, 2, 3], k=3),
    random.getrandbits(40),
    random.normalvariate(0, 1),
    random.choices("ab", [1, 9], k=4),
)
l = list(range(10))
random.shuffle(l)
print(l)
r = random.Random(7)
print(r.random(), r.randint(0, 10**20))
random.seed("abc") if 0 else None
h = [5, 1, 4]
heapq.heapify(h)
heapq.heappush(h, 0)
print(h, heapq.heappop(h), heapq.nsmallest(2, h), heapq.nlargest(1, h), list(heapq.merge([1, 3], [2])))
print(bisect.bisect([1, 2, 2, 3], 2), bisect.bisect_left([1, 2, 2], 2))
print(string.ascii_lowercase, string.Template("$a ${b}").substitute(a=1, b=2))
print(textwrap.fill("the quick brown fox jumps over the lazy dog", 16))
print(textwrap.dedent("  a\n    b\n"))
print(
    statistics.mean([1, 2, 4]),
    statistics.median([1, 3, 2, 4]),
    statistics.stdev([1, 2, 3, 4]),
    statistics.mode([1, 1, 2]),
    statistics.pvariance([1.5, 2.5]),
    statistics.variance([1, 2, 3]),
)
with warnings.catch_warnings(record=True) as w:
    warnings.simplefilter("always")
    warnings.warn("hey")
    warnings.warn("dep", DeprecationWarning)
    print([(str(x.message), x.category.__name__) for x in w])
T = typing.TypeVar("T")


class Stack(typing.Generic[T]):
    def __init__(self):
        self.items = []


print(Stack[int]().items, isinstance(Stack(), Stack), T)
