# contexts of exceptions thrown into generators and exit stacks; class variables and defaults of dataclasses
from contextlib import *


@contextmanager
def g(exc):
    try:
        yield
    finally:
        raise exc


e1, e2, e3, e4 = [Exception(i) for i in range(1, 5)]
try:
    with ExitStack() as s:
        s.enter_context(g(e4))
        s.enter_context(g(e3))
        s.enter_context(g(e2))
        raise e1
except Exception as e:
    while e:
        print(e)
        e = e.__context__
try:
    with ExitStack() as s:

        @s.callback
        def cb():
            raise KeyError("in callback")

        raise ValueError("body")
except KeyError as e:
    print(repr(e), repr(e.__context__))


def gen():
    try:
        yield 1
    except ValueError as v:
        print("ctx", repr(v.__context__))
        yield 2


i = gen()
next(i)
try:
    raise TypeError("outer")
except TypeError:
    print(i.throw(ValueError("thrown")))
from dataclasses import *
from typing import ClassVar
from collections import defaultdict


@dataclass
class A:
    x: int
    k: ClassVar[int] = field(default=10)
    d: dict = field(default_factory=lambda: defaultdict(list, {"a": [1]}))


a = A(1)
print(a, A.k, asdict(a))
try:

    @dataclass
    class B:
        a: object = bytearray(b"x")

except ValueError as e:
    print(e)


class Un:
    __hash__ = None


try:

    @dataclass
    class B:
        a: object = Un()

except ValueError as e:
    print(e)


def doc():
    "the doc"


class M:
    def m(self):
        """method doc"""


print(M().m.__doc__, M.m.__doc__)
