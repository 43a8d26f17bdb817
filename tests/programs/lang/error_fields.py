# feature: fields of syntax and coding errors, __slots__ and their errors, methods of slots called wrongly
from collections import namedtuple


def show(*calls):
    for call in calls:
        try:
            print(repr(call()))
        except Exception as error:
            print(type(error).__name__ + ":", error)


for source in ("a b", "1 = 2", "(", "f(", "'abc", "[1,2", "lambda: = 1", "x if y", ")"):
    try:
        eval(source)
    except SyntaxError as error:
        print(repr(source), error, "|", error.msg, error.filename, error.lineno, error.offset)
try:
    raise SyntaxError("by hand")
except SyntaxError as error:
    print(error, error.msg, error.lineno, error.args)
for wrong in (lambda: b"ok\xffno".decode(), lambda: "caf\u00e9".encode("ascii"), lambda: b"\xe2\x82".decode()):
    try:
        wrong()
    except UnicodeError as error:
        print(error.encoding, error.object, error.start, error.end, error.reason, "|", error)
print(UnicodeDecodeError("utf-8", b"\xff", 0, 1, "bad"))


class Point(namedtuple("Point", "x y")):
    __slots__ = ()


class Tagged(tuple):
    __slots__ = ()


class Free(tuple):
    pass


def store(target, name):
    return lambda: setattr(target, name, 1)


def clash():
    class C:
        __slots__ = ("x",)
        x = 1


def number():
    class C:
        __slots__ = ("1a",)


free = Free((1,))
free.label = "l"
print(free.label, hasattr(Point(1, 2), "__dict__"), hasattr(free, "__dict__"))
show(store(Point(1, 2), "z"), store(Point(1, 2), "x"), store(Tagged(), "z"), clash, number)
show(
    lambda: [].__len__(1),
    lambda: [].__contains__(),
    lambda: (1).__add__(1, 2),
    lambda: (1).__neg__(2),
    lambda: "a".__eq__(),
    lambda: list.__len__(5),
    lambda: int.__add__("a", 1),
    lambda: str.upper(5),
    lambda: len.__call__([1]),
)
show(
    lambda: [1][1.5:],
    lambda: "ab"["a":],
    lambda: reversed(object),
    lambda: 1 in 5,
    lambda: iter(5, 6),
    lambda: "abc".find(1),
    lambda: "abc".count(),
    lambda: str.maketrans("a", 1),
)
