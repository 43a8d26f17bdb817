"""The printed form of exceptions."""
import _io
import sys


class FrameSummary:
    def __init__(self, filename, lineno, name, line=None):
        self.filename = filename
        self.lineno = lineno
        self.name = name
        self.line = line.strip() if line is not None else None

    def __repr__(self):
        return f"<FrameSummary file {self.filename}, line {self.lineno} in {self.name}>"

    def __iter__(self):
        return iter([self.filename, self.lineno, self.name, self.line])


def format_exception(exc, value=None, tb=None, limit=None, chain=True, **keywords):
    if value is not None:
        exc = value
    return _io.format_exception(exc).splitlines(True)


def format_exception_only(exc, value=None, **keywords):
    if value is not None:
        exc = value
    name = type(exc).__qualname__
    if type(exc).__module__ not in ("builtins", "__main__"):
        name = type(exc).__module__ + "." + name
    text = str(exc)
    return [f"{name}: {text}\n" if text else name + "\n"]


def format_exc(limit=None, chain=True):
    exc = sys.exc_info()[1]
    return "NoneType: None\n" if exc is None else _io.format_exception(exc)


def print_exception(exc, value=None, tb=None, limit=None, file=None, chain=True):
    (file or sys.stderr).write("".join(format_exception(exc, value)))


def print_exc(limit=None, file=None, chain=True):
    (file or sys.stderr).write(format_exc())


def format_tb(tb, limit=None):
    return []


def print_tb(tb, limit=None, file=None):
    pass


def print_stack(f=None, limit=None, file=None):
    pass


def format_stack(f=None, limit=None):
    return []


def extract_stack(f=None, limit=None):
    return []


def extract_tb(tb, limit=None):
    return []
