# Nesting far deeper than any stack: an error where it is walked, none where it is freed.
l = []
for i in range(100000):
    l = [l]
try:
    repr(l)
except RecursionError as e:
    print("repr", type(e).__name__)
d = {}
for i in range(100000):
    d = {1: d}
try:
    str(d)
except RecursionError as e:
    print("str", type(e).__name__)
import copy

try:
    copy.deepcopy(l)
except RecursionError as e:
    print("deepcopy", type(e).__name__)
l = l2 = []
for i in range(1000000):
    n = []
    l2.append(n)
    l2 = n
del l, d


class N:
    pass


n = N()
for i in range(300000):
    k = N()
    k.next = n
    n = k
del n, k
f = lambda: 0
for i in range(100000):
    f = (lambda g: lambda: g)(f)
del f
print("done")
