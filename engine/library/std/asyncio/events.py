"""The event loop: callbacks that are ready, and callbacks with a time."""
import contextvars
import sys
import time
from collections import deque
from heapq import heappop, heappush

# Timers this close together go off together, as a poll with a resolution of milliseconds has it.
_GROUPED = 0.001

_running_loop = None
_current_loop = None
_loop_was_set = False


class Handle:
    def __init__(self, callback, args, loop, context=None):
        self._context = contextvars.copy_context() if context is None else context
        self._callback = callback
        self._args = args
        self._loop = loop
        self._cancelled = False

    def cancel(self):
        if not self._cancelled:
            self._cancelled = True
            self._callback = self._args = None

    def cancelled(self):
        return self._cancelled

    def get_context(self):
        return self._context

    def _run(self):
        try:
            self._context.run(self._callback, *self._args)
        except (SystemExit, KeyboardInterrupt):
            raise
        except BaseException as exc:
            callback = getattr(self._callback, "__qualname__", repr(self._callback))
            self._loop.call_exception_handler({"message": f"Exception in callback {callback}", "exception": exc, "handle": self})

    def __repr__(self):
        if self._cancelled:
            return f"<{type(self).__name__} cancelled>"
        return f"<{type(self).__name__} {getattr(self._callback, '__qualname__', self._callback)}()>"


class TimerHandle(Handle):
    _made = 0

    def __init__(self, when, callback, args, loop, context=None):
        super().__init__(callback, args, loop, context)
        self._when = when
        TimerHandle._made += 1
        self._order = TimerHandle._made

    def when(self):
        return self._when

    def __lt__(self, other):
        return (self._when, self._order) < (other._when, other._order)


class AbstractEventLoop:
    pass


