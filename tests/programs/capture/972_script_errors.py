# feature: what scripts refuse, by the first line of the message
from typing import Dict, List, Optional
import torch
import torch.nn as nn


def a(x):
    return undefined_thing(x)


def b(x: int) -> str:
    return x


def c(x: List[int]):
    x.append("a")
    return x


def d(x: Optional[int]):
    return x + 1


def e(x):
    y: int = "s"
    return y


def f(x):
    try:
        return x
    finally:
        pass


def g(x):
    import os
    return x


def h(x):
    def inner(y):
        return y
    return inner(x)


def i(x: int):
    for k in x:
        pass
    return x


def j(x):
    while x:
        pass
    else:
        x = 1
    return x


def k(x):
    for q in range(3):
        pass
    else:
        x = 1
    return x


def l(x):
    return {1, 2}


def m(x: Dict[str, int]):
    return x.foo()


def n(x):
    x.attr = 3
    return x


def o(x: "Unknown"):
    return x


def p(x, **kw):
    return x


def q(x):
    return [y for y in range(3) if y > 1]


def r(x):
    a, b = x, x, x
    return a


def s(x: int):
    if x > 1:
        y = 1
    return y


def t(x: int, c: bool):
    if c:
        z = 1
    else:
        z = "a"
    return z


def u(x):
    return torch.nothing_here(x)


def v(x):
    return x.view(1, 2, size=3)


def w(x: int):
    return x.bar


def z(x):
    raise 3


def aa(x):
    break_ = 1
    return f"{x!r}"


def bb(x):
    return f"{x:.2f}"


def cc(x):
    y = x = x + 1
    return y


def dd(x):
    del x
    return 1


def ee(x: int) -> int:
    if x > 0:
        return 1


def ff(x):
    return max(x, key=3)


def gg(x):
    assert isinstance(x, torch.Tensor)
    return x


for fn in (a, b, c, d, e, f, g, h, i, k, l, m, n, o, p, q, r, s, t, u, v, w, z, aa, bb, cc, dd, ee, ff, gg):
    try:
        torch.jit.script(fn)
        print(fn.__name__, "ok")
    except Exception as err:
        lines = [line for line in str(err).split("\n") if line.strip()]
        print(fn.__name__, type(err).__name__, lines[0])
