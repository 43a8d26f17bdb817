"""The printed form of exceptions and of the frames that led to them."""
import _io
import sys

_SAME_LINES = 3  # shown before a repeated frame is only counted


class FrameSummary:
    __slots__ = ("filename", "lineno", "end_lineno", "colno", "end_colno", "name", "_line", "locals", "_text")

    def __init__(self, filename, lineno, name, *, lookup_line=True, locals=None, line=None, end_lineno=None, colno=None, end_colno=None):
        self.filename = filename
        self.lineno = lineno
        self.name = name
        self._line = line
        self.locals = None if locals is None else {key: repr(value) for key, value in locals.items()}
        self.end_lineno = end_lineno
        self.colno = colno
        self.end_colno = end_colno
        self._text = None

    @property
    def line(self):
        return self._line.strip() if self._line is not None else None

    def __repr__(self):
        return f"<FrameSummary file {self.filename}, line {self.lineno} in {self.name}>"

    def __eq__(self, other):
        if isinstance(other, FrameSummary):
            return (self.filename, self.lineno, self.name, self.locals) == (other.filename, other.lineno, other.name, other.locals)
        if isinstance(other, tuple):
            return (self.filename, self.lineno, self.name, self.line) == other
        return NotImplemented

    def __getitem__(self, position):
        return (self.filename, self.lineno, self.name, self.line)[position]

    def __iter__(self):
        return iter([self.filename, self.lineno, self.name, self.line])

    def __len__(self):
        return 4


def _summaries(traceback):
    frames = []
    for filename, lineno, name, line, colno, end_lineno, end_colno, text in _io.traceback_entries(traceback):
        frame = FrameSummary(filename, lineno, name, line=line, end_lineno=end_lineno, colno=colno, end_colno=end_colno)
        frame._text = text
        frames.append(frame)
    return frames


def _limited(frames, limit):
    if limit is None:
        limit = getattr(sys, "tracebacklimit", None)
    if limit is None:
        return frames
    return frames[:limit] if limit >= 0 else frames[limit:]


class StackSummary(list):
    @classmethod
    def extract(klass, frame_gen, *, limit=None, lookup_lines=True, capture_locals=False):
        return klass(_limited([FrameSummary(f.f_code.co_filename, line, f.f_code.co_name) for f, line in frame_gen], limit))

    @classmethod
    def from_list(klass, a_list):
        made = klass()
        for frame in a_list:
            if not isinstance(frame, FrameSummary):
                filename, lineno, name, line = frame
                frame = FrameSummary(filename, lineno, name, line=line)
            made.append(frame)
        return made

    def format_frame_summary(self, frame_summary):
        if frame_summary._text is not None:
            return frame_summary._text
        text = f'  File "{frame_summary.filename}", line {frame_summary.lineno}, in {frame_summary.name}\n'
        if frame_summary.line:
            text += f"    {frame_summary.line}\n"
        for key, value in sorted((frame_summary.locals or {}).items()):
            text += f"    {key} = {value}\n"
        return text

    def format(self):
        result = []
        last = None
        count = 0

        def fold():
            if count > _SAME_LINES:
                hidden = count - _SAME_LINES
                result.append(f"  [Previous line repeated {hidden} more time{'s' if hidden > 1 else ''}]\n")

        for frame in self:
            text = self.format_frame_summary(frame)
            if text is None:
                continue
            place = (frame.filename, frame.lineno, frame.name)
            if place != last:
                fold()
                last = place
                count = 0
            count += 1
            if count <= _SAME_LINES:
                result.append(text)
        fold()
        return result


def _text_of(exc_value):
    try:
        return str(exc_value)
    except Exception:
        return "<exception str() failed>"


