# list/tuple/dict/set
l = list(range(10))
del l[2:5]
print(l)
l[1:3] = ["a", "b", "c", "d"]
print(l)
l[::2] = [0] * len(l[::2])
print(l)
del l[::3]
print(l)
l[2:2] = [9, 9]
print(l)
l[-1:] = []
print(l)
l[::-1] = list(l)
print(l)
l += (1, 2)
print(l)
l *= 2
print(l)
print(
    [3, 1, 2].index(1),
    [1, 2, 3].pop(1),
    sorted([3, 1, 2], reverse=True),
    sorted("bca", key=str.upper),
    sorted([(1, "b"), (1, "a"), (0, "z")], key=lambda t: t[0]),
    sorted([(1, "b"), (1, "a"), (0, "z")], key=lambda t: t[0], reverse=True),
)
a = [1, 2]
a.append(a)
print(a)
t = (1, [2])
t[1].append(t)
print(t)
d = {}
d["d"] = d
print(d)
print(
    (1,),
    (),
    (1, 2) + (3,),
    (1, 2) * 2,
    (1, 2, 3)[::-1],
    (1, 2, 1).count(1),
    (1, 2).index(2),
    (1, 2) < (1, 3),
    (1, 2) == (1, 2),
    hash((1, 2)) == hash((1, 2)),
    tuple("ab"),
    (3, "a") in [(3, "a")],
)
d = {"a": 1, "b": 2}
print(
    d.keys(),
    d.values(),
    d.items(),
    list(d),
    d.get("z"),
    d.get("z", 0),
    d.pop("a"),
    d.pop("z", None),
    d.setdefault("c", []),
    d,
    len(d),
    "b" in d,
)
d.update({"x": 1}, y=2)
d.update([("z", 3)])
print(
    d,
    d | {"q": 0},
    d.popitem(),
    d.copy() is d,
    dict.fromkeys("ab"),
    dict.fromkeys([1, 2], 0),
    dict(a=1, **{"b": 2}),
    dict([(1, 2)]),
    dict(zip("ab", [1, 2])),
)
d |= {"k": 9}
print(
    d,
    {**d, "b": 0},
    d == dict(reversed(list(d.items()))),
    list(reversed(d)),
    {1: "a", 1.0: "b", True: "c"},
    d.keys() & {"b", "k"},
    d.keys() - {"b"} == {"c", "x", "y", "k"},
    sorted(d.keys() ^ {"b", "new"}),
    ("b", 2) in d.items(),
    d.keys() >= {"b"},
    {"b"} <= d.keys(),
    d.keys() == set(d),
)
try:
    for k in d:
        d[k + "!"] = 1
except RuntimeError as e:
    print(e)
try:
    for k in list(d):
        del d[k]
    print(d)
    d["gone"]
except KeyError as e:
    print(repr(e), e)
s = {3, 1, 2}
print(
    s,
    {10, 5, 100, 33, 7},
    set(range(20)),
    {i * i for i in range(12)},
    frozenset([1, 2]),
    set(),
    frozenset(),
    {1.5, 2, "a"} == {"a", 2, 1.5},
)
print(
    {-1, -2, 0},
    {100, 200, 300, 400, 500, 600},
    set([64, 32, 16, 8, 0]),
    {1, 2} | {3, 70},
    {1, 2, 3} & {2, 3, 4},
    {1, 2, 3} - {2},
    {1, 2} ^ {2, 3},
    {2**61, 2**62, 5},
    {(1, 2), (3, 4)} == {(3, 4), (1, 2)},
)
s = set(range(5))
s.discard(2)
s.add(40)
s.add(33)
s.remove(0)
print(s, s.pop(), s, len(s))
s.update([1, 2], (77,))
s.intersection_update({1, 77, 4})
print(s, s.issubset({1, 4, 77, 9}), s.isdisjoint([5]), s.union([0]), s.symmetric_difference([4, 5]), s.difference([4]))
x = {n % 50 for n in range(0, 1000, 7)}
print(x)
y = set()
for n in [50, 18, 3, 99, 1, 65, 129, 18, 42]:
    y.add(n)
