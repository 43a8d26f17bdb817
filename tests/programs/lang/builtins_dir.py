# What dir() lists of classes, instances and builtin values.
class A:
    x = 1

    def __init__(self):
        self.y = 2

    def m(self):
        pass


class S:
    __slots__ = ("a",)


class L(list):
    pass


class I(int):
    pass


NOT_HERE = {"__getnewargs__", "__getformat__", "__reversed__", "__weakref__"}
for value in (A(), A, S(), L()):
    print([n for n in dir(value) if n not in NOT_HERE])
print([n for n in dir(I(3)) if "dict" in n])
print(dir([]) == dir(list), dir(None) == dir(type(None)), dir(object()))
for value in (5, "", {}, (), 3.5, {1}, range(3), 2j):
    print([n for n in dir(value) if n not in NOT_HERE])
print(
    "__iter__" in dir([]),
    "__next__" in dir(iter([])),
    "__len__" in dir(5),
    "__add__" in dir("a"),
    "__contains__" in dir({}.keys()),
)


class D:
    def __dir__(self):
        return ["b", "a"]


print(
    dir(D()),
    sorted(object.__dir__(A())) == dir(A()),
    (5).__sizeof__(),
    object.__subclasshook__(int),
    sorted(set(dir(A)) - set(dir(object)) - {"__weakref__"}),
)
for value in (
    A(),
    A,
    5,
    "",
    [],
    {},
    1.5,
    None,
    print,
    len,
    range(3),
    type,
    object,
    {1}.__iter__(),
    ValueError(),
    (x for x in ()),
    A().m,
    property(),
    lambda: 0,
):
    for name in dir(value):
        if value is not type:
            getattr(value, name)
