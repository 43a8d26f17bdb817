"""The parts of inspect that look at frames and at the text of programs."""
import sys
from collections import namedtuple
from inspect import _CodeType, isclass, isframe, isfunction, ismethod, istraceback, unwrap

import _io

__name__ = "inspect"  # where its classes say they are from


def getsourcelines(obj):
    """The lines of a function or class that the program wrote, and the number of the first."""
    if isclass(obj):
        lines = _io.source_text(_code_of_class(obj)).splitlines(True)
        start = next((i for i, line in enumerate(lines) if line.split("(")[0].split(":")[0].split() == ["class", obj.__name__]), None)
        if start is None:
            raise OSError("could not find class definition")
        while start and lines[start - 1].lstrip().startswith("@"):
            start -= 1
    else:
        obj = unwrap(obj)
        obj = obj.__func__ if ismethod(obj) else obj
        code = obj if isinstance(obj, _CodeType) else getattr(obj, "__code__", None)
        if code is None:
            raise TypeError(f"module, class, method, function, traceback, frame, or code object was expected, got {type(obj).__name__}")
        lines, start = _io.source_text(code).splitlines(True), code.co_firstlineno - 1
    return _block(lines[start:]), start + 1


def _code_of_class(cls):
    for value in vars(cls).values():
        value = getattr(value, "__func__", getattr(value, "fget", value))
        if isfunction(value):
            return value.__code__
    main = sys._getframe(1)
    while main.f_back is not None:
        main = main.f_back
    return main.f_code


def _block(lines):
    """From a first line to the end of the indented block under it."""
    indent = len(lines[0]) - len(lines[0].lstrip())
    end, opened, body = 0, 0, False
    for i, line in enumerate(lines):
        text = line.strip()
        inside = opened > 0
        if not inside and body and text and not text.startswith("#") and len(line) - len(line.lstrip()) <= indent:
            break
        if text and not (text.startswith("#") and not inside and body and len(line) - len(line.lstrip()) <= indent):
            end = i + 1
        plain = text.split("#")[0]
        opened += sum(plain.count(c) for c in "([{") - sum(plain.count(c) for c in ")]}")
        if opened <= 0 and not text.startswith("@"):
            body = True
    return lines[:end]


def getsource(obj):
    return "".join(getsourcelines(obj)[0])


def getfile(obj):
    obj = obj.__func__ if ismethod(obj) else obj
    return (obj.__code__ if isfunction(obj) else obj.f_code if isframe(obj) else obj).co_filename


def currentframe():
    return sys._getframe(1)


class FrameInfo(namedtuple("FrameInfo", "frame filename lineno function code_context index")):
    pass


class Traceback(namedtuple("Traceback", "filename lineno function code_context index")):
    pass


def getframeinfo(frame, context=1):
    lineno = frame.tb_lineno if istraceback(frame) else frame.f_lineno
    frame = frame.tb_frame if istraceback(frame) else frame
    lines = _io.source_text(frame.f_code).splitlines(True)[lineno - 1 : lineno] if context else None
    return Traceback(frame.f_code.co_filename, lineno, frame.f_code.co_name, lines, 0 if context else None)


def stack(context=1):
    frame, found = sys._getframe(1), []
    while frame is not None:
        found.append(FrameInfo(frame, *getframeinfo(frame, context)))
        frame = frame.f_back
    return found
