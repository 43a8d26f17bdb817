"""Coroutines that the loop drives: what of asyncio.tasks is C in CPython."""
import contextvars
from asyncio import events, exceptions
from asyncio._futures import Future
from types import CoroutineType, GeneratorType

_all_tasks = []
_current = {}
_named = 0


def iscoroutine(obj):
    from collections.abc import Coroutine

    return isinstance(obj, (CoroutineType, Coroutine))


class Task(Future):
    __module__ = "_asyncio"

    def __init__(self, coro, *, loop=None, name=None, context=None, eager_start=False):
        global _named
        super().__init__(loop=loop)
        if not iscoroutine(coro):
            raise TypeError(f"a coroutine was expected, got {coro!r}")
        if name is None:
            _named += 1
            name = f"Task-{_named}"
        self._name = str(name)
        self._coro = coro
        self._waiter = None
        self._must_cancel = False
        self._cancel_requests = 0
        self._context = contextvars.copy_context() if context is None else context
        _all_tasks.append(self)
        self._loop.call_soon(self._step, context=self._context)

    def _shown(self):
        found = super()._shown()
        if self._state == "PENDING" and self._cancel_requests:
            found[0] = "cancelling"
        code = getattr(self._coro, "cr_code", None)
        name = getattr(self._coro, "__qualname__", repr(self._coro))
        shown = f"<{name}() {'done' if self.done() else 'running'}"
        if code is not None:
            frame = getattr(self._coro, "cr_frame", None)
            line = code.co_firstlineno if frame is None else frame.f_lineno
            shown += f"{', defined' if self.done() else ''} at {code.co_filename}:{line}"
        extra = [] if self._waiter is None else [f"wait_for={self._waiter!r}"]
        return [found[0], f"name={self._name!r}", f"coro={shown}>", *extra, *found[1:]]

    def get_coro(self):
        return self._coro

    def get_context(self):
        return self._context

    def get_name(self):
        return self._name

    def set_name(self, value):
        self._name = str(value)

    def set_result(self, result):
        raise RuntimeError("Task does not support set_result operation")

    def set_exception(self, exception):
        raise RuntimeError("Task does not support set_exception operation")

    def cancel(self, msg=None):
        self._retrieved = True
        if self.done():
            return False
        self._cancel_requests += 1
        if self._waiter is not None and self._waiter.cancel(msg=msg):
            return True
        self._must_cancel = True
        self._cancel_message = msg
        return True

    def cancelling(self):
        return self._cancel_requests

    def uncancel(self):
        if self._cancel_requests > 0:
            self._cancel_requests -= 1
        return self._cancel_requests

    def _finish(self):
        if self in _all_tasks:
            _all_tasks.remove(self)

    def _step(self, exc=None):
        if self.done():
            raise exceptions.InvalidStateError(f"_step(): already done: {self!r}, {exc!r}")
        if self._must_cancel:
            if not isinstance(exc, exceptions.CancelledError):
                exc = self._cancellation()
            self._must_cancel = False
        self._waiter = None
        previous = _current.get(self._loop)
        _current[self._loop] = self
        try:
            waiting_for = self._coro.send(None) if exc is None else self._coro.throw(exc)
        except StopIteration as stop:
            if self._must_cancel:
                self._must_cancel = False
                super().cancel(msg=self._cancel_message)
            else:
                super().set_result(stop.value)
            self._finish()
        except exceptions.CancelledError as cancelled:
            self._cancelled_by = cancelled
            super().cancel()
            self._finish()
        except (KeyboardInterrupt, SystemExit) as raised:
            super().set_exception(raised)
            self._finish()
            raise
        except BaseException as raised:
            super().set_exception(raised)
            self._finish()
        else:
            self._wait(waiting_for)
        finally:
            if previous is None:
                del _current[self._loop]
            else:
                _current[self._loop] = previous
            self = None

    _cancelled_by = None

    def _cancellation(self):
        found, self._cancelled_by = self._cancelled_by, None
        return found if found is not None else super()._cancellation()

    def _wait(self, what):
        problem = None
        blocking = getattr(what, "_asyncio_future_blocking", None)
        if what is None:
            self._loop.call_soon(self._step, context=self._context)
        elif blocking is not None:
            if what._loop is not self._loop:
                problem = f"Task {self!r} got Future {what!r} attached to a different loop"
            elif not blocking:
                problem = f"yield was used instead of yield from in task {self!r} with {what!r}"
            elif what is self:
                problem = f"Task cannot await on itself: {self!r}"
            else:
                what._asyncio_future_blocking = False
                what.add_done_callback(self._wake, context=self._context)
                self._waiter = what
                if self._must_cancel and what.cancel(msg=self._cancel_message):
                    self._must_cancel = False
        elif isinstance(what, GeneratorType):
            problem = f"yield was used instead of yield from for generator in task {self!r} with {what!r}"
        else:
            problem = f"Task got bad yield: {what!r}"
        if problem is not None:
            self._loop.call_soon(self._step, RuntimeError(problem), context=self._context)

    def _wake(self, future):
        try:
            future.result()
        except BaseException as exc:
            self._step(exc)
        else:
            self._step()
        self = None


def current_task(loop=None):
    return _current.get(events.get_running_loop() if loop is None else loop)


def all_tasks(loop=None):
    if loop is None:
        loop = events.get_running_loop()
    return {task for task in _all_tasks if task._loop is loop and not task.done()}
