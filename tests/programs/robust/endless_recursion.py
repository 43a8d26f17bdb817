# Endless recursion by every way there is: plain, through sorted, comparisons, attributes, ...
def f(n):
    return f(n + 1)


try:
    f(0)
except RecursionError as e:
    print("RecursionError", str(e)[:32])


def key(x):
    return sorted([x], key=key)[0]


try:
    sorted([1, 2], key=key)
except RecursionError as e:
    print("sorted", type(e).__name__)


class A:
    def __eq__(self, o):
        return self == o

    def __repr__(self):
        return repr(self)

    def __hash__(self):
        return hash(self)

    def __getattr__(self, n):
        return getattr(self, n + "x")

    def __len__(self):
        return len(self)

    def __iter__(self):
        return iter(self)

    def __bool__(self):
        return bool(self)

    def __add__(self, o):
        return self + o

    def __lt__(self, o):
        return self < o

    def __str__(self):
        return str(self)

    def __call__(self):
        return self()

    def __getitem__(self, i):
        return self[i]

    def __contains__(self, i):
        return i in self

    def __format__(self, s):
        return format(self, s)


class B:
    def __enter__(self):
        with self:
            pass

    def __exit__(self, *a):
        pass

    @property
    def p(self):
        return self.p

    def __init__(self):
        B()


a = A()
tests = [
    ("eq", lambda: a == 1),
    ("repr", lambda: repr(a)),
    ("hash", lambda: hash(a)),
    ("getattr", lambda: a.foo),
    ("len", lambda: len(a)),
    ("iter", lambda: list(a)),
    ("bool", lambda: not a),
    ("add", lambda: a + 1),
    ("lt", lambda: a < 1),
    ("str", lambda: str(a)),
    ("call", lambda: a()),
    ("getitem", lambda: a[0]),
    ("contains", lambda: 1 in a),
    ("format", lambda: f"{a}"),
    ("print", lambda: print(a)),
    ("sorted", lambda: sorted([a, a])),
    ("max", lambda: max(a, a)),
    ("in list", lambda: 1 in [a]),
    ("dict", lambda: {a: 1}),
    ("init", lambda: B()),
    ("map", lambda: list(map(lambda x: tests[20][1](), [1]))),
    ("prop", lambda: B.__new__(B).p),
    ("enter", lambda: B.__enter__(B.__new__(B))),
]
for name, t in tests:
    try:
        t()
        print(name, "no error")
    except RecursionError as e:
        print(name, "RecursionError")
    except Exception as e:
        print(name, type(e).__name__, e)


def g(n):
    yield from g(n + 1)


try:
    next(g(0))
except RecursionError as e:
    print("gen RecursionError")
try:
    f(0)
finally:
    print("finally")
