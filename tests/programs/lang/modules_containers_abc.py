"""Classes built on collections.abc, and the rest of collections."""
from collections import ChainMap, Counter, OrderedDict, deque
from collections.abc import Iterable, Mapping, MutableMapping, MutableSet, Sequence, Set


class Bag(MutableSet):
    def __init__(self, items=()):
        self.items = list(dict.fromkeys(items))

    def __contains__(self, x):
        return x in self.items

    def __iter__(self):
        return iter(self.items)

    def __len__(self):
        return len(self.items)

    def add(self, x):
        if x not in self.items:
            self.items.append(x)

    def discard(self, x):
        if x in self.items:
            self.items.remove(x)

    def __repr__(self):
        return f"Bag({self.items})"


a, b = Bag([1, 2, 3]), Bag([2, 3, 4])
print(a & b, a | b, a - b, a ^ b, a <= b, Bag([1]) < a, a == {1, 2, 3}, a.isdisjoint([9]), a | [7], a >= Bag([1]))
a |= [8]
a -= [1]
a &= [2, 8]
print(a, a.pop(), len(a), isinstance(a, Set), 8 in a)
try:
    a.remove(99)
except KeyError as e:
    print("KeyError", e)


class Lower(MutableMapping):
    def __init__(self, **items):
        self.data = {}
        self.update(items)

    def __getitem__(self, key):
        return self.data[key.lower()]

    def __setitem__(self, key, value):
        self.data[key.lower()] = value

    def __delitem__(self, key):
        del self.data[key.lower()]

    def __iter__(self):
        return iter(self.data)

    def __len__(self):
        return len(self.data)

    def __repr__(self):
        return f"Lower({self.data})"


m = Lower(A=1, b=2)
print(
    m["a"],
    m,
    "B" in m,
    m.get("z"),
    list(m.items()),
    m.keys(),
    m.values(),
    m.items(),
    ("a", 1) in m.items(),
    m.keys() & {"a"},
)
print(m.pop("A"), m.setdefault("c", 5), m.popitem(), m == {"c": 5}, dict(m), len(m.keys()), isinstance(m, Mapping))
for act in (lambda: m.pop("zz"), lambda: m["q"]):
    try:
        act()
    except KeyError as e:
        print("KeyError", e)


class Steps(Sequence):
    def __getitem__(self, i):
        if isinstance(i, slice):
            return [self[k] for k in range(*i.indices(len(self)))]
        if not 0 <= i < 4:
            raise IndexError(i)
        return i * i

    def __len__(self):
        return 4


s = Steps()
print(list(s), 9 in s, s.index(4), s.count(1), list(reversed(s)), s[1:3], isinstance(s, Iterable))
q = deque([1, 2, 3], maxlen=4)
print(q * 2, 2 * deque("ab"), q + deque([7, 8]), q == deque([1, 2, 3]), deque([1]) < deque([2]), q.maxlen)
c = ChainMap({"a": 1}, {"a": 2, "b": 3})
print(c | {"z": 1}, c.pop("a"), c["a"], sorted(c), c.popitem() if c.maps[0] else "empty", isinstance(c, Mapping))
print(
    OrderedDict.fromkeys("ab", 0) == {"a": 0, "b": 0}, Counter("abca") - Counter("a"), sorted(Counter("aab").elements())
)
try:
    Counter.fromkeys("ab")
except NotImplementedError as e:
    print(e)
