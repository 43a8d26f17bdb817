"""Ways to make tasks and to wait for several."""
import contextvars
import inspect
from asyncio import events, exceptions, futures, timeouts
from asyncio._futures import set_unless_cancelled
from asyncio._tasks import Task, all_tasks, current_task, iscoroutine
from asyncio.futures import Future
from types import coroutine

FIRST_COMPLETED, FIRST_EXCEPTION, ALL_COMPLETED = "FIRST_COMPLETED", "FIRST_EXCEPTION", "ALL_COMPLETED"

iscoroutinefunction = inspect.iscoroutinefunction


def create_task(coro, *, name=None, context=None):
    loop = events.get_running_loop()
    if context is None:
        return loop.create_task(coro, name=name)
    return loop.create_task(coro, name=name, context=context)


def ensure_future(coro_or_future, *, loop=None):
    if futures.isfuture(coro_or_future):
        if loop is not None and loop is not coro_or_future._loop:
            raise ValueError("The future belongs to a different loop than the one specified as the loop argument")
        return coro_or_future
    if not iscoroutine(coro_or_future):
        if not inspect.isawaitable(coro_or_future):
            raise TypeError("An asyncio.Future, a coroutine or an awaitable is required")
        coro_or_future = _await(coro_or_future)
    if loop is None:
        loop = events.get_event_loop()
    return loop.create_task(coro_or_future)


async def _await(awaitable):
    return await awaitable


@coroutine
def _next_round():
    yield


async def sleep(delay, result=None):
    if delay <= 0:
        await _next_round()
        return result
    loop = events.get_running_loop()
    future = loop.create_future()
    timer = loop.call_later(delay, set_unless_cancelled, future, result)
    try:
        return await future
    finally:
        timer.cancel()


async def wait(fs, *, timeout=None, return_when=ALL_COMPLETED):
    if futures.isfuture(fs) or iscoroutine(fs):
        raise TypeError(f"expect a list of futures, not {type(fs).__name__}")
    if not fs:
        raise ValueError("Set of Tasks/Futures is empty.")
    if return_when not in (FIRST_COMPLETED, FIRST_EXCEPTION, ALL_COMPLETED):
        raise ValueError(f"Invalid return_when value: {return_when}")
    fs = set(fs)
    if any(iscoroutine(one) for one in fs):
        raise TypeError("Passing coroutines is forbidden, use tasks explicitly.")
    return await _wait(fs, timeout, return_when, events.get_running_loop())


async def _wait(fs, timeout, return_when, loop):
    waiter = loop.create_future()
    left = len(fs)

    def expired():
        if not waiter.done():
            waiter.set_result(None)

    def completed(future):
        nonlocal left
        left -= 1
        failed = return_when == FIRST_EXCEPTION and not future.cancelled() and future.exception() is not None
        if left <= 0 or return_when == FIRST_COMPLETED or failed:
            if timer is not None:
                timer.cancel()
            if not waiter.done():
                waiter.set_result(None)

    done = {one for one in fs if one.done()}
    enough = len(done) == len(fs) or (done and return_when == FIRST_COMPLETED)
    if not enough and return_when == FIRST_EXCEPTION:
        enough = any(not one.cancelled() and one.exception() is not None for one in done)
    if enough:
        return done, fs - done
    left = len(fs) - len(done)
    timer = None if timeout is None else loop.call_later(timeout, expired)
    for one in fs:
        if one not in done:
            one.add_done_callback(completed)
    try:
        await waiter
    finally:
        if timer is not None:
            timer.cancel()
        for one in fs:
            one.remove_done_callback(completed)
    done = {one for one in fs if one.done()}
    return done, fs - done


async def wait_for(fut, timeout):
    if timeout is not None and timeout <= 0:
        fut = ensure_future(fut)
        if fut.done():
            return fut.result()
        await _cancel_and_wait(fut)
        try:
            return fut.result()
        except exceptions.CancelledError as exc:
            raise TimeoutError from exc
    async with timeouts.timeout(timeout):
        return await fut


