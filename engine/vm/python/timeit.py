"""How long small pieces of code take."""
import itertools as _itertools
import time as _time

default_timer = _time.perf_counter
default_number, default_repeat = 1000000, 5


def _runner(stmt, namespace):
    if callable(stmt):
        return stmt
    if not isinstance(stmt, str):
        raise ValueError("stmt is neither a string nor callable")
    code = compile(stmt, "<timeit-src>", "exec")
    return lambda: exec(code, namespace)


class Timer:
    def __init__(self, stmt="pass", setup="pass", timer=default_timer, globals=None):
        namespace = dict(globals or {})
        self.timer = timer
        self._setup = _runner(setup, namespace)
        self._stmt = _runner(stmt, namespace)

    def timeit(self, number=default_number):
        self._setup()
        stmt = self._stmt
        start = self.timer()
        for _ in _itertools.repeat(None, number):
            stmt()
        return self.timer() - start

    def repeat(self, repeat=default_repeat, number=default_number):
        return [self.timeit(number) for _ in range(repeat)]

    def autorange(self, callback=None):
        i = 1
        while True:
            for step in 1, 2, 5:
                number = i * step
                taken = self.timeit(number)
                if callback:
                    callback(number, taken)
                if taken >= 0.2:
                    return number, taken
            i *= 10


def timeit(stmt="pass", setup="pass", timer=default_timer, number=default_number, globals=None):
    return Timer(stmt, setup, timer, globals).timeit(number)


def repeat(stmt="pass", setup="pass", timer=default_timer, repeat=default_repeat, number=default_number, globals=None):
    return Timer(stmt, setup, timer, globals).repeat(repeat, number)
