"""From plain code to a loop: run() and Runner."""
from asyncio import events, tasks
from asyncio.tasks import iscoroutine


class Runner:
    def __init__(self, *, debug=None, loop_factory=None):
        self._state = "created"
        self._debug = debug
        self._loop_factory = loop_factory
        self._loop = None
        self._context = None

    def __enter__(self):
        self._begin()
        return self

    def __exit__(self, exc_type, exc, tb):
        self.close()

    def _begin(self):
        import contextvars

        if self._state == "closed":
            raise RuntimeError("Runner is closed")
        if self._state == "ready":
            return
        self._loop = events.new_event_loop() if self._loop_factory is None else self._loop_factory()
        if self._loop_factory is None:
            events.set_event_loop(self._loop)
        if self._debug is not None:
            self._loop.set_debug(self._debug)
        self._context = contextvars.copy_context()
        self._state = "ready"

    def close(self):
        if self._state != "ready":
            return
        try:
            _cancel_all(self._loop)
            self._loop.run_until_complete(self._loop.shutdown_asyncgens())
            self._loop.run_until_complete(self._loop.shutdown_default_executor())
        finally:
            if self._loop_factory is None:
                events.set_event_loop(None)
            self._loop.close()
            self._loop = None
            self._state = "closed"

    def get_loop(self):
        self._begin()
        return self._loop

    def run(self, coro, *, context=None):
        if not iscoroutine(coro):
            raise ValueError(f"a coroutine was expected, got {coro!r}")
        if events._get_running_loop() is not None:
            raise RuntimeError("Runner.run() cannot be called from a running event loop")
        self._begin()
        task = self._loop.create_task(coro, context=self._context if context is None else context)
        return self._loop.run_until_complete(task)


def run(main, *, debug=None, loop_factory=None):
    if events._get_running_loop() is not None:
        raise RuntimeError("asyncio.run() cannot be called from a running event loop")
    with Runner(debug=debug, loop_factory=loop_factory) as runner:
        return runner.run(main)


def _cancel_all(loop):
    left = tasks.all_tasks(loop)
    if not left:
        return
    for task in left:
        task.cancel()
    loop.run_until_complete(tasks.gather(*left, return_exceptions=True))
    for task in left:
        if not task.cancelled() and task.exception() is not None:
            loop.call_exception_handler({"message": "unhandled exception during asyncio.run() shutdown", "exception": task.exception(), "task": task})
