# Finalizers and callbacks run in the middle of things: a frame that ends, a call's operands.
import gc, weakref


class Noisy:
    def __init__(self, n):
        self.n = n

    def __del__(self):
        a = [self.n]
        b = a * 3
        print("del", self.n, b, len(str(b)))

    def __call__(self, *args):
        return args


def several():
    x = Noisy(1)
    y = ["one", "two"]
    z = Noisy(2)
    w = {"a": [1, 2, 3]}
    return len(y) + len(w)


print(several(), several())
print(Noisy(3)([1, 2], "three", {"four": 4}))


class Key:
    def __init__(self, n):
        self.n = n


table = weakref.WeakKeyDictionary()


def fill():
    keys = [Key(i) for i in range(20)]
    for key in keys:
        table[key] = key.n
    refs = table.keyrefs()
    print(sum(table[r()] for r in refs), len(table))


fill()
print(len(table))
outer, inner = Key(1), Key(2)
outer.inner = inner
watch = weakref.ref(inner, lambda gone: gc.collect())
holder = Key(3)
holder.outer = outer
del inner, outer
del holder
print(watch())
print(-100000000000000000000, -0x10000000000000000, -(10**20))
