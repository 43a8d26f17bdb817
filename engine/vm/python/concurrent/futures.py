"""Calls that run in a pool. There is one thread here: a call runs when it is submitted."""
import logging as _logging
import types as _types
from collections import namedtuple as _namedtuple
from itertools import count as _count

__all__ = [
    "FIRST_COMPLETED", "FIRST_EXCEPTION", "ALL_COMPLETED", "CancelledError", "TimeoutError", "InvalidStateError", "BrokenExecutor",
    "Future", "Executor", "wait", "as_completed", "ThreadPoolExecutor",
    "ProcessPoolExecutor"]

FIRST_COMPLETED, FIRST_EXCEPTION, ALL_COMPLETED = "FIRST_COMPLETED", "FIRST_EXCEPTION", "ALL_COMPLETED"
_PENDING, _RUNNING, _CANCELLED, _FINISHED = "PENDING", "RUNNING", "CANCELLED", "FINISHED"
TimeoutError = TimeoutError


class Error(Exception):
    __module__ = "concurrent.futures._base"


class CancelledError(Error):
    __module__ = "concurrent.futures._base"


class InvalidStateError(Error):
    __module__ = "concurrent.futures._base"


class BrokenExecutor(RuntimeError):
    __module__ = "concurrent.futures._base"


class Future:
    __module__ = "concurrent.futures._base"
    __class_getitem__ = classmethod(_types.GenericAlias)

    def __init__(self):
        self._state = _PENDING
        self._result = self._exception = None
        self._done_callbacks = []

    def __repr__(self):
        text = f"<{type(self).__name__} at {id(self):#x} state={self._state.lower()}"
        if self._state == _FINISHED:
            text += f" raised {type(self._exception).__name__}" if self._exception else f" returned {type(self._result).__name__}"
        return text + ">"

    def cancel(self):
        if self._state in (_RUNNING, _FINISHED):
            return False
        if self._state != _CANCELLED:
            self._end(_CANCELLED)
        return True

    def cancelled(self):
        return self._state == _CANCELLED

    def running(self):
        return self._state == _RUNNING

    def done(self):
        return self._state in (_CANCELLED, _FINISHED)

    def result(self, timeout=None):
        self._expect_done()
        if self._exception:
            try:
                raise self._exception
            finally:
                self = None  # no cycle through the traceback
        return self._result

    def exception(self, timeout=None):
        self._expect_done()
        return self._exception

    def _expect_done(self):
        if self._state == _CANCELLED:
            raise CancelledError()
        if self._state != _FINISHED:
            raise TimeoutError()  # nobody else could end it

    def add_done_callback(self, fn):
        if self.done():
            self._call(fn)
        else:
            self._done_callbacks.append(fn)

    def _call(self, fn):
        try:
            fn(self)
        except Exception:
            _logging.getLogger("concurrent.futures").exception("exception calling callback for %r", self)

    def _end(self, state):
        self._state = state
        for fn in self._done_callbacks:
            self._call(fn)

    def set_running_or_notify_cancel(self):
        if self._state == _CANCELLED:
            return False
        if self._state != _PENDING:
            raise RuntimeError("Future in unexpected state")
        self._state = _RUNNING
        return True

    def set_result(self, result):
        self._expect_open()
        self._result = result
        self._end(_FINISHED)

    def set_exception(self, exception):
        self._expect_open()
        self._exception = exception
        self._end(_FINISHED)

    def _expect_open(self):
        if self.done():
            raise InvalidStateError(f"{self._state}: {self!r}")


class Executor:
    def submit(self, fn, /, *args, **kwargs):
        raise NotImplementedError()

    def map(self, fn, *iterables, timeout=None, chunksize=1):
        futures = [self.submit(fn, *args) for args in zip(*iterables)]
        return (future.result() for future in futures)

    def shutdown(self, wait=True, *, cancel_futures=False):
        pass

    def __enter__(self):
        return self

    def __exit__(self, exc_type, exc_val, exc_tb):
        self.shutdown(wait=True)
        return False


class ThreadPoolExecutor(Executor):
    _counter = _count().__next__

    def __init__(self, max_workers=None, thread_name_prefix="", initializer=None, initargs=()):
        if max_workers is not None and max_workers <= 0:
            raise ValueError("max_workers must be greater than 0")
        if initializer is not None and not callable(initializer):
            raise TypeError("initializer must be a callable")
        self._max_workers = max_workers or 5
        self._initializer = initializer
        self._initargs = initargs
        self._shutdown = False

    def submit(self, fn, /, *args, **kwargs):
        if self._shutdown:
            raise RuntimeError("cannot schedule new futures after shutdown")
        if self._initializer is not None:
            initializer, self._initializer = self._initializer, None
            initializer(*self._initargs)
        future = Future()
        future.set_running_or_notify_cancel()
        try:
            result = fn(*args, **kwargs)
        except BaseException as error:
            future.set_exception(error)
        else:
            future.set_result(result)
        return future

    def shutdown(self, wait=True, *, cancel_futures=False):
        self._shutdown = True


class ProcessPoolExecutor(ThreadPoolExecutor):
    def __init__(self, max_workers=None, mp_context=None, initializer=None, initargs=(), *, max_tasks_per_child=None):
        super().__init__(max_workers, "", initializer, initargs)


_DoneAndNotDone = _namedtuple("DoneAndNotDoneFutures", "done not_done", module="concurrent.futures._base")


def wait(fs, timeout=None, return_when=ALL_COMPLETED):
    if return_when not in (FIRST_COMPLETED, FIRST_EXCEPTION, ALL_COMPLETED):
        raise ValueError(f"Invalid return condition: {return_when!r}")
    fs = set(fs)
    done = {future for future in fs if future.done()}
    return _DoneAndNotDone(done, fs - done)


def as_completed(fs, timeout=None):
    fs = list(dict.fromkeys(fs))
    yield from (future for future in fs if future.done())
    waiting = [future for future in fs if not future.done()]
    if waiting:
        raise TimeoutError(f"{len(waiting)} (of {len(fs)}) futures unfinished")
