def g():
    try:
        yield 1
        yield 2
    finally:
        print("cleanup")


def use():
    for x in g():
        print(x)
        break
    print("after")


use()
it = g()
next(it)
del it
print("end")


class F:
    def __init__(self, n):
        self.n = n

    def __del__(self):
        print("del", self.n)


f = F(1)
f = None
F(2)


def h():
    a = F(3)
    return 5


print(h())
print(any(x > 0 for x in [1, 2]))
