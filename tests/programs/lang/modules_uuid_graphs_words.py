# feature: identifiers of 128 bits, topological orders, words of a command line
import uuid, copy, pickle

for kw in [
    dict(fields=(2**32, 0, 0, 0, 0, 0)),
    dict(fields=(0, 2**16, 0, 0, 0, 0)),
    dict(fields=(0, 0, 2**17, 0, 0, 0)),
    dict(fields=(0, 0, 0, 256, 0, 0)),
    dict(fields=(0, 0, 0, 0, -1, 0)),
    dict(fields=(0, 0, 0, 0, 0, 2**48)),
    dict(fields=(1, 2)),
    dict(bytes=b"a"),
    dict(bytes_le=b"a"),
    dict(int=-1),
    dict(hex="x"),
    dict(hex="g" * 32),
    dict(),
    dict(int=1, version=9),
    dict(int=5, version=4),
    dict(bytes_le=bytes(range(16))),
    dict(hex="{12345678-1234-5678-1234-567812345678}"),
    dict(hex="urn:uuid:12345678123456781234567812345678"),
    dict(fields=(1, 2, 3, 4, 5, 6)),
]:
    try:
        u = uuid.UUID(**kw)
        print(
            u,
            repr(u),
            u.int,
            u.fields,
            u.variant,
            u.version,
            u.urn,
            u.bytes,
            u.bytes_le,
            u.hex,
            u.time,
            u.clock_seq,
            u.node,
        )
    except Exception as e:
        print(type(e).__name__, e)
print(
    uuid.uuid5(uuid.NAMESPACE_DNS, "python.org"),
    uuid.uuid3(uuid.NAMESPACE_URL, b"x"),
    uuid.uuid4().version,
    uuid.uuid1().version,
    uuid.uuid1().variant,
    len(str(uuid.uuid4())),
    uuid.uuid1(node=5, clock_seq=7).node,
    uuid.uuid1() != uuid.uuid1(),
)
try:
    u.int = 3
except TypeError as e:
    print(e)
try:
    u < 3
except TypeError as e:
    print(e)
print(
    u == uuid.UUID(int=u.int),
    {u: 1}[uuid.UUID(int=u.int)],
    sorted([uuid.UUID(int=3), uuid.UUID(int=1)]),
    copy.copy(u) == u,
    pickle.loads(pickle.dumps(u)) == u,
    int(u),
    hash(u) == hash(u.int),
    u.is_safe,
)
from graphlib import TopologicalSorter, CycleError
import shlex

t = TopologicalSorter(
    {
        "D": {
            "B",
        },
        "B": ["A"],
        "C": ["A"],
        "E": ("C", "D", "D"),
    }
)
print(tuple(t.static_order()))
t = TopologicalSorter()
t.add(1, 2, 3)
t.add(2, 3)
t.add(4)
for f in (t.is_active, t.get_ready, lambda: t.done(1)):
    try:
        f()
    except ValueError as e:
        print(e)
t.prepare()
for f in (
    t.prepare,
    lambda: t.add(5),
    lambda: t.done(9),
    lambda: t.done(1),
    t.get_ready,
    t.get_ready,
    lambda: t.done(3),
    lambda: t.done(3),
    t.get_ready,
    lambda: bool(t),
    lambda: t.done(4, 2),
    t.get_ready,
    t.is_active,
    lambda: t.done(1),
    t.is_active,
):
    try:
        print(f())
    except ValueError as e:
        print(e)
for g in (
    {1: [2], 2: [3], 3: [1]},
    {1: [1]},
    {0: [1], 1: [2, 4], 2: [3], 3: [1, 5], 4: [0]},
    {"a": "b", "b": "cd", "c": "", "d": "ea", "e": "b"},
):
    try:
        print(list(TopologicalSorter(g).static_order()))
    except CycleError as e:
        print(e, e.args, repr(e), CycleError.__mro__[1])
print(
    list(TopologicalSorter({}).static_order()),
    TopologicalSorter[int],
    list(TopologicalSorter({i: [i - 1] for i in range(1, 3000)}).static_order())[-1],
)
try:
    TopologicalSorter({[]: 1})
except TypeError as e:
    print(e)
try:
    TopologicalSorter({1: 2})
except TypeError as e:
    print(e)
try:
    TopologicalSorter(5)
except AttributeError as e:
    print(e)
for s in [
    "a b c",
    "a 'b c' d",
    'a "b\\"c" d',
    "a\\ b",
    "x # y",
    "--opt='v w' -x",
    "",
    "''",
    "a'b'c",
    'say "it\'s"',
    "é b",
    "a;b|c && d",
    "'\\'",
    '"\\n\\\\"',
    "a\nb\tc",
    "'open",
    "end\\",
    'x"y',
    "a=b>c",
    "~/x*.py",
    "'' \"\" x''",
]:
    for kw in ({}, {"comments": True}, {"posix": False}):
        try:
            print(repr(s), kw, shlex.split(s, **kw))
        except ValueError as e:
            print(repr(s), kw, e)
    for kw in ({}, {"posix": True}, {"punctuation_chars": True}, {"posix": True, "punctuation_chars": "|&"}):
        try:
            print("  ", kw, list(shlex.shlex(s, **kw)))
        except ValueError as e:
            print("  ", kw, e)
try:
    shlex.split(None)
except (ValueError, TypeError) as e:
    print(e)
print(
    shlex.quote("a b"),
    shlex.quote("it's"),
    shlex.quote(""),
    shlex.quote("ok-1.2/x"),
    shlex.join(["a b", "c", "$x"]),
    shlex.quote("é"),
)
x = shlex.shlex("a 'b\nc' d", posix=True)
print(next(x), x.get_token(), x.lineno, x.error_leader(), x.get_token(), x.get_token(), x.eof)
x.push_token("zz")
print(x.get_token())
x.whitespace = ","
x = shlex.shlex("a,b c;d")
x.whitespace += ","
x.wordchars += " "
print(list(x), x.token, x.state)
try:
    shlex.quote(3)
except TypeError as e:
    print(e)
