import typing, enum, textwrap, os.path
from typing import (
    Pattern,
    Match,
    ContextManager,
    SupportsAbs,
    SupportsInt,
    overload,
    get_overloads,
    Protocol,
    runtime_checkable,
)

print(Pattern[str], Match, ContextManager[int], isinstance(3, SupportsAbs), isinstance("", SupportsInt))
try:
    typing.nope
except AttributeError as e:
    print(e)


@overload
def f(x: int) -> int:
    ...


@overload
def f(x: str) -> str:
    ...


print(len(get_overloads(f)))
try:
    f(1)
except NotImplementedError as e:
    print(e)


@runtime_checkable
class HasName(Protocol):
    name: str

    def greet(self):
        ...


class A:
    def __init__(self):
        self.name = 1

    def greet(self):
        pass


class B:
    def greet(self):
        pass


print(isinstance(A(), HasName), isinstance(B(), HasName))


@runtime_checkable
class Closes(Protocol):
    def close(self):
        ...


class C:
    def close(self):
        pass


class D(C):
    close = None


print(isinstance(C(), Closes), issubclass(C, Closes), isinstance(D(), Closes))


class AutoNumber(enum.Enum):
    def __new__(cls):
        value = len(cls.__members__) + 1
        obj = object.__new__(cls)
        obj._value_ = value
        return obj


class Color(AutoNumber):
    RED = ()
    GREEN = ()
    BLUE = ()


print(list(Color), Color.__members__)


class P(enum.Enum):
    __secret = 3
    A = (enum.auto(), enum.auto())
    B = 7


print(list(P), P._P__secret)
text = "This is a sentence -- with em-dash---and hyphenated-words, a-b-c, x--y. It's long-ish (see foo-bar) e.g.--this"
for w in (10, 16, 23, 40):
    print(textwrap.wrap(text, w))
print(
    textwrap.wrap("One. Two!  Three? Four", 30, fix_sentence_endings=True),
    textwrap.fill(text, 30, break_on_hyphens=False),
)
try:
    textwrap.shorten("a b c", 2, placeholder="....")
except ValueError as e:
    print(e)
print(
    os.path.relpath("/a/b/c", "/a/d"),
    os.path.relpath("/a", "/a"),
    os.path.commonpath(["/usr/lib/x", "/usr/lib/y/z"]),
    os.path.normcase("A"),
    os.path.splitdrive("/x"),
)
