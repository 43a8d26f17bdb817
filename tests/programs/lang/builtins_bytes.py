# feature: bytes and bytearray with their methods, % on bytes, encodings and their error handlers
def show(*calls):
    for call in calls:
        try:
            print(repr(call()))
        except Exception as error:
            print(type(error).__name__ + ":", error)


b = b"hello"
print(
    b,
    b[0],
    b[1:3],
    list(b),
    b + b"x",
    b * 2,
    b"l" in b,
    104 in b,
    len(b),
    b.upper(),
    b.replace(b"l", b"L"),
    b.split(b"l"),
    b.find(b"l"),
    b.hex(),
    bytes.fromhex("68 65"),
    bytes(3),
    bytes([1, 2, 255]),
    bytes("é", "utf-8"),
    b.decode(),
    b.startswith(b"he"),
    b.strip(b"ho"),
    b.join([b"1", b"2"]),
    b.index(b"l"),
    b.count(b"l"),
    b.isalpha(),
    b.title(),
    b.center(9, b"*"),
    b.zfill(7),
    b.partition(b"l"),
    b.rpartition(b"l"),
    b.endswith(b"lo"),
    b.islower(),
)
print(
    b"\x00\n\t\\'\"",
    b"it's",
    repr(b'"'),
    str(b"a"),
    b"a" < b"b",
    b"a" == "a",
    hash(b"a") == hash(b"a"),
    b"abc"[::-1],
    bytes(b"x"),
    bytes(),
    b"%d %s %r" % (1, b"x", "y"),
    b"%x|%5.1f|%c|%%|%a" % (255, 1.5, 65, "é"),
    b"%(a)s" % {b"a": b"v"},
    b"\xff".hex(),
    b"abc".hex(" "),
    b"abc".hex("-", 2),
    b"a,b".split(b","),
    b"a b".split(),
    b"a\nb".splitlines(),
    b"abc".translate(None, b"b"),
    bytes.maketrans(b"a", b"b")[97],
    b.rjust(7),
    b"A".lower(),
    b"ab".swapcase(),
    b"ab".capitalize(),
    b"  x ".lstrip(),
    b"x".isdigit(),
    b.removeprefix(b"he"),
    b.rfind(b"l"),
    b"a\tb".expandtabs(4),
    b.ljust(7, b"."),
)
show(
    lambda: b[10],
    lambda: b + "a",
    lambda: b"a" + 1,
    lambda: bytes([256]),
    lambda: bytes("a"),
    lambda: bytes(-1),
    lambda: bytes.fromhex("zz"),
    lambda: "a" in b,
    lambda: 300 in b,
    lambda: b.split(","),
    lambda: b.join(["a"]),
    lambda: bytes(1.5),
    lambda: b["a"],
    lambda: b.foo,
    lambda: bytes([1, "a"]),
    lambda: b"%d" % "x",
    lambda: b"%s" % "x",
    lambda: b"%s" % 5,
    lambda: b.replace("a", "b"),
    lambda: b.index(b"z"),
    lambda: bytes("a", 5),
    lambda: b < "a",
    lambda: bytes(None),
    lambda: b"%q" % 1,
    lambda: b"%c" % 300,
    lambda: b.find("a"),
    lambda: b"a" % 1,
)


def f():
    b[0] = 1


try:
    f()
except TypeError as x:
    print(x)
a = bytearray(b"hello")
print(a, a[0], a[1:3], list(a), len(a), a + b"x", b"x" + a, a * 2, a == b"hello", bytes(a), a.decode(), a.hex())
a[0] = 72
a.append(33)
a.extend(b"ab")
a.extend([1, 2])
print(a)
a.insert(0, 65)
print(a.pop(), a.pop(0), a)
a.remove(33)
del a[0]
del a[-1:]
print(a)
a[1:3] = b"XYZ"
print(a, a.upper(), a.find(b"X"), a.split(b"X"))
a += b"!"
a *= 2
a.reverse()
print(
    a,
    repr(a),
    str(a),
    bool(bytearray()),
    bytearray(3),
    bytearray([1, 2]),
    bytearray("é", "utf-8"),
    a.copy() == a,
    a is a.copy(),
)
a.clear()
print(
    a,
    bytearray(b"abc").startswith(b"a"),
    bytearray(b"ab") < b"b",
    [x for x in bytearray(b"ab")],
    bytearray.fromhex("ff00"),
    bytearray(b"x").join([b"1", bytearray(b"2")]),
    isinstance(a, bytes),
    b"b" in bytearray(b"abc"),
    98 in bytearray(b"abc"),
    bytearray(b"%d") % 5,
)
show(
    lambda: hash(a),
    lambda: bytearray([256]),
    lambda: a.append(256),
    lambda: a.append("a"),
    lambda: a.pop(),
    lambda: a[0],
    lambda: bytearray("a"),
    lambda: a.remove(1),
    lambda: bytearray(-1),
    lambda: a + "a",
    lambda: {a: 1},
)


def f():
    bytearray(b"abc")[0] = 300


def g():
    bytearray(b"abc")[5] = 3


def h():
    bytearray(b"abc")[0] = "a"


for q in (f, g, h):
    try:
        q()
    except Exception as x:
        print(type(x).__name__, x)
b = bytearray(b"abcdef")
b[::2] = b"XYZ"
print(b)
del b[::2]
print(b, sorted(b), b.index(98), max(b), b.count(b"b"), b.isalpha())

print(
    "h\u00e9llo".encode("utf-16"),
    "a\U0001f600".encode("utf-16-be"),
    "ab".encode("utf-32-le"),
    b"\xff\xfea\x00".decode("utf-16"),
)
print(
    "\u00e9".encode("ascii", "ignore"),
    "\u00e9".encode("ascii", "xmlcharrefreplace"),
    "\u00e9".encode("ascii", "backslashreplace"),
    b"\xff\xe2\x82x".decode("utf-8", "replace"),
    b"a\xff".decode("ascii", "backslashreplace"),
)
show(
    lambda: "\u00e9\u00e8".encode("ascii"),
    lambda: "a".encode("nope"),
    lambda: b"\xff".decode(),
    lambda: b"\xe2\x82".decode(),
    lambda: "\u20ac".encode("latin-1"),
    lambda: "\u00e9".encode("ascii", "odd"),
    lambda: b"a".decode("utf-16"),
)
