"""Tasks that end together."""
from asyncio import events, exceptions, tasks


class TaskGroup:
    def __init__(self):
        self._entered = self._exiting = self._aborting = False
        self._loop = self._parent = self._wait_for_children = None
        self._parent_cancel_requested = False
        self._tasks = set()
        self._errors = []
        self._base_error = None

    def __repr__(self):
        info = [""]
        if self._tasks:
            info.append(f"tasks={len(self._tasks)}")
        if self._errors:
            info.append(f"errors={len(self._errors)}")
        if self._aborting:
            info.append("cancelling")
        elif self._entered:
            info.append("entered")
        return f"<TaskGroup{' '.join(info)}>"

    async def __aenter__(self):
        if self._entered:
            raise RuntimeError(f"TaskGroup {self!r} has already been entered")
        self._entered = True
        self._loop = events.get_running_loop()
        self._parent = tasks.current_task(self._loop)
        if self._parent is None:
            raise RuntimeError(f"TaskGroup {self!r} cannot determine the parent task")
        return self

    async def __aexit__(self, exc_type, exc, tb):
        self._exiting = True
        try:
            return await self._leave(exc_type, exc)
        finally:
            self._parent = None
            self._errors = None
            self._base_error = None

    async def _leave(self, exc_type, exc):
        if exc is not None and self._is_base_error(exc) and self._base_error is None:
            self._base_error = exc
        cancellation = exc if exc_type is not None and issubclass(exc_type, exceptions.CancelledError) else None
        if self._parent_cancel_requested:
            if self._parent.uncancel() == 0:
                cancellation = None
        if exc_type is not None and not self._aborting:
            self._abort()
        while self._tasks:
            if self._wait_for_children is None:
                self._wait_for_children = self._loop.create_future()
            try:
                await self._wait_for_children
            except exceptions.CancelledError as cancelled:
                if not self._aborting:
                    cancellation = cancelled
                    self._abort()
            self._wait_for_children = None
        if self._base_error is not None:
            raise self._base_error
        if cancellation is not None and not self._errors:
            raise cancellation
        if exc_type is not None and not issubclass(exc_type, exceptions.CancelledError):
            self._errors.append(exc)
        if self._errors:
            raise BaseExceptionGroup("unhandled errors in a TaskGroup", self._errors) from None

    def create_task(self, coro, *, name=None, context=None):
        if not self._entered:
            raise RuntimeError(f"TaskGroup {self!r} has not been entered")
        if self._exiting and not self._tasks:
            raise RuntimeError(f"TaskGroup {self!r} is finished")
        if self._aborting:
            raise RuntimeError(f"TaskGroup {self!r} is shutting down")
        task = self._loop.create_task(coro, name=name, context=context)
        if task.done():
            self._child_done(task)
        else:
            self._tasks.add(task)
            task.add_done_callback(self._child_done)
        return task

    def _is_base_error(self, exc):
        return isinstance(exc, (SystemExit, KeyboardInterrupt))

    def _abort(self):
        self._aborting = True
        for task in self._tasks:
            if not task.done():
                task.cancel()

    def _child_done(self, task):
        self._tasks.discard(task)
        if self._wait_for_children is not None and not self._tasks and not self._wait_for_children.done():
            self._wait_for_children.set_result(True)
        if task.cancelled():
            return
        exc = task.exception()
        if exc is None:
            return
        self._errors.append(exc)
        if self._is_base_error(exc) and self._base_error is None:
            self._base_error = exc
        if self._parent.done():
            self._loop.call_exception_handler({"message": f"Task {task!r} has errored out but its parent task {self._parent} is already completed", "exception": exc, "task": task})
            return
        if not self._aborting and not self._parent_cancel_requested:
            self._abort()
            self._parent_cancel_requested = True
            self._parent.cancel()
