"""What tasks wait for each other with."""
from asyncio import events, exceptions
from collections import deque


class _Waiting:
    """Futures of the tasks that wait, and the loop they belong to."""

    _loop = None

    def __init__(self):
        self._waiters = deque()

    def _future(self):
        loop = events.get_running_loop()
        if self._loop is None:
            self._loop = loop
        if loop is not self._loop:
            raise RuntimeError(f"{self!r} is bound to a different event loop")
        future = loop.create_future()
        self._waiters.append(future)
        return future

    def _wake_first(self):
        for future in self._waiters:
            if not future.done():
                future.set_result(True)
                return True
        return False

    def _describe(self, state):
        if self._waiters:
            state += f", waiters:{len(self._waiters)}"
        return f"<asyncio.locks.{type(self).__name__} object at {id(self):#x} [{state}]>"


class _WithBlock:
    async def __aenter__(self):
        await self.acquire()

    async def __aexit__(self, exc_type, exc, tb):
        self.release()


class Lock(_WithBlock, _Waiting):
    def __init__(self):
        super().__init__()
        self._locked = False

    def __repr__(self):
        return self._describe("locked" if self._locked else "unlocked")

    def locked(self):
        return self._locked

    async def acquire(self):
        if not self._locked and all(waiter.cancelled() for waiter in self._waiters):
            self._locked = True
            return True
        future = self._future()
        try:
            try:
                await future
            finally:
                self._waiters.remove(future)
        except exceptions.CancelledError:
            if not self._locked:
                self._wake_next()
            raise
        self._locked = True
        return True

    def release(self):
        if not self._locked:
            raise RuntimeError("Lock is not acquired.")
        self._locked = False
        self._wake_next()

    def _wake_next(self):
        if self._waiters and not self._waiters[0].done():
            self._waiters[0].set_result(True)


class Event(_Waiting):
    def __init__(self):
        super().__init__()
        self._value = False

    def __repr__(self):
        return self._describe("set" if self._value else "unset")

    def is_set(self):
        return self._value

    def set(self):
        if not self._value:
            self._value = True
            for future in self._waiters:
                if not future.done():
                    future.set_result(True)

    def clear(self):
        self._value = False

    async def wait(self):
        if self._value:
            return True
        future = self._future()
        try:
            await future
            return True
        finally:
            self._waiters.remove(future)


class Condition(_WithBlock, _Waiting):
    def __init__(self, lock=None):
        super().__init__()
        self._lock = Lock() if lock is None else lock
        self.locked = self._lock.locked
        self.acquire = self._lock.acquire
        self.release = self._lock.release

    def __repr__(self):
        return self._describe("locked" if self.locked() else "unlocked")

    async def wait(self):
        if not self.locked():
            raise RuntimeError("cannot wait on un-acquired lock")
        self.release()
        try:
            future = self._future()
            try:
                await future
                return True
            finally:
                self._waiters.remove(future)
        finally:
            cancelled = None
            while True:
                try:
                    await self.acquire()
                    break
                except exceptions.CancelledError as exc:
                    cancelled = exc
            if cancelled is not None:
                try:
                    raise cancelled
                finally:
                    cancelled = None

    async def wait_for(self, predicate):
        result = predicate()
        while not result:
            await self.wait()
            result = predicate()
        return result

    def notify(self, n=1):
        if not self.locked():
            raise RuntimeError("cannot notify on un-acquired lock")
        woken = 0
        for future in self._waiters:
            if woken >= n:
                break
            if not future.done():
                woken += 1
                future.set_result(False)

    def notify_all(self):
        self.notify(len(self._waiters))


class Semaphore(_WithBlock, _Waiting):
    def __init__(self, value=1):
        if value < 0:
            raise ValueError("Semaphore initial value must be >= 0")
        super().__init__()
        self._value = value

    def __repr__(self):
        return self._describe("locked" if self.locked() else f"unlocked, value:{self._value}")

    def locked(self):
        return self._value == 0 or any(not waiter.cancelled() for waiter in self._waiters)

    async def acquire(self):
        if not self.locked():
            self._value -= 1
            return True
        future = self._future()
        try:
            try:
                await future
            finally:
                self._waiters.remove(future)
        except exceptions.CancelledError:
            if future.done() and not future.cancelled():
                self._value += 1
            raise
        finally:
            while self._value > 0 and self._wake_next():
                pass
        return True

    def release(self):
        self._value += 1
        self._wake_next()

    def _wake_next(self):
        if self._wake_first():
            self._value -= 1
            return True
        return False


class BoundedSemaphore(Semaphore):
    def __init__(self, value=1):
        self._bound = value
        super().__init__(value)

    def release(self):
        if self._value >= self._bound:
            raise ValueError("BoundedSemaphore released too many times")
        super().release()


class Barrier:
    def __init__(self, parties):
        if parties < 1:
            raise ValueError("parties must be >= 1")
        self._condition = Condition()
        self._parties = parties
        self._state = "filling"
        self._count = 0

    def __repr__(self):
        shown = f"{self._state}" + ("" if self.broken else f", waiters:{self._count}/{self._parties}")
        return f"<asyncio.locks.Barrier object at {id(self):#x} [{shown}]>"

    async def __aenter__(self):
        return await self.wait()

    async def __aexit__(self, *args):
        pass

    async def wait(self):
        async with self._condition:
            await self._condition.wait_for(lambda: self._state not in ("draining", "resetting"))
            if self._state == "broken":
                raise exceptions.BrokenBarrierError("Barrier aborted")
            try:
                index = self._count
                self._count += 1
                if index + 1 == self._parties:
                    self._state = "draining"
                    self._condition.notify_all()
                else:
                    await self._condition.wait_for(lambda: self._state != "filling")
                    if self._state in ("broken", "resetting"):
                        raise exceptions.BrokenBarrierError("Abort or reset of barrier")
                return index
            finally:
                self._count -= 1
                if self._count == 0:
                    if self._state in ("resetting", "draining"):
                        self._state = "filling"
                    self._condition.notify_all()

    async def reset(self):
        async with self._condition:
            if self._count > 0:
                self._state = "resetting"
                self._condition.notify_all()
            else:
                self._state = "filling"

    async def abort(self):
        async with self._condition:
            self._state = "broken"
            self._condition.notify_all()

    @property
    def parties(self):
        return self._parties

    @property
    def n_waiting(self):
        return self._count if self._state == "filling" else 0

    @property
    def broken(self):
        return self._state == "broken"
