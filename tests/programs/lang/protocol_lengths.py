# Who asks an object for its length while its items are taken, and what == means for != in subclasses.
import operator


class Sized:
    def __iter__(self):
        print("iter", end=" ")
        return iter([1, 2])

    def __len__(self):
        print("len", end=" ")
        return 2


class Hinted:
    def __init__(self):
        self.n = 0

    def __iter__(self):
        return self

    def __next__(self):
        self.n += 1
        if self.n > 2:
            raise StopIteration
        return self.n

    def __length_hint__(self):
        print("hint", end=" ")
        return 2


class BadLength(Hinted):
    def __length_hint__(self):
        return -1


for make in (Sized, Hinted):
    print(list(make()), tuple(make()), [*make()], sorted(make()), sep=" | ")
    print(*make())
    items = [0]
    items.extend(make())
    items += make()
    print(items, max(make()), sum(make()), dict.fromkeys(make()))
    a, b = make()
    print(a, b, list(map(str, make())), list(zip(make(), make())), 1 in make())
try:
    list(BadLength())
except ValueError as e:
    print(e)
it = iter([1, 2, 3])
next(it)
print(
    operator.length_hint(it),
    iter("añb").__length_hint__(),
    operator.length_hint(iter(range(5))),
    operator.length_hint(iter((1,))),
)


class Same(list):
    def __eq__(self, other):
        print("eq", end=" ")
        return False


class Plain:
    def __eq__(self, other):
        print("eq", end=" ")
        return False


print(Same([1]) == Same([1]), Same([1]) != Same([1]), Plain() != Plain())

try:
    try:
        raise ExceptionGroup("g", [ValueError(1), TypeError("b")])
    except* ValueError:
        pass
except ExceptionGroup as e:
    print(repr(e), e.__suppress_context__)
