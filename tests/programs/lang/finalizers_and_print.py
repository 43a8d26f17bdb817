# When __del__ runs: containers, cycles, the end of the program; and what print has written before an argument's
# text fails.
import gc
import sys


class R:
    live = 0

    def __init__(self, name):
        self.name = name
        R.live += 1

    def __del__(self):
        R.live -= 1
        print("del", self.name)


class Bad:
    def __str__(self):
        raise ValueError("no text")


class Loud:
    def __str__(self):
        print("(str)")
        return "loud"

    def __repr__(self):
        print("(repr)")
        return "LOUD"


print("a", Loud(), [Loud()], 1)
try:
    print("value:", 1, Bad(), "never")
except ValueError as e:
    print("caught", e)


class Tee:
    def __init__(self):
        self.parts = []

    def write(self, text):
        self.parts.append(text)

    def flush(self):
        self.parts.append("<flush>")


tee = Tee()
print("hello", 5, file=tee)
print(file=tee)
print("a", "b", sep="", end="", file=tee, flush=True)
old, sys.stdout = sys.stdout, Tee()
print("one", [2])
got, sys.stdout = sys.stdout, old
print(tee.parts, got.parts)

pair = (R("t0"), R("t1"))
pair = None
row = [R("l0"), R("l1")]
del row
row = [R(i) for i in range(5)]
row[1:3] = []
print("sliced", len(row))
del row[1:]
print("cut", len(row))
row += [R("x"), R("y")]
row.clear()
print("cleared")
table = {1: R("d1"), 2: R("d2")}
table.clear()
table = {1: R("e1"), 2: R("e2")}
table = None


def scope():
    a, b = R("a"), R("b")
    try:
        raise ValueError(a.name)
    except ValueError as e:
        return str(e)


print(scope(), R.live)
one, two = R("c1"), R("c2")
one.other, two.other = two, one
del one, two
print("cycle", R.live)
gc.collect()
print("collected", R.live)


def generator():
    held = R("held")
    try:
        yield held.name
    finally:
        print("generator closed")


paused = generator()
print(next(paused))
keep = [R("k0"), R("k1")]
z, y = R("z"), R("y")
boxes = {"a": R("ba"), "b": R("bb")}
nested = [[R("nest")], (R("n0"), R("n1"))]
loop = R("loop")
loop.me = loop


def default(x=R("default")):
    return x


print("end", R.live)
