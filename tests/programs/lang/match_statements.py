# feature: match statements: every kind of pattern, guards, captures, soft keywords, errors at run time
from dataclasses import dataclass


@dataclass
class Point:
    x: int
    y: int = 0


@dataclass
class Circle:
    center: Point
    r: float


class Color:
    RED = "red"
    GREEN = "green"


def f(v):
    match v:
        case None:
            return "none"
        case True | False as b:
            return f"bool {b}"
        case 0 | 1 | 2:
            return "small"
        case -1:
            return "minus one"
        case int(n) if n > 100:
            return f"big {n}"
        case int() | float() as num:
            return f"num {num}"
        case Color.RED:
            return "RED"
        case "hello" "world":
            return "hw"
        case str() as s if s.startswith("x"):
            return "x-" + s
        case str(s):
            return "str " + s
        case []:
            return "empty"
        case [x]:
            return f"one {x}"
        case [1, [a, b], *_]:
            return f"nested {a} {b}"
        case (x, y):
            return f"pair {x} {y}"
        case [first, *mid, last] if len(mid) > 3:
            return f"long {first} {mid} {last}"
        case [_, _, *rest]:
            return f"rest {rest}"
        case {"type": "a", "v": val, **kw}:
            return f"map a {val} {kw}"
        case {"k": [1, *z]}:
            return f"k {z}"
        case {}:
            return "some dict"
        case Point(0, 0):
            return "origin"
        case Point(x, y=yy) if x == yy:
            return f"diag {x}"
        case Point(x=px):
            return f"point {px}"
        case Circle(Point(cx, cy), r=r):
            return f"circle {cx},{cy} {r}"
        case bytes():
            return "bytes"
        case _:
            return f"other {type(v).__name__}"


for v in [
    None,
    True,
    False,
    0,
    2,
    -1,
    500,
    50,
    2.5,
    "red",
    "helloworld",
    "xyz",
    "abc",
    [],
    [5],
    (5,),
    [1, [2, 3], 4, 5],
    [1, [2, 3]],
    (1, 2),
    [1, 2, 3, 4, 5, 6],
    [1, 2, 3],
    {"type": "a", "v": 1, "q": 2},
    {"k": [1, 2, 3]},
    {"z": 1},
    {},
    Point(0, 0),
    Point(3, 3),
    Point(1, 2),
    Circle(Point(1, 2), 3),
    b"x",
    {1},
    range(2),
    range(5),
    object,
]:
    print(repr(v)[:50], "->", f(v))


def g(cmd):
    match cmd.split():
        case ["go", ("north" | "south") as d]:
            print("go", d)
        case ["drop", *objs]:
            for o in objs:
                print("drop", o)
        case ["pick", obj] | ["pick", "up", obj] | ["pick", obj, "up"]:
            print("pick", obj)
        case [("a" | "b") as q, w] | [w, ("c" | "d") as q]:
            print("qw", q, w)
        case [_]:
            print("single")
        case _:
            print("??")


for c in ["go north", "go west", "drop a b", "pick x", "pick up y", "pick z up", "a 1", "2 c", "q", ""]:
    g(c)
match = 5
case = match + 1
print(match, case)
match [1, 2]:
    case [a, b] if a > b:
        print("gt")
    case [a, b]:
        print("le", a, b)
print(a, b)
match 1, 2:
    case 1, x:
        print(x)
match (y := 5):
    case 5:
        print("five", y)
for i in range(5):
    match i:
        case 1:
            continue
        case 3:
            break
        case n:
            print("n", n)


def h(x):
    match x:
        case [Point] if Point:
            return Point
    return "fell"


print(h([3]), h(4))


class A:
    __match_args__ = ("a", "b")

    def __init__(s, a, b):
        s.a, s.b = a, b


match A(1, 2):
    case A(1, b):
        print(b)
try:
    match A(1, 2):
        case A(1, 2, 3):
            pass
except TypeError as e:
    print(e)


class B:
    pass


try:
    match B():
        case B(1):
            pass
except TypeError as e:
    print(e)
try:
    match 3:
        case zz(1):
            pass
except NameError as e:
    print(e)
f = 3
try:
    match 3:
        case f(1):
            pass
except TypeError as e:
    print(e)
try:
    match A(1, 2):
        case A(1, a=1):
            pass
except TypeError as e:
    print(e)
try:
    match 3:
        case int(1, 2):
            pass
except TypeError as e:
    print(e)
match {"a": {"b": [1, {"c": 5}]}}:
    case {"a": {"b": [_, {"c": c}]}}:
        print(c)
match {"x": 1}:
    case {"y": _}:
        print("no")
    case {"x": 1, **rest}:
        print(rest)
from collections import defaultdict, OrderedDict, deque, namedtuple

d = defaultdict(list)
match d:
    case {"a": x}:
        print("has")
    case {}:
        print("dict", dict(d))
match deque([1, 2]):
    case [a, b]:
        print("deque", a, b)
P = namedtuple("P", "x y")
match P(1, 2):
    case P(x=1, y=y):
        print(y)
match P(1, 2):
    case (a, b):
        print(a, b)
match P(1, 2):
    case P(a, 3):
        print("no")
    case P(a, 2):
        print("yes", a)
match "abc":
    case [a, b, c]:
        print("seq")
    case _:
        print("not seq")
match 1.0:
    case 1:
        print("eq")
match True:
    case 1:
        print("true is 1")
from enum import Enum


class E(Enum):
    A = 1
    B = 2


def en(e):
    match e:
        case E.A:
            return "A"
        case E.B:
            return "B"


print(en(E.A), en(E.B), en(3))
from collections.abc import Sequence


class S(Sequence):
    def __len__(self):
        return 2

    def __getitem__(self, i):
        if i > 1:
            raise IndexError
        return i


match S():
    case [a, b]:
        print("S", a, b)
match [1, 2, 3, 4]:
    case [1, *_, 4]:
        print("ends")
match [[1, 2], [3, 4]]:
    case [[a, _], [_, b]]:
        print(a, b)
match (1, (2, (3, 4))):
    case (a, (b, (c, d))):
        print(a, b, c, d)
match {"a": 1, "b": 2}:
    case {"a": int(x), "b": int(y)} if (s := x + y) > 2:
        print(s)


def gen():
    match (yield 1):
        case "a":
            yield "got a"
        case x:
            yield x


it = gen()
next(it)
print(it.send("a"))


def dispatch(event):
    match event:
        case {"kind": "click", "pos": (x, y)}:
            return x, y
        case {"kind": "key", "key": "q" | "Q"}:
            return "quit"
        case {"kind": k}:
            return k


print(
    dispatch({"kind": "click", "pos": [1, 2]}),
    dispatch({"kind": "key", "key": "Q"}),
    dispatch({"kind": "z"}),
    dispatch({}),
)