async def _cancel_and_wait(future):
    loop = events.get_running_loop()
    waiter = loop.create_future()

    def completed(_):
        if not waiter.done():
            waiter.set_result(None)

    future.add_done_callback(completed)
    try:
        future.cancel()
        await waiter
    finally:
        future.remove_done_callback(completed)


class _Gathering(Future):
    """What gather() returns: cancelling it cancels the children."""

    def __init__(self, children, *, loop):
        super().__init__(loop=loop)
        self._children = children
        self._cancel_requested = False

    def cancel(self, msg=None):
        if self.done():
            return False
        found = False
        for child in self._children:
            if child.cancel(msg=msg):
                found = True
        if found:
            self._cancel_requested = True
        return found


def gather(*coros_or_futures, return_exceptions=False):
    if not coros_or_futures:
        outer = events.get_event_loop().create_future()
        outer.set_result([])
        return outer
    finished = 0
    outer = None

    def child_done(child):
        nonlocal finished
        finished += 1
        if outer is None or outer.done():
            if not child.cancelled():
                child.exception()
            return
        if not return_exceptions:
            if child.cancelled():
                outer.set_exception(child._cancellation())
                return
            if child.exception() is not None:
                outer.set_exception(child.exception())
                return
        if finished == len(made):
            results = []
            for one in children:
                if one.cancelled():
                    results.append(exceptions.CancelledError("" if one._cancel_message is None else one._cancel_message))
                else:
                    exc = one.exception()
                    results.append(one.result() if exc is None else exc)
            if outer._cancel_requested:
                outer.set_exception(child._cancellation() if child.cancelled() else exceptions.CancelledError())
            else:
                outer.set_result(results)

    made = {}
    children = []
    loop = None
    done_now = []
    for item in coros_or_futures:
        if item not in made:
            future = ensure_future(item, loop=loop)
            if loop is None:
                loop = future._loop
            made[item] = future
            if future.done():
                done_now.append(future)
            else:
                future.add_done_callback(child_done)
        children.append(made[item])
    outer = _Gathering(children, loop=loop)
    for future in done_now:
        child_done(future)
    return outer


def shield(arg):
    inner = ensure_future(arg)
    if inner.done():
        return inner
    outer = inner._loop.create_future()

    def inner_done(inner):
        if outer.cancelled():
            if not inner.cancelled():
                inner.exception()
        elif inner.cancelled():
            outer.cancel()
        elif inner.exception() is not None:
            outer.set_exception(inner.exception())
        else:
            outer.set_result(inner.result())

    def outer_done(outer):
        if not inner.done():
            inner.remove_done_callback(inner_done)

    inner.add_done_callback(inner_done)
    outer.add_done_callback(outer_done)
    return outer


def as_completed(fs, *, timeout=None):
    if futures.isfuture(fs) or iscoroutine(fs):
        raise TypeError(f"expect an iterable of futures, not {type(fs).__name__}")
    from asyncio.queues import Queue

    done = Queue()
    loop = events.get_event_loop()
    todo = {ensure_future(one, loop=loop) for one in dict.fromkeys(fs)}
    timer = None

    def expired():
        for one in todo:
            one.remove_done_callback(completed)
            done.put_nowait(None)
        todo.clear()

    def completed(future):
        if not todo:
            return
        todo.remove(future)
        done.put_nowait(future)
        if not todo and timer is not None:
            timer.cancel()

    async def next_one():
        future = await done.get()
        if future is None:
            raise TimeoutError
        return future.result()

    for one in todo:
        one.add_done_callback(completed)
    if todo and timeout is not None:
        timer = loop.call_later(timeout, expired)
    for _ in range(len(todo)):
        yield next_one()


async def to_thread(func, /, *args, **keywords):
    context = contextvars.copy_context()
    return await events.get_running_loop().run_in_executor(None, lambda: context.run(func, *args, **keywords))


def run_coroutine_threadsafe(coro, loop):
    if not iscoroutine(coro):
        raise TypeError("A coroutine object is required")
    return ensure_future(coro, loop=loop)
