"""A result that is not there yet."""
import contextvars
from asyncio import events
from asyncio.exceptions import CancelledError, InvalidStateError

_PENDING, _CANCELLED, _FINISHED = "PENDING", "CANCELLED", "FINISHED"


def isfuture(obj):
    return hasattr(type(obj), "_asyncio_future_blocking") and obj._asyncio_future_blocking is not None


class Future:
    __module__ = "_asyncio"
    _asyncio_future_blocking = False
    _state = _PENDING
    _result = _exception = _cancel_message = None
    _retrieved = True

    def __init__(self, *, loop=None):
        self._loop = events.get_event_loop() if loop is None else loop
        self._callbacks = []

    def __class_getitem__(cls, item):
        from _types import GenericAlias

        return GenericAlias(cls, item)

    def __del__(self):
        if not self._retrieved:
            message = f"{type(self).__name__} exception was never retrieved"
            self._loop.call_exception_handler({"message": message, "exception": self._exception, "future": self})

    def _shown(self):
        if self._state == _CANCELLED:
            return ["cancelled"]
        if self._state == _PENDING:
            return ["pending"]
        if self._exception is not None:
            return ["finished", f"exception={self._exception!r}"]
        return ["finished", f"result={self._result!r}"]

    def __repr__(self):
        return f"<{' '.join([type(self).__name__, *self._shown()])}>"

    def get_loop(self):
        return self._loop

    def cancelled(self):
        return self._state == _CANCELLED

    def done(self):
        return self._state != _PENDING

    def cancel(self, msg=None):
        self._retrieved = True
        if self._state != _PENDING:
            return False
        self._state = _CANCELLED
        self._cancel_message = msg
        self._schedule_callbacks()
        return True

    def _cancellation(self):
        return CancelledError() if self._cancel_message is None else CancelledError(self._cancel_message)

    def result(self):
        if self._state == _CANCELLED:
            raise self._cancellation()
        if self._state != _FINISHED:
            raise InvalidStateError("Result is not set.")
        self._retrieved = True
        if self._exception is not None:
            raise self._exception
        return self._result

    def exception(self):
        if self._state == _CANCELLED:
            raise self._cancellation()
        if self._state != _FINISHED:
            raise InvalidStateError("Exception is not set.")
        self._retrieved = True
        return self._exception

    def add_done_callback(self, fn, *, context=None):
        if self._state != _PENDING:
            self._loop.call_soon(fn, self, context=context)
        else:
            self._callbacks.append((fn, contextvars.copy_context() if context is None else context))

    def remove_done_callback(self, fn):
        kept = [pair for pair in self._callbacks if pair[0] != fn]
        removed = len(self._callbacks) - len(kept)
        self._callbacks[:] = kept
        return removed

    def _schedule_callbacks(self):
        callbacks, self._callbacks = self._callbacks, []
        for fn, context in callbacks:
            self._loop.call_soon(fn, self, context=context)

    def set_result(self, result):
        if self._state != _PENDING:
            raise InvalidStateError("invalid state")
        self._result = result
        self._state = _FINISHED
        self._schedule_callbacks()

    def set_exception(self, exception):
        if self._state != _PENDING:
            raise InvalidStateError("invalid state")
        if isinstance(exception, type):
            exception = exception()
        if not isinstance(exception, BaseException):
            raise TypeError("invalid exception object")
        if isinstance(exception, StopIteration):
            replaced = RuntimeError("StopIteration interacts badly with generators and cannot be raised into a Future")
            replaced.__cause__ = replaced.__context__ = exception
            exception = replaced
        self._exception = exception
        self._retrieved = False
        self._state = _FINISHED
        self._schedule_callbacks()

    def __await__(self):
        if self._state == _PENDING:
            self._asyncio_future_blocking = True
            yield self
        if self._state == _PENDING:
            raise RuntimeError("await wasn't used with future")
        return self.result()

    __iter__ = __await__


def set_unless_cancelled(future, result):
    if not future.cancelled():
        future.set_result(result)
