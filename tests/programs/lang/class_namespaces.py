class Recorder(dict):
    def __init__(self):
        super().__init__()
        self.order = []

    def __setitem__(self, k, v):
        if k in self and not k.startswith("__"):
            raise TypeError(f"{k} defined twice")
        self.order.append(k)
        super().__setitem__(k, v)

    def __missing__(self, k):
        if k.startswith("auto_"):
            self[k] = len(self.order)
            return self[k]
        raise KeyError(k)

    def __delitem__(self, k):
        print("del", k)
        super().__delitem__(k)


class Meta(type):
    @classmethod
    def __prepare__(mcls, name, bases, **kw):
        print("prepare", name, bases, kw, super().__prepare__(name, bases, **kw))
        return Recorder()

    def __new__(mcls, name, bases, ns, **kw):
        cls = super().__new__(mcls, name, bases, dict(ns))
        cls.order = [k for k in ns.order if not k.startswith("__")]
        return cls

    def __init__(cls, name, bases, ns, **kw):
        super().__init__(name, bases, ns)


class A(metaclass=Meta, opt=1):
    x: int = 1
    auto_red
    auto_blue
    y = x + auto_red
    tmp = 5
    del tmp

    def f(self):
        return __class__


print(A.order, A().f(), A.__annotations__, type(A.__dict__).__name__, type.__prepare__())
try:

    class B(metaclass=Meta):
        def f(self):
            pass

        def f(self):
            pass

except TypeError as e:
    print(e)
try:

    class C(metaclass=Meta):
        z = nothere

except NameError as e:
    print(e)


class M2(type):
    def __prepare__(n, b):
        return Recorder()


class D(metaclass=M2):
    q = 1
    w = 2


print(type(vars(D)), D.q, [k for k in D.__dict__ if not k.startswith("_")])
f = lambda: (yield 1)
g = f()
print(next(g))
try:
    g.send(7)
except StopIteration as e:
    print(e.value)
import sys

print(sys.get_int_max_str_digits())
try:
    str(10**4300)
except ValueError as e:
    print(e)
sys.set_int_max_str_digits(5000)
print(len(str(10**4999)))
try:
    int("1" * 5001)
except ValueError as e:
    print(e)
sys.set_int_max_str_digits(0)
print(len(str(10**6000)))
for bad in (5, -1, "x", None):
    try:
        sys.set_int_max_str_digits(bad)
    except Exception as e:
        print(type(e).__name__, e)


def scope():
    class P:
        @property
        def r(self):
            return 1

        w = property(None, lambda s, v: None)

    p = P()
    for go in (lambda: setattr(p, "r", 1), lambda: delattr(p, "r"), lambda: p.w):
        try:
            go()
        except AttributeError as e:
            print(e)


scope()
e = ValueError("x")
e.__notes__ = ["a", "b"]
e.add_note("c")
print(e.__notes__)
e.__notes__ = 5
try:
    e.add_note("d")
except TypeError as x:
    print(x)
for name in ("__cause__", "__context__", "__traceback__"):
    try:
        setattr(e, name, 5)
    except TypeError as x:
        print(x)
s = StopIteration(1)
s.value = 4
print(s.value, s.args)
print(ExceptionGroup[int])


def gen():
    while True:
        try:
            print("sent", (yield))
        except ValueError as v:
            print("caught", repr(v))


import warnings

warnings.simplefilter("ignore")
g = gen()
next(g)
g.throw(ValueError, 1)
g.throw(ValueError, TypeError(1))
g.throw(ValueError, (1, 2))
g.throw(ValueError, ValueError(2), None)
g.throw(ValueError)


class Odd(Exception):
    def __new__(cls):
        return 5


for a in ((ValueError(1), "foo"), (ValueError, "foo", 23), ("abc",), (0,), (list,), (Odd,)):
    g = gen()
    next(g)
    try:
        g.throw(*a)
    except Exception as x:
        print(type(x).__name__, str(x).replace("__main__.", ""))
eg = ExceptionGroup("g", [ValueError(1), TypeError(2)])
for c in (5, lambda x: False, (int,), ValueError, (ValueError, TypeError), len):
    try:
        print(eg.split(c))
    except TypeError as x:
        print(x)