print(
    range(5),
    range(1, 10, 2),
    list(range(10, 0, -3)),
    range(5)[1:3],
    range(10)[::-2],
    len(range(0, 10, 3)),
    4 in range(0, 10, 2),
    range(3) == range(0, 3, 1),
    range(0) == range(2, 1),
    range(10).index(4),
    range(0, 10, 3)[-1],
    list(reversed(range(3))),
    hash(range(3)) == hash(range(0, 3)),
    range(10).count(3),
    5.0 in range(6),
    slice(1, 2),
    slice(None, None, -1),
    slice(1, 10, 2).indices(5),
)
print(
    list(zip([1, 2, 3], "ab")),
    list(map(lambda x, y: x + y, [1, 2], [3, 4])),
    list(filter(None, [0, 1, "", "a"])),
    list(enumerate("ab", start=1)),
    dict(enumerate("ab")),
    sum([0.1] * 10),
    sum([1, 2.5, True]),
    sum([[1], [2]], []),
    sum([0.1, 0.2, 0.3]),
    max([1, 5, 3]),
    min("b", "a"),
    max([], default=None),
    max([1, -5], key=abs),
    any([]),
    all([]),
    abs(-2.5),
    divmod(-7, 3),
    divmod(7.5, 2),
    pow(2, 10, 1000),
    pow(3, -1, 7),
    round(2.5),
    round(3.5),
    round(-2.5),
    round(2.675, 2),
    round(1234.5678, -2),
    round(1250, -2),
    round(15, -1),
    round(25, -1),
    round(1e300, 2),
    round(0.5),
    round(1.005, 2),
    round(5e-324, 3),
    round(-0.4),
    round(-0.45, 1),
)
print(
    bin(10),
    oct(8),
    hex(-255),
    chr(8364),
    ord("€"),
    callable(len),
    callable(3),
    isinstance(True, int),
    isinstance(1, (str, int)),
    isinstance(1, int | str),
    issubclass(bool, int),
    type(1) is int,
    hash(1) == hash(1.0) == hash(True),
    hash(2**61 - 1),
    hash(-1),
    hash(0.5),
    hash(1e300),
    hash(10**30),
    hash(None) == hash(None),
    id(l) == id(l),
)
print(
    2**100,
    -(2**100) // 7,
    2**100 % 97,
    (-(2**100)) % 97,
    10**30 // 10**10,
    2**64 >> 3,
    1 << 70,
    (2**70) & (2**65 - 1),
    -5 >> 1,
    -5 // 2,
    -5 % 3,
    5 % -3,
    ~5,
    5 ^ 3,
    -(2**70) >> 3,
    (-(2**70)) | 5,
    (-(2**70)) & (2**66),
    7 // 2.0,
    -7 // 2.0,
    -7 % 2.5,
    2**0.5,
    2**-1,
    (-2) ** 3,
    0**0,
    1e308 * 10,
    10**20 / 3,
    2**1000 / 2**999,
    (2**53 + 1) / 1,
    1 / 3,
    (10**400) // (10**399),
    int("9" * 40) * int("8" * 40),
    3**200,
)
print(
    float(10**22),
    1e22,
    1e21,
    123456789012345680.0,
    0.1 + 0.2,
    1e-5,
    0.0001,
    1.0e5,
    5e-324,
    2.2250738585072014e-308,
    1.7976931348623157e308,
    100.0,
    1e16,
    9007199254740993,
    float(9007199254740993),
    (0.1).as_integer_ratio(),
    (0.5).is_integer(),
    (2.0).is_integer(),
    (255).bit_length(),
    (10).bit_count(),
    (-7).__abs__(),
    (5).to_bytes(2, "big"),
    int.from_bytes(b"\x01\x00", "big"),
    (3.7).__round__(),
    int(1e20),
    1e20 == 10**20,
    2**63,
    -(2**63),
    2**63 - 1,
    -(-(2**63)),
    abs(-(2**63)),
    (2**63) - 1 == 9223372036854775807,
)
