# doctest, secrets, aliases of generic classes, and how long a number sys lets become text.
"""A module.

>>> twice(4)
8
"""
import doctest
import itertools
import numbers
import queue
import re
import secrets
import sys
import types
from collections import deque


def twice(x):
    """Doubles.

    >>> twice(2)
    4
    >>> twice("a")
    'aa'
    >>> twice(1)
    3
    >>> for i in range(2):
    ...     print(i)
    ...
    0
    1
    >>> twice(None)
    Traceback (most recent call last):
        ...
    TypeError: unsupported operand type(s) for *: 'NoneType' and 'int'
    >>> [twice(i) for i in range(20)]  # doctest: +ELLIPSIS
    [0, 2, ..., 38]
    >>> print("a\\n\\nb")
    a
    <BLANKLINE>
    b
    >>> twice([1,   2])  # doctest: +NORMALIZE_WHITESPACE
    [1, 2,
     1, 2]
    >>> x = 5
    >>> x
    5
    >>> print(3)
    >>> twice(9)  # doctest: +SKIP
    1
    >>> int("a")  # doctest: +IGNORE_EXCEPTION_DETAIL
    Traceback (most recent call last):
    ValueError: no
    >>> None
    >>> True
    1
    """
    return x * 2


class Box:
    """
    >>> Box(3).get()
    3
    """

    def __init__(self, v):
        self.v = v

    def get(self):
        """
        >>> b = Box(1)
        >>> b.get()
        2
        """
        return self.v

    @property
    def half(self):
        """
        >>> Box(4).half
        2.0
        """
        return self.v / 2

    @staticmethod
    def s():
        """
        >>> Box.s()
        1
        """
        return 1


def nothing():
    pass


def run(runner, test):
    report = []
    print(test.name, test.lineno, len(test.examples), runner.run(test, out=report.append))
    print("".join([line for line in "".join(report).splitlines(True) if not line.startswith("File ")]), end="")


runner = doctest.DocTestRunner(verbose=False)
for test in doctest.DocTestFinder().find(Box, "Box") + doctest.DocTestFinder().find(twice, "twice"):
    run(runner, test)
print(runner.summarize())
run(doctest.DocTestRunner(verbose=True), doctest.DocTestFinder().find(Box.half.fget, "half")[0])
print(doctest.testmod(sys.modules["numbers"]), doctest.testmod(report=False, optionflags=doctest.SKIP))
print([(e.source, e.want, e.lineno, e.indent, e.exc_msg) for e in doctest.DocTestParser().get_examples(Box.__doc__)])
for flags in (doctest.REPORT_UDIFF, doctest.REPORT_NDIFF, doctest.REPORT_CDIFF):
    example = doctest.Example("f()", "a\nb\nc\nd\n")
    print(doctest.OutputChecker().output_difference(example, "a\nB\nc\nd\n", flags))
try:
    doctest.testmod(raise_on_error=True)
except doctest.DocTestFailure as e:
    print(e.example.source, e.example.want, e.got)
for wrong in (">>>a", ">>> 1\n  2\n 3", "  >>> 1\n 2", ">>> 1  # doctest: +NOTHING"):
    try:
        print(len(doctest.DocTestParser().parse(wrong, "it")))
    except ValueError as e:
        print(e)

print(len(secrets.token_hex(4)), secrets.choice([3]), secrets.randbelow(1), len(secrets.token_urlsafe()))
print(len({secrets.randbits(60) for _ in range(4)}), secrets.compare_digest("a", "a"), len(secrets.token_bytes()))
try:
    secrets.randbelow(0)
except ValueError as e:
    print(e)
for generic in (deque, itertools.chain, re.Match, re.Pattern, queue.Queue, enumerate, ExceptionGroup, types.MappingProxyType):
    print(generic[int])


def rotate(q: deque[int], found: re.Match[str]) -> queue.Queue[int]:
    return q


print(rotate.__annotations__)
for digits in (100, "a", 640, 0):
    try:
        print(sys.set_int_max_str_digits(digits), sys.get_int_max_str_digits())
    except (TypeError, ValueError) as e:
        print(type(e).__name__, e)
print(len(str(10**5000)))
sys.set_int_max_str_digits(maxdigits=700)
for long in (lambda: str(10**800), lambda: int("1" * 800)):
    try:
        long()
    except ValueError as e:
        print(e)
