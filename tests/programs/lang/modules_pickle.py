import pickle, copyreg, copy, collections, datetime, enum, fractions, io
from dataclasses import dataclass, field

values = [
    None,
    True,
    False,
    0,
    1,
    255,
    256,
    65535,
    65536,
    -1,
    -129,
    2**31 - 1,
    2**31,
    -(2**31),
    -(2**31) - 1,
    10**30,
    -(10**30),
    2**63,
    1.5,
    -0.0,
    float("inf"),
    "",
    "abc",
    "é日本",
    "x" * 300,
    b"",
    b"ab",
    b"q" * 300,
    (),
    (1,),
    (1, 2),
    (1, 2, 3),
    (1, 2, 3, 4),
    [],
    [1],
    [1, 2],
    {},
    {"a": 1},
    {"a": 1, "b": [1]},
    set(),
    {1},
    {1, 2},
    frozenset(),
    frozenset([1]),
    ...,
    NotImplemented,
    type(None),
    int,
    len,
    print,
    range(3),
    slice(1, 2, 3),
    1 + 2j,
    bytearray(b"ab"),
    ["a", "a", ("a", "b")],
    collections.OrderedDict(a=1),
    collections.Counter("aab"),
    collections.defaultdict(list, {"a": [1]}),
    collections.deque([1, 2], maxlen=3),
    ValueError("x", 1),
    KeyError("k"),
    Exception,
    list(range(1500)),
    {i: str(i) for i in range(1100)},
]
same = 0
for v in values:
    d = pickle.dumps(v)
    back = pickle.loads(d)
    ok = repr(back) == repr(v) and type(back) is type(v)
    if not ok:
        print("differs", repr(v)[:60], repr(back)[:60])
    print(repr(v)[:20], len(d), d[:24] if len(d) < 400 else d[2:20])


class A:
    def __init__(self, x):
        self.x = x

    def __eq__(self, o):
        return type(o) is type(self) and o.__dict__ == self.__dict__


class S:
    __slots__ = ("a", "b")


class St:
    def __init__(self):
        self.a, self.cache = 1, {}

    def __getstate__(self):
        s = self.__dict__.copy()
        del s["cache"]
        return s

    def __setstate__(self, s):
        self.__dict__.update(s)
        self.cache = "restored"


class R:
    def __init__(self, n):
        self.n = n

    def __reduce__(self):
        return (R, (self.n + 1,))


class N:
    def __new__(cls, a, *, b):
        self = super().__new__(cls)
        self.v = (a, b)
        return self

    def __getnewargs_ex__(self):
        return (self.v[0],), {"b": self.v[1]}


class L(list):
    pass


class D(dict):
    pass


class I(int):
    pass


class T(tuple):
    pass


class E(enum.Enum):
    X = 1
    Y = "y"


P = collections.namedtuple("P", "x y")


@dataclass
class DC:
    a: int
    b: list = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class FS:
    a: int


class Err(Exception):
    def __init__(self, a):
        super().__init__(a)
        self.extra = a * 2


def f(x):
    return x


