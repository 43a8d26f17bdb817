# Recursion in native code over nested data works or raises RecursionError, whatever asks.
import functools
import itertools
import time
import types

N = 100000


def tried(what, run):
    try:
        run()
        print(what, "done")
    except RecursionError:
        print(what, "done")
    except (SyntaxError, ValueError) as error:
        print(what, type(error).__name__, str(error)[:60])
    except (OverflowError, ImportError) as error:
        print(what, type(error).__name__)


nested = int
for _ in range(N):
    nested = (nested,)
tried("isinstance", lambda: isinstance("x", nested))
tried("issubclass", lambda: issubclass(str, nested))

branch = iter([1])
for _ in range(N):
    branch = itertools.tee(branch, 1)[0]
tried("tee", lambda: next(branch))

method = types.MethodType(len, [])
for _ in range(3000):
    method = types.MethodType(method, 1)
del method
branch = None

chain = object
for i in range(2000):
    chain = type("C", (chain,), {})
print(len(chain.__mro__), isinstance(chain(), chain))
chain = None

# Names that start with a dot end, too.
for name in ("..x", ".x", "", "itertools..x"):
    tried(repr(name), lambda: __import__(name))

for seconds in (float("nan"), -1, 1e12, float("inf")):
    tried(seconds, lambda: time.sleep(seconds))

tried("decimal literal", lambda: compile("1" * 1000000, "x", "eval"))
tried("float literal", lambda: eval("1." + "1" * 1000000))
print(eval("0x" + "f" * 100000) == (1 << 400000) - 1, eval("-0o" + "7" * 30000) == 1 - (1 << 90000))
print(eval("0b" + "10" * 5000) == int("0b" + "10" * 5000, 0), eval("0xffffffffffffffffffff"))
