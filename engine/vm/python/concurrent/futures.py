"""Executors on the one thread: what is submitted runs at once, and its future is done."""
CancelledError = type("CancelledError", (Exception,), {"__module__": "concurrent.futures._base"})
TimeoutError = TimeoutError
FIRST_COMPLETED, FIRST_EXCEPTION, ALL_COMPLETED = "FIRST_COMPLETED", "FIRST_EXCEPTION", "ALL_COMPLETED"


class InvalidStateError(Exception):
    pass


class Future:
    def __init__(self):
        self._state, self._result, self._error = "PENDING", None, None
        self._callbacks = []

    def __repr__(self):
        if self._state != "FINISHED":
            return f"<Future at {id(self):#x} state={self._state.lower()}>"
        outcome = f"raised {type(self._error).__name__}" if self._error is not None else f"returned {type(self._result).__name__}"
        return f"<Future at {id(self):#x} state=finished {outcome}>"

    def cancel(self):
        if self._state == "FINISHED":
            return False
        self._state = "CANCELLED"
        self._call_back()
        return True

    def cancelled(self):
        return self._state == "CANCELLED"

    def running(self):
        return False

    def done(self):
        return self._state != "PENDING"

    def _wait(self):
        if self._state == "CANCELLED":
            raise CancelledError
        if self._state == "PENDING":
            raise TimeoutError

    def result(self, timeout=None):
        self._wait()
        if self._error is not None:
            raise self._error
        return self._result

    def exception(self, timeout=None):
        self._wait()
        return self._error

    def add_done_callback(self, fn):
        if self.done():
            fn(self)
        else:
            self._callbacks.append(fn)

    def _call_back(self):
        for fn in self._callbacks:
            fn(self)

    def _finish(self, result, error):
        if self.done():
            raise InvalidStateError(f"{self._state}: {self!r}")
        self._state, self._result, self._error = "FINISHED", result, error
        self._call_back()

    def set_result(self, result):
        self._finish(result, None)

    def set_exception(self, exception):
        self._finish(None, exception)


class Executor:
    def __init__(self, max_workers=None, thread_name_prefix="", initializer=None, initargs=(), **keywords):
        if max_workers is not None and max_workers <= 0:
            raise ValueError("max_workers must be greater than 0")
        self._max_workers = max_workers or 1
        self._shut = False
        if initializer is not None:
            initializer(*initargs)

    def submit(self, fn, /, *args, **kwargs):
        if self._shut:
            raise RuntimeError("cannot schedule new futures after shutdown")
        future = Future()
        try:
            result = fn(*args, **kwargs)
        except Exception as error:
            future.set_exception(error)
        else:
            future.set_result(result)
        return future

    def map(self, fn, *iterables, timeout=None, chunksize=1):
        futures = [self.submit(fn, *args) for args in zip(*iterables)]
        return (future.result() for future in futures)

    def shutdown(self, wait=True, *, cancel_futures=False):
        self._shut = True

    def __enter__(self):
        return self

    def __exit__(self, *exc_info):
        self.shutdown()
        return False


class ThreadPoolExecutor(Executor):
    pass


class ProcessPoolExecutor(Executor):
    pass


def as_completed(fs, timeout=None):
    return iter(list(fs))


class DoneAndNotDoneFutures(tuple):
    done = property(lambda self: self[0])
    not_done = property(lambda self: self[1])

    def __repr__(self):
        return f"DoneAndNotDoneFutures(done={self[0]!r}, not_done={self[1]!r})"


def wait(fs, timeout=None, return_when=ALL_COMPLETED):
    fs = set(fs)
    return DoneAndNotDoneFutures(({f for f in fs if f.done()}, {f for f in fs if not f.done()}))