class EventLoop(AbstractEventLoop):
    def __init__(self):
        self._ready = deque()
        self._scheduled = []
        self._stopping = self._running = self._closed = False
        self._exception_handler = None
        self._task_factory = None
        self._debug = False
        self._generators = []

    def __repr__(self):
        return f"<_UnixSelectorEventLoop running={self._running} closed={self._closed} debug={self._debug}>"

    def time(self):
        return time.monotonic()

    # ---- callbacks ----

    def call_soon(self, callback, *args, context=None):
        self._check_closed()
        handle = Handle(callback, args, self, context)
        self._ready.append(handle)
        return handle

    call_soon_threadsafe = call_soon

    def call_later(self, delay, callback, *args, context=None):
        if delay is None:
            raise TypeError("delay must not be None")
        return self.call_at(self.time() + delay, callback, *args, context=context)

    def call_at(self, when, callback, *args, context=None):
        if when is None:
            raise TypeError("when cannot be None")
        self._check_closed()
        handle = TimerHandle(when, callback, args, self, context)
        heappush(self._scheduled, handle)
        return handle

    # ---- futures and tasks ----

    def create_future(self):
        from asyncio.futures import Future

        return Future(loop=self)

    def create_task(self, coro, *, name=None, context=None):
        from asyncio.tasks import Task

        self._check_closed()
        if self._task_factory is None:
            return Task(coro, loop=self, name=name, context=context)
        task = self._task_factory(self, coro) if context is None else self._task_factory(self, coro, context=context)
        if name is not None:
            task.set_name(name)
        return task

    def set_task_factory(self, factory):
        if factory is not None and not callable(factory):
            raise TypeError("task factory must be a callable or None")
        self._task_factory = factory

    def get_task_factory(self):
        return self._task_factory

    def run_in_executor(self, executor, func, *args):
        """There are no threads: the function runs now, and its result arrives with the next round."""
        self._check_closed()
        future = self.create_future()
        try:
            result = func(*args)
        except Exception as exc:
            self.call_soon(lambda exc=exc: future.cancelled() or future.set_exception(exc))
        else:
            self.call_soon(lambda: future.cancelled() or future.set_result(result))
        return future

    # ---- running ----

    def _check_closed(self):
        if self._closed:
            raise RuntimeError("Event loop is closed")

    def _check_running(self):
        if self._running:
            raise RuntimeError("This event loop is already running")
        if _running_loop is not None:
            raise RuntimeError("Cannot run the event loop while another loop is running")

    def run_forever(self):
        global _running_loop
        self._check_closed()
        self._check_running()
        self._running = True
        previous, _running_loop = _running_loop, self
        sys.set_asyncgen_hooks(firstiter=self._generator_began, finalizer=self._generator_dropped)
        try:
            while True:
                self._run_once()
                if self._stopping:
                    break
        finally:
            self._stopping = self._running = False
            _running_loop = previous
            sys.set_asyncgen_hooks(firstiter=None, finalizer=None)

    def run_until_complete(self, future):
        from asyncio.futures import isfuture
        from asyncio.tasks import ensure_future

        self._check_closed()
        self._check_running()
        new_task = not isfuture(future)
        future = ensure_future(future, loop=self)

        def done(future):
            if not future.cancelled() and isinstance(future.exception(), (SystemExit, KeyboardInterrupt)):
                return
            self.stop()

        future.add_done_callback(done)
        try:
            self.run_forever()
        except BaseException:
            if new_task and future.done() and not future.cancelled():
                future.exception()
            raise
        finally:
            future.remove_done_callback(done)
        if not future.done():
            raise RuntimeError("Event loop stopped before Future completed.")
        return future.result()

    def _run_once(self):
        scheduled = self._scheduled
        while scheduled and scheduled[0]._cancelled:
            heappop(scheduled)
        if scheduled:
            first = scheduled[0]._when
            if not self._ready and not self._stopping:
                wait = first - self.time()
                if wait > 0:
                    time.sleep(min(wait, 86400))
            due = min(self.time(), first + _GROUPED)
            while scheduled and scheduled[0]._when <= due:
                handle = heappop(scheduled)
                if not handle._cancelled:
                    self._ready.append(handle)
        elif not self._ready and not self._stopping:
            raise RuntimeError("deadlock: every task waits, and nothing is left to run")
        for _ in range(len(self._ready)):
            handle = self._ready.popleft()
            if not handle._cancelled:
                handle._run()

    def stop(self):
        self._stopping = True

    def is_running(self):
        return self._running

    def is_closed(self):
        return self._closed

    def close(self):
        if self._running:
            raise RuntimeError("Cannot close a running event loop")
        self._closed = True
        self._ready.clear()
        self._scheduled.clear()

    # ---- asynchronous generators that were begun ----

    def _generator_began(self, generator):
        from weakref import ref

        self._generators.append(ref(generator))

    def _generator_dropped(self, generator):
        if not self._closed:
            self.call_soon(self.create_task, generator.aclose())

    async def shutdown_asyncgens(self):
        from asyncio.tasks import gather

        closing = [generator for generator in [known() for known in self._generators] if generator is not None]
        self._generators = []
        if closing:
            await gather(*[generator.aclose() for generator in closing], return_exceptions=True)

    async def shutdown_default_executor(self, timeout=None):
        pass

    # ---- mistakes in callbacks ----

    def get_exception_handler(self):
        return self._exception_handler

    def set_exception_handler(self, handler):
        if handler is not None and not callable(handler):
            raise TypeError(f"A callable object or None is expected, got {handler!r}")
        self._exception_handler = handler

    def default_exception_handler(self, context):
        import traceback

        lines = [context.get("message") or "Unhandled exception in event loop"]
        lines += [f"{key}: {context[key]!r}" for key in sorted(context) if key not in ("message", "exception")]
        text = "\n".join(lines) + "\n"
        exc = context.get("exception")
        if exc is not None:
            text += "".join(traceback.format_exception(exc))
        sys.stderr.write(text)

    def call_exception_handler(self, context):
        if self._exception_handler is None:
            self.default_exception_handler(context)
        else:
            self._exception_handler(self, context)

    def get_debug(self):
        return self._debug

    def set_debug(self, enabled):
        self._debug = enabled


def get_running_loop():
    if _running_loop is None:
        raise RuntimeError("no running event loop")
    return _running_loop


def _get_running_loop():
    return _running_loop


def new_event_loop():
    return EventLoop()


def set_event_loop(loop):
    global _current_loop, _loop_was_set
    if loop is not None and not isinstance(loop, AbstractEventLoop):
        raise TypeError(f"loop must be an instance of AbstractEventLoop or None, not '{type(loop).__name__}'")
    _current_loop, _loop_was_set = loop, True


def get_event_loop():
    if _running_loop is not None:
        return _running_loop
    if _current_loop is None:
        if _loop_was_set:
            raise RuntimeError("There is no current event loop in thread 'MainThread'.")
        import warnings

        warnings.warn("There is no current event loop", DeprecationWarning, stacklevel=2)
        set_event_loop(new_event_loop())
    return _current_loop


class DefaultEventLoopPolicy:
    def get_event_loop(self):
        return get_event_loop()

    def set_event_loop(self, loop):
        set_event_loop(loop)

    def new_event_loop(self):
        return new_event_loop()


_policy = DefaultEventLoopPolicy()


def get_event_loop_policy():
    return _policy


def set_event_loop_policy(policy):
    global _policy
    _policy = DefaultEventLoopPolicy() if policy is None else policy
