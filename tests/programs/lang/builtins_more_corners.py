from collections import ChainMap


def t(f):
    try:
        print(repr(f()))
    except BaseException as e:
        print(type(e).__name__, e)


c = ChainMap({"a": 1}, {"a": 2, "b": 3})
t(lambda: {"z": 0, "a": 9} | c)
t(lambda: c | {"b": 5})
t(lambda: [1] | c)
t(lambda: ChainMap.fromkeys("ab", 0))
d = ChainMap({"q": 1})
d |= {"q": 2}
print(d)
t(lambda: bytearray(b"it's"))
t(lambda: b"it's")
t(lambda: bytearray(b"'\""))
t(lambda: bytearray(b'"'))


class B(bytearray):
    pass


t(lambda: B(b"x'"))
t(lambda: bytes(5, "ascii"))
t(lambda: bytes("a"))
t(lambda: bytes(b"a", "ascii"))
for s in [
    "match x:\n  case 1j + 2j: pass",
    "match x:\n  case -1j - 2j: pass",
    "match x:\n  case 1 + 2: pass",
    'f"{a[}"',
    'f"{a(}"',
    'f"{a)}"',
    "x = (1,\n2]",
    "(]",
    'f"{(}"',
]:
    try:
        compile(s, "s", "exec")
        print("ok")
    except SyntaxError as e:
        print(e.msg, e.lineno, e.offset)

import random

r = random.Random("seed")
state = r.getstate()
print(state[0], len(state[1]), state[1][-1], state[2])
x = r.random()
r.setstate(state)
print(x == r.random(), r.gauss(0, 1), r.getstate()[2] is not None)
for bad in ((), (1, 2, 3), (3, (1, 2), None), 5):
    t(lambda: r.setstate(bad))
print(
    [s.casefold() for s in ("ﬁ", "ŉ", "İ", "ΑΣ", "ẞ", "ı", "Ꭰ", "ﬀ", "ſ")],
    "ΑΣ".swapcase(),
    "ΑΣ".capitalize(),
    "Α".capitalize(),
    "ΑΣΑ".swapcase(),
)
t(lambda: "%5%|" % ())
t(lambda: "%q" % 1)
t(lambda: "%q" % ())


class Point:
    def distance(self):
        pass


import traceback

try:
    Point.distnce
except AttributeError as e:
    print(traceback.format_exception_only(e)[-1].strip())
