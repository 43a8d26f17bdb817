# feature: the classes of collections.abc: what they leave to be written, what they give, whom they know
from collections.abc import *

for c in (
    MutableSequence,
    MutableSet,
    Generator,
    Coroutine,
    AsyncGenerator,
    Sequence,
    Mapping,
    MutableMapping,
    Set,
    Iterator,
    Iterable,
    Sized,
    Container,
    Hashable,
    Callable,
    Collection,
    Reversible,
    Awaitable,
    AsyncIterable,
    AsyncIterator,
):
    print(c.__name__, sorted(c.__abstractmethods__))
    try:
        type("X", (c,), {})()
    except TypeError as e:
        print(e)
for c in (MutableSequence, MutableSet, Generator, Coroutine, KeysView, ItemsView, ValuesView, Mapping, MappingView):
    print([k.__name__ for k in c.__mro__], c.__slots__, type(c))


class S(MutableSequence):
    def __init__(self, *a):
        self.d = list(a)

    def __len__(self):
        return len(self.d)

    def __getitem__(self, i):
        return self.d[i]

    def __setitem__(self, i, v):
        self.d[i] = v

    def __delitem__(self, i):
        del self.d[i]

    def insert(self, i, v):
        self.d.insert(i, v)


s = S(1, 2, 3)
s.append(4)
s += [5]
s.reverse()
print(list(s), s.pop(), s.index(3), s.count(2), 4 in s, list(reversed(s)), len(s), s.d)
s.remove(4)
s.extend(s)
print(s.d)
s.clear()
print(s.d)
for f in (
    lambda: MutableSequence.insert(s, 0, 1),
    lambda: Mapping.__getitem__({}, 1),
    lambda: s.pop(),
    lambda: s.remove(3),
    lambda: Sized[int],
    lambda: Iterable[int],
    lambda: Mapping[str, int],
    lambda: Callable[[int], str],
    lambda: Sized.__len__(3),
    lambda: Generator.throw(3, ValueError),
    lambda: Generator.throw(3, ValueError, ValueError("x")),
    lambda: Iterator.__next__(3),
):
    try:
        print(f())
    except Exception as e:
        print(type(e).__name__, e)


class P(Sequence):
    pass


class Q(P):
    def __len__(self):
        return 0


for c in (P, Q):
    try:
        c()
    except TypeError as e:
        print(e)


class M(Mapping):
    __slots__ = ("d",)

    def __init__(self, d):
        self.d = d

    def __getitem__(self, k):
        return self.d[k]

    def __iter__(self):
        return iter(self.d)

    def __len__(self):
        return len(self.d)


m = M({"a": 1})
print(
    m.get("z", 3),
    "a" in m,
    dict(m),
    m == {"a": 1},
    list(m.items()),
    {**m},
    hasattr(m, "__dict__"),
    m.keys() & {"a"},
    ("a", 1) in m.items(),
    1 in m.values(),
)


@Sequence.register
class R:
    pass


print(
    isinstance(R(), Sequence),
    issubclass(R, Sequence),
    isinstance([], Sequence),
    isinstance("", Sequence),
    isinstance({}, Mapping),
    isinstance(set(), MutableSet),
    isinstance(frozenset(), MutableSet),
    isinstance(3, Iterable),
    isinstance((x for x in []), Generator),
    isinstance(len, Callable),
    isinstance(R, Callable),
    isinstance(R(), Callable),
    isinstance([], Hashable),
    isinstance((), Hashable),
    isinstance(R(), Hashable),
    isinstance(iter([]), Iterator),
    isinstance(range(3), Reversible),
    isinstance({}.keys(), KeysView),
    isinstance({}.items(), Set),
    issubclass(list, Sized),
    isinstance(map(len, []), Iterator),
    isinstance(S(), Reversible),
    isinstance({1: 2}, Reversible),
    isinstance({1}, Reversible),
)


class I:
    def __iter__(self):
        return iter([])

    def __len__(self):
        return 0

    def __contains__(self, x):
        return False


class N(I):
    __iter__ = None


print(
    isinstance(I(), Collection),
    isinstance(N(), Iterable),
    isinstance(I(), Sequence),
    isinstance(I(), Sized),
    issubclass(I, Container),
)


class T(Set):
    def __init__(self, it):
        self.s = list(dict.fromkeys(it))

    def __contains__(self, x):
        return x in self.s

    def __iter__(self):
        return iter(self.s)

    def __len__(self):
        return len(self.s)


t = T("abc")
print(
    sorted(t & T("bcd")),
    sorted(t | {"z"}),
    sorted(t - {"a"}),
    sorted(t ^ {"a", "q"}),
    t <= T("abcd"),
    t == set("abc"),
    t.isdisjoint("xyz"),
    {"a"} <= t,
    sorted({"q"} | t),
)
try:
    hash(t)
except TypeError as e:
    print(e)
