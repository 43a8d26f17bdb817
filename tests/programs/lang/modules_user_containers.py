from collections import *
from dataclasses import dataclass, field
import types

d = defaultdict(list)
d["x"] = d
print(d)
o = OrderedDict()
o["a"] = o
print(o)
q = deque([1])
q.append(q)
print(q)
u = UserDict()
u["s"] = u
print(u)
l = UserList([1])
l.append(l)
print(l)
c = ChainMap({"a": 1})
c["me"] = c
print(c)
n = types.SimpleNamespace(a=1)
n.me = n
print(n)


@dataclass
class Node:
    v: int
    kids: list = field(default_factory=list)
    parent: "Node" = None


a = Node(1)
b = Node(2, parent=a)
a.kids.append(b)
print(a)
print(b)


class DD(defaultdict):
    pass


print(DD(int, a=1), DD(int).copy(), type(DD(int).copy()).__name__)
dd = defaultdict(int, {"a": 1})
dd |= {"b": 2}
print(dd, {"z": 1} | dd, dd | {"a": 5}, type({"z": 1} | dd).__name__)
od = OrderedDict(a=1, b=2, c=3)
print(
    od.pop("a"),
    od.pop("zz", default=5),
    od.setdefault("q", default=3),
    OrderedDict.fromkeys("ab", value=0),
    list(reversed(od)),
    od.popitem(last=False),
    od,
)
print({"x": 1} | od, type({"x": 1} | od).__name__, od | {"x": 1})
od |= {"y": 9}
print(od)
print(
    list(reversed(od.items())),
    list(reversed(od.values())),
    od == dict(od),
    od == OrderedDict(reversed(list(od.items()))),
)
od["b"] = 2
od.move_to_end("b")
od.move_to_end("y", last=False)
print(od)


class OD(OrderedDict):
    def __init__(self, *a, limit=2, **k):
        self.limit = limit
        super().__init__(*a, **k)

    def __setitem__(self, k, v):
        super().__setitem__(k, v)
        while len(self) > self.limit:
            self.popitem(last=False)


x = OD(limit=3)
for i in range(5):
    x[i] = i * i
print(x, x.limit, len(x), x.copy() if False else "")


class UD(UserDict):
    def __setitem__(self, k, v):
        super().__setitem__(str(k), v)

    def __missing__(self, k):
        if isinstance(k, str):
            raise KeyError(k)
        return self[str(k)]

    def __contains__(self, k):
        return str(k) in self.data


ud = UD({1: "a"}, b=2)
ud[5] = 6
print(
    ud,
    5 in ud,
    ud[5],
    ud.get(9),
    len(ud),
    list(ud),
    ud.copy(),
    ud == {"1": "a", "b": 2, "5": 6},
    ud.pop("5"),
    ud.popitem(),
    UD.fromkeys([1, 2], 0),
    ud | {"k": 1},
    {"k": 1} | ud,
)
try:
    ud["nope"]
except KeyError as e:
    print("KeyError", e)
ud.clear()
print(ud, bool(ud), isinstance(ud, dict), ud.keys(), ud.items())
from collections.abc import *

print(
    isinstance(ud, MutableMapping),
    isinstance({}.keys(), KeysView),
    isinstance({}.items(), MappingView),
    isinstance({}.values(), ValuesView),
    isinstance(UserList(), MutableSequence),
    isinstance(UserString("a"), Sequence),
)


class UL(UserList):
    def append(self, x):
        super().append(x * 2)


ul = UL([3, 1, 2])
ul.append(5)
ul += [7]
ul.sort(reverse=True)
print(
    ul,
    ul * 2,
    2 * ul,
    ul + [1],
    [1] + ul,
    ul[1:3],
    type(ul[1:3]).__name__,
    ul.copy(),
    ul.count(1),
    ul.index(3),
    ul.pop(),
    ul == [10, 7, 3, 2],
    ul < [11],
    len(ul),
    3 in ul,
    list(reversed(ul)),
)
ul.clear()
ul.extend(x for x in "ab")
ul.insert(1, "z")
ul.remove("a")
ul.reverse()
print(ul, ul != ["b", "z"])
del ul[0]
ul *= 3
print(ul)
us = UserString("Hello")
print(
    us,
    repr(us),
    us + " w",
    us.upper(),
    us[1],
    us[1:3],
    us * 2,
    len(us),
    "ell" in us,
    us == "Hello",
    us.replace("l", "L"),
    hash(us) == hash("Hello"),
    us.split("l"),
    us.encode(),
    int(UserString("12")),
    us < "J",
    "%s" % us,
)
print(
    [] == UserList(),
    Counter("abc") == Counter("cba"),
    Counter(a=1) <= Counter(a=2),
    Counter(a=1, b=0) == Counter(a=1),
    +Counter(a=-1, b=2),
    -Counter(a=-1),
    Counter(a=3) - Counter(a=1),
    Counter("aab") & Counter("ab"),
    Counter("a") | Counter("bb"),
    Counter("abca").most_common(1),
    Counter(a=2).total(),
    list(Counter(a=2, b=1).elements()),
)
c = Counter("abracadabra")
c.subtract("aaa")
c.update({"z": 3})
del c["nope"]
print(c, c.copy(), sorted(c.items()))
print(
    ["k"] & {"k": 1}.keys(),
    {"a"} | {"b": 1}.keys() == {"a", "b"},
    {"a": 1}.keys() - ["a"],
    [("a", 1)] & {"a": 1}.items(),
)


class Recent(OrderedDict):
    def __getitem__(self, key):
        value = super().__getitem__(key)
        self.move_to_end(key)
        return value


recent = Recent(a=1, b=2)
recent["a"]
print(recent)
