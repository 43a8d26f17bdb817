# Numbers too large for what they are used as, and floats written in base 16.
def t(f):
    try:
        print(repr(f()))
    except BaseException as e:
        print(type(e).__name__, e)


B, l = 10**20, [1, 2]
for f in [
    lambda: [0] * B,
    lambda: "a" * B,
    lambda: (0,) * -B,
    lambda: b"a" * B,
    lambda: bytearray(b"a") * B,
    lambda: l.__imul__(B),
    lambda: l[B],
    lambda: "ab"[-B],
    lambda: l[-B:B],
    lambda: l.index(1, 0, B),
    lambda: bytes(B),
    lambda: bytes([B]),
    lambda: chr(B),
    lambda: chr(2**31),
    lambda: chr(-(2**32)),
    lambda: chr(-1),
    lambda: 1 << B,
    lambda: -1 >> B,
    lambda: 2.0**B,
    lambda: range(5)[B],
    lambda: range(5)[-B],
    lambda: list(range(5))[::B],
    lambda: "%*d" % (B, 1),
    lambda: f"{1:{B}}",
    lambda: 0.0 ** -float("inf"),
    lambda: 0.0**-2,
]:
    t(f)
for s in [
    "",
    " ",
    "0x",
    "x1",
    "0x1p",
    " 0x1.8p1 ",
    "\t1\n",
    "0x1p1024",
    "-0x.8",
    "1p3",
    "-inf",
    " nan ",
    "0x1p-1100",
    "1.5",
    "0x1_0",
    "0x1p+3",
    "0x1pp",
    "+f",
]:
    t(lambda: float.fromhex(s))
for source in [
    "f'{a:{b:{c:{d}}}}'",
    "f'''{\n'''",
    "with (open('a') as f\n    pass\n",
    "from __future__ import braces",
    "class A: yield from x",
]:
    try:
        compile(source, "s", "exec")
    except SyntaxError as e:
        print(e)
# What is wrong first: layout behind a mistake of the grammar does not hide it, brackets and texts do.
for source in [
    "(): int",
    "print(1)\n        x = 2\n    y = 3\n",
    "x = = 2\nif x:\n        y\n    z\n",
    "x = = 2\ny = 3)\n",
    "3 = x\nif x:\n        y\n    z\n",
    "f(a for b, c)\ny = 'abc\n",
    "[p for p q in r]",
    "x = 5 5\ny = \\ 2\n",
]:
    try:
        compile(source, "s", "exec")
    except SyntaxError as e:
        print(type(e).__name__, e)