print(pickle.dumps(A(1)))
a = A([1])
two = pickle.loads(pickle.dumps([a, a]))
print(two[0] is two[1], two[0] == a)
s = S()
s.a = 1
t = pickle.loads(pickle.dumps(s))
print(t.a, hasattr(t, "b"))
st = pickle.loads(pickle.dumps(St()))
print(st.a, st.cache)
print(pickle.loads(pickle.dumps(R(1))).n, pickle.loads(pickle.dumps(N(1, b=2))).v)
l = L([1, 2])
l.tag = "t"
m = pickle.loads(pickle.dumps(l))
print(m, m.tag, type(m).__name__)
d = D(a=1)
d.tag = 5
m = pickle.loads(pickle.dumps(d))
print(m, m.tag)
print(
    pickle.loads(pickle.dumps(I(5))),
    type(pickle.loads(pickle.dumps(I(5)))).__name__,
    pickle.loads(pickle.dumps(T((1, 2)))),
    pickle.loads(pickle.dumps(P(1, 2))),
    pickle.loads(pickle.dumps(DC(1, [2]))),
    pickle.loads(pickle.dumps(E.X)) is E.X,
)
e = pickle.loads(pickle.dumps(Err(2)))
print(repr(e), e.extra)
print(pickle.loads(pickle.dumps(f)) is f, pickle.loads(pickle.dumps(A)) is A, pickle.loads(pickle.dumps(a.__eq__))(a))
rec = [1]
rec.append(rec)
r2 = pickle.loads(pickle.dumps(rec))
print(r2[1] is r2, r2)
cyc = A(None)
cyc.x = cyc
c2 = pickle.loads(pickle.dumps(cyc))
print(c2.x is c2)
tup = ([],)
tup[0].append(tup)
t2 = pickle.loads(pickle.dumps(tup))
print(t2[0][0] is t2)
print(
    pickle.loads(
        pickle.dumps(
            (
                datetime.date(2020, 1, 2),
                datetime.datetime(2020, 1, 2, 3, 4),
                datetime.timedelta(1, 2),
                datetime.time(1),
                datetime.timezone.utc,
                fractions.Fraction(1, 3),
            )
        )
    )
)
for bad in (
    lambda: pickle.dumps(lambda: 1),
    lambda: pickle.dumps((i for i in [])),
    lambda: pickle.loads(b""),
    lambda: pickle.loads(b"abc"),
    lambda: pickle.dumps(type("Q", (), {})()),
    lambda: pickle.loads("x"),
    lambda: pickle.loads(pickle.dumps([1, 2])[:-3]),
    lambda: pickle.dumps(open),
    lambda: pickle.dumps(io),
):
    try:
        print(type(bad()))
    except Exception as x:
        print(type(x).__name__, str(x).split(" at 0x")[0])


def local():
    class Q:
        pass

    try:
        pickle.dumps(Q())
    except Exception as x:
        print(type(x).__name__, x)
    try:
        pickle.dumps(lambda: 1)
    except Exception as x:
        print(type(x).__name__, x)


local()


class Pt:
    def __init__(self, x):
        self.x = x


copyreg.pickle(Pt, lambda p: (Pt, (p.x * 10,)))
print(pickle.loads(pickle.dumps(Pt(2))).x, copy.copy(Pt(3)).x)
buf = io.BytesIO()
pickle.dump({"w": [1, 2]}, buf)
pickle.dump("next", buf)
buf.seek(0)
print(pickle.load(buf), pickle.load(buf))
try:
    pickle.load(buf)
except EOFError as x:
    print("EOF", x)
print(
    object().__reduce_ex__(4)[1],
    A(1).__reduce_ex__(2)[1:3],
    A(1).__getstate__(),
    S().__getstate__(),
    object().__getstate__(),
    s.__getstate__(),
)


class G(A):
    def __getstate__(self):
        return {**super().__getstate__(), "extra": 1}


print(pickle.loads(pickle.dumps(G(1))).__dict__, copy.copy(G(2)).__dict__)


class Persist(pickle.Pickler):
    def persistent_id(self, o):
        return ("key", o.x) if isinstance(o, A) else None


class Load(pickle.Unpickler):
    def persistent_load(self, pid):
        return "loaded " + str(pid)


buf = io.BytesIO()
Persist(buf).dump([A(1), 2])
buf.seek(0)
print(Load(buf).load())
print(
    pickle.HIGHEST_PROTOCOL,
    pickle.DEFAULT_PROTOCOL,
    pickle.loads(b"\x80\x02]q\x00(K\x01X\x01\x00\x00\x00aq\x01e."),
    pickle.loads(pickle.dumps([1], protocol=5)),
    pickle.loads(pickle.dumps(bytearray(b"z"), 5)),
)
