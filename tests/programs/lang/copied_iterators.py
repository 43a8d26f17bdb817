"""Iterators of tuples, lists and ranges can be copied and told to go on elsewhere; keys made by cmp_to_key."""
import copy
import functools

for source in ((1, 2, 3), [1, 2, 3], range(1, 9, 2)):
    it = iter(source)
    print(it.__reduce__()[1:], list(copy.copy(it)))
    next(it)
    print(it.__reduce__()[1][0] == source, list(copy.copy(it)), list(it))
    print(it.__reduce__()[1][0] == source)
for source in ((1, 2, 3), [1, 2, 3]):
    for place in (-5, 2, 7):
        it = iter(source)
        it.__setstate__(place)
        print(list(it))
key = functools.cmp_to_key(lambda a, b: a - b)
print(type(key).__name__, type(key(1)).__name__, key(1) < key(2), key(1) >= key(2), key(3) == key(3), key(obj=4).obj)
try:
    hash(key(1))
except TypeError as error:
    print(error)
print(sorted([3, 1, 2], key=functools.cmp_to_key(lambda a, b: b - a)))