class TracebackException:
    def __init__(self, exc_type, exc_value, exc_traceback, *, limit=None, lookup_lines=True, capture_locals=False, compact=False, max_group_width=15, max_group_depth=10, _seen=None):
        seen = _seen if _seen is not None else set()
        seen.add(id(exc_value))
        self.stack = StackSummary(_limited(_summaries(exc_traceback), limit)) if exc_traceback is not None else StackSummary()
        self.exc_type = exc_type
        self._value = exc_value
        self._str = _text_of(exc_value)
        self.__notes__ = getattr(exc_value, "__notes__", None)
        self.__suppress_context__ = exc_value.__suppress_context__ if exc_value is not None else False

        def beside(other):
            if other is None or id(other) in seen:
                return None
            return TracebackException(type(other), other, other.__traceback__, limit=limit, _seen=seen)

        self.__cause__ = beside(exc_value.__cause__) if exc_value is not None else None
        self.__context__ = beside(exc_value.__context__) if exc_value is not None else None
        self.exceptions = None
        if isinstance(exc_value, BaseExceptionGroup):
            self.exceptions = [TracebackException(type(e), e, e.__traceback__, limit=limit, _seen=seen) for e in exc_value.exceptions]

    @classmethod
    def from_exception(cls, exc, *args, **keywords):
        return cls(type(exc), exc, exc.__traceback__, *args, **keywords)

    @property
    def exc_type_str(self):
        return self.exc_type.__qualname__

    def __eq__(self, other):
        return self.__dict__ == other.__dict__ if isinstance(other, TracebackException) else NotImplemented

    def __str__(self):
        return self._str

    def format_exception_only(self):
        yield from _only(self._value)

    def format(self, *, chain=True):
        if self.exceptions is not None:
            yield from _io.format_exception(self._value).splitlines(True)
            return
        before = None
        if chain:
            if self.__cause__ is not None:
                before = self.__cause__, "\nThe above exception was the direct cause of the following exception:\n\n"
            elif self.__context__ is not None and not self.__suppress_context__:
                before = self.__context__, "\nDuring handling of the above exception, another exception occurred:\n\n"
        if before is not None:
            yield from before[0].format(chain=chain)
            yield before[1]
        if self.stack:
            yield "Traceback (most recent call last):\n"
            yield from self.stack.format()
        yield from self.format_exception_only()

    def print(self, *, file=None, chain=True):
        (file or sys.stderr).write("".join(self.format(chain=chain)))


_MISSING = object()


def _parts(exc, value, tb):
    if value is _MISSING and tb is _MISSING:
        if exc is not None and not isinstance(exc, BaseException):
            raise TypeError(f"Exception expected for value, {type(exc).__name__} found")
        return exc, exc.__traceback__ if exc is not None else None
    if value is _MISSING or tb is _MISSING:
        raise ValueError("Both or neither of value and tb must be given")
    return value, tb


def _only(exc):
    return _io.exception_text(exc).splitlines(True) if exc is not None else ["NoneType: None\n"]


def format_exception(exc, /, value=_MISSING, tb=_MISSING, limit=None, chain=True):
    value, tb = _parts(exc, value, tb)
    if value is None:
        return ["NoneType: None\n"]
    return list(TracebackException(type(value), value, tb, limit=limit).format(chain=chain))


def format_exception_only(exc, /, value=_MISSING):
    return _only(exc if value is _MISSING else value)


def format_exc(limit=None, chain=True):
    exc = sys.exc_info()[1]
    return "".join(format_exception(exc, limit=limit, chain=chain))


def print_exception(exc, /, value=_MISSING, tb=_MISSING, limit=None, file=None, chain=True):
    (file or sys.stderr).write("".join(format_exception(exc, value, tb, limit, chain)))


def print_exc(limit=None, file=None, chain=True):
    print_exception(sys.exc_info()[1], limit=limit, file=file, chain=chain)


def extract_tb(tb, limit=None):
    return StackSummary(_limited(_summaries(tb), limit)) if tb is not None else StackSummary()


def format_tb(tb, limit=None):
    return extract_tb(tb, limit).format()


def print_tb(tb, limit=None, file=None):
    (file or sys.stderr).write("".join(format_tb(tb, limit)))


def format_list(extracted_list):
    return StackSummary.from_list(extracted_list).format()


def print_list(extracted_list, file=None):
    (file or sys.stderr).write("".join(format_list(extracted_list)))


def _running(limit):
    frames = [f for f in _summaries(None) if f.filename != "<frozen traceback>"]
    return StackSummary(frames[-limit:] if limit is not None and limit >= 0 else frames if limit is None else frames[:-limit])


def extract_stack(f=None, limit=None):
    return _running(limit)


def format_stack(f=None, limit=None):
    return _running(limit).format()


def print_stack(f=None, limit=None, file=None):
    (file or sys.stderr).write("".join(_running(limit).format()))


def walk_tb(tb):
    while tb is not None:
        yield tb.tb_frame, tb.tb_lineno
        tb = tb.tb_next


def clear_frames(tb):
    pass
