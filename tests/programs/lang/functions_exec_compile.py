# feature: exec, eval and compile with namespaces of their own, and imports from __future__
from __future__ import annotations

ns = {}
exec("x = 1\ndef f(a):\n    return a + x\ny = f(41)", ns)
print(ns["y"], sorted(k for k in ns if k != "__builtins__"))
code = compile("a * b + c", "<expr>", "eval")
print(eval(code, {"a": 2, "b": 3, "c": 4}), eval("x * 2", {"x": 21}), eval("n + m", {"n": 1}, {"m": 2}))
exec("z = 5")
print(z)


def g():
    v = 10
    return eval("v + 1"), eval("[v * i for i in (1, 2)]")


print(g())
prog = compile("for i in range(3):\n    total += i", "p.py", "exec")
env = {"total": 0}
exec(prog, env)
print(env["total"], type(prog).__name__, prog.co_filename, prog.co_name)
for src in ("1 +", "x = = 2", "def f(:\n pass", "  x"):
    try:
        exec(src)
    except SyntaxError as e:
        print(type(e).__name__, e.msg, e.lineno, e.offset, e.text, e.filename)
for f in (
    lambda: eval("1/0"),
    lambda: eval("nope"),
    lambda: exec(5),
    lambda: eval(5),
    lambda: exec("x", 5),
    lambda: compile("1", "f", "zzz"),
    lambda: eval("x = 1"),
    lambda: exec("raise ValueError('q')"),
):
    try:
        f()
    except Exception as e:
        print(type(e).__name__, e)


def make(name, fields):
    lines = [f"class {name}:", f"    def __init__(self, {', '.join(fields)}):"] + [
        f"        self.{f} = {f}" for f in fields
    ]
    d = {}
    exec("\n".join(lines), d)
    return d[name]


P = make("P", ["x", "y"])
p = P(1, 2)
print(p.x, p.y, vars(p), P.__name__, P.__module__)
loc = {}
exec("q = 1; w = q + 1", {}, loc)
print(loc)
exec(
    """
from math import sqrt
print(sqrt(16), __name__)
"""
)
print(
    eval("lambda a: a * 2")(4),
    eval("  3 + 4 "),
    eval("{'a': [1, (2,)]}"),
    eval("max(1, 2)", {"__builtins__": {"max": max}}),
)
import __future__


def annotated(x: Missing | None) -> Unknown:
    return x


print(
    annotated.__annotations__,
    __future__.annotations.compiler_flag == 0x1000000,
    __future__.division.getMandatoryRelease()[:2],
)
try:
    exec("x = 1\nfrom __future__ import division")
except SyntaxError as e:
    print(e.msg, e.lineno)
for name in ("braces", "nothing"):
    try:
        exec("from __future__ import " + name)
    except SyntaxError as e:
        print(e.msg)
for source in (
    "a = 1, b = 2",
    "x = 1 if 2 else 3 = 4",
    "def f(/): pass",
    "{'x': 1, 'y' 2}",
    "f'{1 +}'",
    "with open(x) as f()\n  pass",
):
    try:
        exec(source)
    except SyntaxError as e:
        print(e.msg, "|", e.offset)
