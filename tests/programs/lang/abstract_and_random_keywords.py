import abc, random


class A(abc.ABC):
    @abc.abstractclassmethod
    def c(cls):
        pass

    @abc.abstractstaticmethod
    def s():
        pass


try:
    A()
except TypeError as e:
    print(e)


class B(A):
    @classmethod
    def c(cls):
        return cls.__name__

    @staticmethod
    def s():
        return 3


print(B().c(), B.s())
random.seed(3)
print(
    random.randrange(start=5),
    random.randrange(2, stop=9),
    random.randrange(start=1, stop=9, step=3),
    random.randint(a=1, b=4),
    random.randrange(10),
)
try:
    random.randrange(3, 3)
except ValueError as e:
    print(e)
