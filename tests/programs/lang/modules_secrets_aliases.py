# Secrets, aliases of generic classes, and how long a number sys lets become text.
import itertools
import numbers
import queue
import re
import secrets
import sys
import types
from collections import deque

print(len(secrets.token_hex(4)), secrets.choice([3]), secrets.randbelow(1), len(secrets.token_urlsafe()))
print(len({secrets.randbits(60) for _ in range(4)}), secrets.compare_digest("a", "a"), len(secrets.token_bytes()))
try:
    secrets.randbelow(0)
except ValueError as e:
    print(e)
for generic in (
    deque,
    itertools.chain,
    re.Match,
    re.Pattern,
    queue.Queue,
    enumerate,
    ExceptionGroup,
    types.MappingProxyType,
):
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
