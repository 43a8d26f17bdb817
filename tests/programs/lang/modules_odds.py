# feature: rarer parts of operator, random, math, bytes, copy and enum
import operator, random, math, copy, enum, typing

print(operator.length_hint([1, 2]), operator.length_hint(5, 9), operator.call(max, 1, 5), type[int], list[type[int]])
random.seed(1)
print([random.vonmisesvariate(1, k) for k in (0, 1, 4)])
print(math.lgamma(10), math.lgamma(0.5), math.lgamma(-1.5), math.lgamma(100), math.lgamma(3.3), math.lgamma(1e-5))
for f in (lambda: divmod(1, "a"), lambda: str(1, 2), lambda: divmod("a", 1), lambda: divmod(1, None)):
    try:
        print(f())
    except TypeError as e:
        print(e)
print(
    b"ab\xff\x80\x85 Z".upper(),
    b"\xc3\xa9x".title(),
    b"\xff \xa0".strip(),
    b"a\x85b".splitlines(),
    b"\xe9".isalpha(),
    b"a\xffb".split(b"\xff"),
    b"\xff\xfe".find(b"\xfe"),
    b"\xff".replace(b"\xff", b"y"),
    b"\xff".center(5, b"\xfe"),
)


class R:
    def __init__(self, x):
        self.x = x

    def __reduce__(self):
        return (R, (self.x + 1,))


print(copy.copy(R(1)).x, copy.deepcopy(R(5)).x)


class G:
    def __init__(self):
        self.a = 1
        self.b = 2

    def __getstate__(self):
        return {"a": self.a}


print(vars(copy.copy(G())), vars(copy.deepcopy(G())))


class G2(G):
    def __setstate__(self, s):
        self.__dict__.update(s)
        self.b = "restored"


print(vars(copy.copy(G2())))
for deco, body in ((enum.UNIQUE, {"A": 1, "B": 1}), (enum.CONTINUOUS, {"A": 1, "B": 4})):
    try:
        enum.verify(deco)(enum.IntEnum("E", body))
    except ValueError as e:
        print(e)
try:
    enum.verify(enum.NAMED_FLAGS)(enum.Flag("F", {"A": 1, "AB": 7}))
except ValueError as e:
    print(e)


@typing.final
class Fin:
    pass


print(Fin.__final__)
from dataclasses import dataclass, InitVar


@dataclass
class D:
    a: int
    b: InitVar[int] = 1
    c: InitVar[list[int]] = None


print(D.__doc__)
