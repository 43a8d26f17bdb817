# feature: what can never fit in memory is refused before the first item is made
import itertools, operator


class A:
    def __iter__(s):
        return iter([1])

    def __len__(s):
        return 10**13


class B:
    def __iter__(s):
        return iter([1])

    def __length_hint__(s):
        return 10**14


def stretch():
    x = []
    x.extend(range(10**13))


def place():
    x = [1]
    x[0:0] = range(10**13)


def add():
    x = [1]
    x += range(10**13)


for n, f in enumerate(
    [
        lambda: list(range(10**13)),
        lambda: tuple(range(10**13)),
        lambda: [*range(10**13)],
        lambda: (*range(10**13),),
        lambda: sorted(range(10**13)),
        lambda: list(iter(range(10**13))),
        lambda: list(reversed(range(10**13))),
        lambda: list(itertools.repeat(1, 10**13)),
        lambda: list(A()),
        lambda: list(B()),
        lambda: tuple(A()),
        stretch,
        place,
        add,
        lambda: print(*range(10**13)),
        lambda: list(range(10**30)),
        lambda: tuple(range(10**30)),
        lambda: sorted(range(10**30)),
        lambda: [*range(10**30)],
        lambda: [].extend(range(10**30)),
        lambda: list(range(-(10**30), 10**30)),
        lambda: [].__init__(range(10**13)),
        lambda: sorted(A()),
        lambda: [*A()],
        lambda: [].extend(A()),
        lambda: list(range(10**40, 10**40 + 3)),
        lambda: len(range(10**30)),
        lambda: list({1: 2}.keys()),
        lambda: max(*range(10**13)),
    ]
):
    try:
        print(n, f())
    except Exception as e:
        print(n, type(e).__name__, e)
print(operator.length_hint(itertools.repeat(1, 7)), operator.length_hint(itertools.repeat(1), 5))
