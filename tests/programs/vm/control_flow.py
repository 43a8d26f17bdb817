# generators & exceptions
def g():
    try:
        x = yield 1
        print("got", x)
        y = yield 2
    except ValueError as e:
        print("VE", e)
        yield 99
    finally:
        print("fin")


it = g()
print(next(it))
print(it.send("hi"))
print(it.throw(ValueError("boo")))
try:
    next(it)
except StopIteration as e:
    print("stop", e.value)


def inner():
    r = yield "a"
    print("inner got", r)
    return "ret"


def outer():
    v = yield from inner()
    print("v", v)
    yield from [1, 2]
    return 7


o = outer()
print(next(o), o.send(5), next(o))
try:
    next(o)
except StopIteration as e:
    print(e.value)


def closer():
    try:
        yield 1
    except GeneratorExit:
        print("closing")
        raise


c = closer()
next(c)
c.close()
c.close()


def bad():
    try:
        yield 1
    except GeneratorExit:
        yield 2


b = bad()
next(b)
try:
    b.close()
except RuntimeError as e:
    print(e)


def si():
    yield 1
    raise StopIteration


try:
    list(si())
except RuntimeError as e:
    print(repr(e), repr(e.__cause__))


def tb():
    try:
        1 / 0
    except ZeroDivisionError as e:
        raise KeyError("k") from e


try:
    tb()
except KeyError as e:
    print(repr(e), repr(e.__cause__), e.__suppress_context__)


def ctx():
    try:
        {}["a"]
    except KeyError:
        int("x")


try:
    ctx()
except ValueError as e:
    print(e, repr(e.__context__))


def fin():
    for i in range(3):
        try:
            if i == 1:
                continue
            if i == 2:
                return "r"
        finally:
            print("f", i)


print(fin())


def nested():
    try:
        try:
            raise ValueError(1)
        finally:
            print("inner fin")
    except ValueError as e:
        try:
            raise
        except ValueError as e2:
            print(e2 is e)
    else:
        print("else")


nested()
try:
    raise
except RuntimeError as e:
    print(e)


def handled_in_gen():
    try:
        raise ValueError("in gen")
    except ValueError:
        yield 1
        try:
            raise
        except ValueError as e:
            print("re", e)


h = handled_in_gen()
try:
    raise KeyError("outer")
except KeyError:
    next(h)
    try:
        next(h, None)
    except Exception as e:
        print("x", e)
    try:
        raise
    except KeyError as e:
        print("still", e)


class CM:
    def __init__(s, n):
        s.n = n

    def __enter__(s):
        print("enter", s.n)
        return s

    def __exit__(s, t, v, tb):
        print("exit", s.n, t and t.__name__)
        return s.n == "sup"


with CM("a") as a, CM("sup") as b:
    raise ValueError
try:
    with CM("c"):
        raise KeyError(1)
except KeyError as e:
    print("out", e)


def wr():
    with CM("r"):
        return 5


print(wr())
for i in range(3):
    with CM(i):
        if i == 1:
            break
try:
    raise ValueError("a", 1)
except (KeyError, ValueError) as e:
    print(e, e.args)
try:
    raise 5
except TypeError as e:
    print(e)
try:
    try:
        pass
    except 5:
        pass
    raise ValueError
except ValueError as e:
    print(repr(e))


def f(a, b=2, *c, d, e=5, **k):
    return a, b, c, d, e, k


print(f(1, d=4), f(1, 2, 3, 4, d=5, z=6), f(*[1, 2], **{"d": 3}), f(*(1,), 7, d=0, **{"q": 1}))
for args, kw in (((), {}), ((1,), {}), ((1,), {"d": 1, "a": 2})):
    try:
        f(*args, **kw)
    except TypeError as e:
        print(e)


def p(a, b, /, c):
    pass


for call in (
    lambda: p(1, 2),
    lambda: p(1, b=2, c=3),
    lambda: p(1, 2, 3, 4),
    lambda: p(1, 2, c=3, z=3),
    lambda: (lambda x: x)(),
):
    try:
        call()
    except TypeError as e:
        print(e)


def q(a, b=1):
    pass


def k(*, x, y, z):
    pass


for call in (lambda: q(1, 2, 3), lambda: q(), lambda: k(), lambda: k(1, x=1, y=1, z=1), lambda: k(x=1)):
    try:
        call()
    except TypeError as e:
        print(e)
try:
    None()
except TypeError as e:
    print(e)
try:
    len(5)
except TypeError as e:
    print(e)
for op in (
    lambda: 1 + "a",
    lambda: "a" + 1,
    lambda: [1] + (1,),
    lambda: {} < {},
    lambda: -"a",
    lambda: 1[0],
    lambda: None.x,
    lambda: [1]["a"],
    lambda: (1, 2)[5],
    lambda: {}["k"],
    lambda: 2 ** "a",
    lambda: [] * 1.5,
    lambda: 5 @ 6,
):
    try:
        op()
    except Exception as e:
        print(type(e).__name__, e)
a, *b, c = range(5)
print(a, b, c)
try:
    a, b = 1, 2, 3
except ValueError as e:
    print(e)
try:
    a, b, c = 1, 2
except ValueError as e:
    print(e)
try:
    a, b = 5
except TypeError as e:
    print(e)
try:
    a, *b, c = [1]
except ValueError as e:
    print(e)


def unb():
    print(xx)
    xx = 1


try:
    unb()
except UnboundLocalError as e:
    print(e)


def rec(n):
    return rec(n + 1)


try:
    rec(0)
except RecursionError as e:
    print(e)


def srec(x):
    return sorted([1, 2], key=srec)


try:
    srec(0)
except RecursionError as e:
    print(e)


class EqRec:
    def __eq__(self, o):
        return self == o


try:
    EqRec() == EqRec()
except RecursionError as e:
    print("eq", e)
l = []
for _ in range(100000):
    l = [l]
del l
x = []
x.append(x)
print(x)
d = {}
d["d"] = d
print(d)


class AA:
    def __getattr__(self, n):
        return self.zzz


try:
    AA().b
except RecursionError as e:
    print("ga", e)
e = ValueError("n")
e.add_note("note1")
print(e.__notes__)
try:
    raise e
except ValueError as q:
    print(q.__traceback__.tb_lineno > 0)
print(list(map(lambda x: x + 1, [1, 2])), list(filter(None, [0, 1, 2])), [*zip([1, 2], "ab")])


def defaults(a, l=[]):
    l.append(a)
    return l


print(defaults(1), defaults(2), defaults.__defaults__)


def outer_cl():
    n = 0

    def inc():
        nonlocal n
        n += 1
        return n

    return inc


i = outer_cl()
i()
print(i(), i.__closure__[0].cell_contents, i.__code__.co_freevars)
exec_ns = {}
print((lambda *a, **k: (a, k))(1, *[2, 3], x=1, **{"y": 2}))
try:
    f(1, d=2, **{"d": 3})
except TypeError as e:
    print(e)
try:
    f(**5)
except TypeError as e:
    print(e)
try:
    f(*5)
except TypeError as e:
    print(e)
assert True, "no"
try:
    assert 1 == 2, "msg"
except AssertionError as e:
    print(repr(e))
print(__name__)
import sys

print(sys.argv[1:], sys.maxsize)
try:
    import nosuch.mod
except ModuleNotFoundError as e:
    print(e, e.name)
sys.stdout.write("w\n")
