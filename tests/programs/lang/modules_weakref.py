# feature: weak references: identity, callbacks, cycles, slots, functions, dictionaries, sets, methods, proxies,
# finalizers
import gc
import weakref


class Node:
    def __init__(self, name, parent=None):
        self.name = name
        self._parent = weakref.ref(parent) if parent is not None else None
        self.children = []

    @property
    def parent(self):
        return self._parent() if self._parent else None

    def add(self, name):
        child = Node(name, self)
        self.children.append(child)
        return child

    def __repr__(self):
        return f"Node({self.name})"


root = Node("root")
leaf = root.add("a").add("b")
print(leaf.parent, leaf.parent.parent, root.parent)
r = weakref.ref(root)
print(
    r is weakref.ref(root),
    weakref.ref(root, print) is r,
    r == weakref.ref(root, print),
    hash(r) == hash(root),
    r.__callback__,
    weakref.getweakrefcount(root) >= 2,
    type(r).__name__,
)
del root
print(r(), leaf.parent, leaf.parent.parent if leaf.parent else "gone")

log = []
o = Node("o")
refs = [weakref.ref(o, lambda ref, i=i: log.append((i, ref()))) for i in range(3)]
del refs[1]
del o
print(log)


class Slotted:
    __slots__ = ("x",)


class SlottedWeak:
    __slots__ = ("x", "__weakref__")


try:
    weakref.ref(Slotted())
except TypeError as e:
    print(e)
s = SlottedWeak()
print(weakref.ref(s)() is s)
for bad in (1, "a", (1,), [1], {}, None, 2.5, 10**30, range(3), object(), ValueError("x")):
    try:
        weakref.ref(bad)
    except TypeError as e:
        print(e)


def func():
    pass


class L(list):
    pass


l = L([1])
good = [func, len, Node, l, {1}, frozenset([1]), (i for i in ()), weakref, lambda: 0]
print([weakref.ref(g)() is g for g in good])
wl = weakref.ref(l)
del l, good
print(wl())

a, b = Node("a"), Node("b")
a.children.append(b)
b.children.append(a)
ra, rb = weakref.ref(a), weakref.ref(b, lambda _: print("b collected"))
del a, b
gc.collect()
print(ra(), rb())


class Pool:
    cache = weakref.WeakValueDictionary()

    @classmethod
    def get(cls, name):
        found = cls.cache.get(name)
        if found is None:
            found = cls.cache[name] = Node(name)
        return found


x, y = Pool.get("x"), Pool.get("y")
print(Pool.get("x") is x, sorted(Pool.cache), len(Pool.cache), "x" in Pool.cache)
del x
print(sorted(Pool.cache.keys()), list(Pool.cache.items()), "x" in Pool.cache, Pool.cache.get("x", "none"))
try:
    Pool.cache["x"]
except KeyError as e:
    print("KeyError", e)

extra = weakref.WeakKeyDictionary()
k1, k2 = Node("k1"), Node("k2")
extra[k1] = "first"
extra[k2] = "second"
print(extra[k1], len(extra), k2 in extra, sorted(extra.values()))
del k1
print(list(extra.items()), len(extra), extra.pop(k2), len(extra))

live = weakref.WeakSet()
n1, n2 = Node("n1"), Node("n2")
live.add(n1)
live.add(n2)
live.add(n1)
print(len(live), n1 in live, sorted(n.name for n in live))
del n2
print([n.name for n in live], 5 in live)
live.discard(n1)
print(len(live))


class Button:
    def __init__(self):
        self.handlers = []

    def connect(self, m):
        self.handlers.append(weakref.WeakMethod(m))

    def click(self):
        for h in self.handlers:
            m = h()
            print("no handler" if m is None else m())


class View:
    def on(self):
        return "clicked"


v, button = View(), Button()
button.connect(v.on)
button.click()
del v
button.click()

t = Node("t")
p = weakref.proxy(t)
p.extra = 5
print(p.name, t.extra, p.add("kid"), str(p), type(p) is Node, p == t)


class Num:
    def __init__(self, v):
        self.v = v

    def __add__(self, o):
        return self.v + (o.v if hasattr(o, "v") else o)

    def __len__(self):
        return 3

    def __call__(self, k):
        return k * 2

    def __getitem__(self, i):
        return i

    def __bool__(self):
        return False


num = Num(4)
q = weakref.proxy(num)
print(q + 1, q + q, len(q), q(21), q[7], bool(q))
del t
try:
    print(p.name)
except ReferenceError as e:
    print(type(e).__name__, e)

f1 = Node("f1")
fin = weakref.finalize(f1, print, "closing", end="!\n")
print(fin.alive, fin.peek()[0] is f1)
fin()
print(fin.alive, fin())
f2 = Node("f2")
fin = weakref.finalize(f2, lambda *a: print("gone", a), 1, 2)
del f2
print(fin.alive, fin.detach())


class WithDel:
    def __del__(self):
        print("del", self_ref() is self)


w = WithDel()
self_ref = weakref.ref(w, lambda _: print("after del"))
del w


class Node2(Node):
    def __eq__(self, other):
        return self.name == other.name

    def __hash__(self):
        return hash(self.name)


e1, e2 = Node2("same"), Node2("same")
print(weakref.ref(e1) == weakref.ref(e2), weakref.ref(e1) != weakref.ref(e2))


class MyRef(weakref.ref):
    pass


mr = MyRef(e1)
print(mr() is e1, isinstance(mr, weakref.ref), isinstance(mr, weakref.ReferenceType))
