# member descriptors of __slots__, hooks of classes, builtin subclasses
class P:
    __slots__ = ("x", "y")

    def __init__(self, x=0):
        self.x = x


p = P(1)
try:
    print(p.y)
except AttributeError as e:
    print(e)
try:
    p.z = 1
except AttributeError as e:
    print(e)
print(hasattr(p, "__dict__"), P.__slots__, P.x, type(P.x), P.x.__get__(p), P.x.__name__)
P.x.__set__(p, 9)
print(p.x)
P.x.__delete__(p)
try:
    p.x
except AttributeError as e:
    print(e)
try:
    del p.x
except AttributeError as e:
    print(e)


class Q(P):
    __slots__ = ("z",)


q = Q()
q.z = 3
print(q.x, q.z, hasattr(q, "__dict__"))


class R(P):
    pass


r = R()
r.w = 1
print(r.w, r.x)

try:

    class S:
        __slots__ = ("a",)
        a = 1

except ValueError as e:
    print(e)
try:

    class T(int):
        __slots__ = ("a",)

except TypeError as e:
    print(e)


class U:
    __slots__ = "single"


u = U()
u.single = 2
print(u.single)


class W:
    __slots__ = {"a": "doc a"}


print(W.a.__doc__, W.__slots__)


class Pr:
    __slots__ = ("__priv",)

    def __init__(self):
        self.__priv = 1


print(Pr()._Pr__priv)
try:
    vars(p)
except TypeError as e:
    print(e)


class X2:
    __slots__ = ()


try:
    X2().a = 1
except AttributeError as e:
    print(e)
try:

    class Bad:
        __slots__ = ("1a",)

except TypeError as e:
    print(e)
try:

    class Bad:
        __slots__ = (1,)

except TypeError as e:
    print(e)


class Plugin:
    reg = []

    def __init_subclass__(cls, /, name=None, **kw):
        super().__init_subclass__(**kw)
        cls.name = name or cls.__name__.lower()
        Plugin.reg.append(cls)


class A(Plugin):
    pass


class B(Plugin, name="bee"):
    pass


class C(B):
    pass


print([(c.__name__, c.name) for c in Plugin.reg])
try:

    class D(Plugin, foo=1):
        pass

except TypeError as e:
    print(e)


class Multi:
    def __class_getitem__(cls, k):
        return f"{cls.__name__}[{k!r}]"


print(Multi[int], Multi[1, 2], Multi["x"])
try:
    Plugin[int]
except TypeError as e:
    print(e)


class Desc:
    def __set_name__(self, o, n):
        raise ValueError("bad " + n)


try:

    class E:
        d = Desc()

except Exception as e:
    print(type(e).__name__, e, e.__notes__ if hasattr(e, "__notes__") else None)
print(
    list[int],
    dict[str, list[int]],
    tuple[int, ...],
    type[int],
    list[int](),
    list[int] == list[int],
    hash(list[int]) == hash(list[int]),
)
print(list[int].__origin__, list[int].__args__, tuple[()].__args__, isinstance([], list))
try:
    isinstance([], list[int])
except TypeError as e:
    print(e)
try:
    int[3]
except TypeError as e:
    print(e)
print(int | str, int | None, type(int | str), isinstance(3, int | str), (int | str) == (str | int), int | str | int)
try:
    int | 3
except TypeError as e:
    print(e)


# keywords for the half of a construction that a subclass defines
class Named(tuple):
    def __init__(self, items, name=None):
        self.name = name


class Tagged(list):
    def __new__(cls, items, tag=None):
        made = super().__new__(cls, items)
        made.tag = tag
        return made


class Unit(float):
    def __init__(self, value, unit="m"):
        self.unit = unit


print(Named([1], name="n").name, Tagged([2], tag="t").tag, Unit(1.5, unit="s").unit)
try:
    list([1], tag=2)
except TypeError as e:
    print(e)
print({1} in {frozenset([1]), 2}, {3} in {frozenset([1])})


class WriteOnly:
    def __set__(self, obj, value):
        obj.__dict__["w"] = value * 2


class Holder:
    w = WriteOnly()


h = Holder()
h.w = 4
print(h.w)
from itertools import pairwise


class Again:
    count = 0

    def __iter__(self):
        return self

    def __next__(self):
        self.count += 1
        if self.count == 1:
            return next(pairs, None)
        if self.count > 4:
            raise StopIteration
        return [self.count]


pairs = pairwise(Again())
print(list(pairs))
try:
    try:
        raise ValueError(1)
    except ValueError as e:
        e.__context__ = e
        raise TypeError(2)
except TypeError as e:
    print(repr(e.__context__), e.__context__.__context__ is e.__context__)
