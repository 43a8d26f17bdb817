# feature: classes of the library know the modules they are said to come from, and what came late into them
import gc
import logging
import pathlib
import threading
import typing
import os
import inspect
import json
import csv
import queue
import pickle
import difflib
import decimal
import contextlib
import concurrent.futures
from json.decoder import JSONDecodeError, JSONDecoder
from json.encoder import JSONEncoder
from typing import Pattern, ContextManager

print(
    gc.isenabled(),
    gc.disable(),
    gc.isenabled(),
    gc.enable(),
    gc.isenabled(),
    logging.getLogger(),
    repr(logging.getLogger("a")),
    type(pathlib.Path("a")),
    pathlib.Path("a").__class__.__name__,
    type(threading.local()),
)


class L(threading.local):
    def __init__(self, n):
        self.n = n


print(L(3).n, Pattern[str], ContextManager[int], typing.Match, typing.Pattern, typing.AsyncContextManager[int])
try:
    typing.nosuch
except AttributeError as e:
    print(e)
p = pathlib.Path("a/b.txt")


class MyPath(pathlib.PosixPath):
    pass


print(
    p,
    repr(p),
    repr(pathlib.PurePath("x") / "y"),
    type(p.parent),
    isinstance(p, pathlib.PosixPath),
    isinstance(p, pathlib.PurePath),
    MyPath("q") / "r",
    repr(MyPath("q").parent),
    p == pathlib.PosixPath("a/b.txt"),
    pathlib.Path("a") / p,
    p.with_suffix(".x"),
    repr(pathlib.PurePosixPath("k")),
    pathlib.Path.cwd().__class__,
)
print(isinstance(p, os.PathLike), issubclass(str, os.PathLike), os.PathLike[str], isinstance("a", os.PathLike))


class F:
    x: int
    y: "str"

    def m(self, a: int, *b, c: "F" = 3) -> None:
        pass


print(
    inspect.get_annotations(F),
    inspect.get_annotations(F.m),
    inspect.get_annotations(F.m, eval_str=True),
    inspect.getcallargs(F.m, 1, 2, 3, c=4),
    inspect.getmodule(F).__name__,
    inspect.getmodule(json) is json,
)
try:
    inspect.get_annotations(3)
except TypeError as e:
    print(e)
for f in (lambda: json.loads("{"), lambda: queue.Queue().get_nowait(), lambda: pickle.dumps(lambda: 1)):
    try:
        f()
    except Exception as e:
        print(type(e), type(e).__module__)
for c in (
    csv.Error,
    queue.Full,
    queue.Empty,
    pickle.PickleError,
    pickle.UnpicklingError,
    json.JSONDecoder,
    json.JSONEncoder,
    difflib.Match,
    decimal.DecimalTuple,
    inspect.FullArgSpec,
    contextlib.aclosing,
    contextlib.AsyncExitStack,
    concurrent.futures.CancelledError,
    threading.BrokenBarrierError,
):
    print(c)
e = pickle.loads(pickle.dumps(pathlib.Path("z")))
print(repr(e))
import copy

print(repr(copy.deepcopy(p)), hash(p) == hash(copy.copy(p)), {p: 1}[pathlib.Path("a/b.txt")])
json.loads("[1,")
