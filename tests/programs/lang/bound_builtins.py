# Methods of builtin objects that were not called: errors name their class, they compare, print and copy as len does.
import copy
import math
import operator
import pickle
import types


def attempt(fn):
    try:
        print(fn())
    except Exception as e:
        print(type(e).__name__ + ":", e)


table, row, word = {"a": 1}, [3, 1], "text"


def assign(target):
    target[0] = 1


def remove(target):
    del target[0]


for fn in (
    lambda: [k for k in table.keys],
    lambda: table.items + 1,
    lambda: row.append[0],
    lambda: word.upper < 3,
    lambda: row.append.colour,
    lambda: "x" + word.upper,
    lambda: len(row.copy),
    lambda: -word.upper,
    lambda: sorted(table.values),
    lambda: int(word.upper),
    lambda: row[row.pop],
    lambda: {**table.items},
    lambda: print(*table.items),
    lambda: "a" in table.keys,
    lambda: range(word.count),
    lambda: "%d" % word.upper,
    lambda: assign(table.items),
    lambda: remove(table.items),
    lambda: setattr(row.append, "x", 1),
):
    attempt(fn)

add = row.append
print(type(add), type(add) is type(len), isinstance(add, types.MethodType), isinstance(add, types.BuiltinMethodType))
print(add.__self__ is row, add.__name__, add.__qualname__, add.__module__, callable(add))
print(add == row.append, add != row.append, add == [3, 1].append, {add: "key"}[row.append], copy.deepcopy(add) == add)
print(
    pickle.loads(pickle.dumps(table.get))("a"),
    pickle.loads(pickle.dumps(len))("ab"),
    pickle.loads(pickle.dumps(dict.fromkeys))("x"),
)


class Plain:
    def method(self):
        pass


p, q = Plain(), Plain()
print(p.method == p.method, p.method != p.method, p.method != q.method)
attempt(lambda: p.method.colour)

print(
    [getattr(operator, name)(6, 3) for name in ("__add__", "__floordiv__", "__lt__", "__xor__")],
    operator.__not__(0),
    operator.__contains__("ab", "a"),
)
print(
    [math.gamma(x) for x in (0.5, 2.5, -2.5, 1e-10, 10.1, 170.5, 0.1, -0.5)],
    math.lgamma(-0.5),
    math.gamma(5),
    math.gamma(-171.5),
)

# Iterators over iterators, deeper than the stack holds.
for wrap in (lambda it: map(str, it), zip, enumerate, lambda it: filter(None, it)):
    deep = iter([1])
    for _ in range(30000):
        deep = wrap(deep)
    try:
        next(deep)
    except RecursionError:
        pass
    del deep
print("alive")
