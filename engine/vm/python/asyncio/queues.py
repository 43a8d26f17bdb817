"""Queues between tasks."""
from asyncio import events, locks
from collections import deque
from heapq import heappop, heappush


class QueueEmpty(Exception):
    pass


class QueueFull(Exception):
    pass


class Queue:
    def __init__(self, maxsize=0):
        self._maxsize = maxsize
        self._getters = deque()
        self._putters = deque()
        self._unfinished_tasks = 0
        self._finished = locks.Event()
        self._finished.set()
        self._init(maxsize)

    def __class_getitem__(cls, item):
        from _types import GenericAlias

        return GenericAlias(cls, item)

    def _init(self, maxsize):
        self._queue = deque()

    def _get(self):
        return self._queue.popleft()

    def _put(self, item):
        self._queue.append(item)

    def __repr__(self):
        return f"<{type(self).__name__} at {id(self):#x} {self._shown()}>"

    def __str__(self):
        return f"<{type(self).__name__} {self._shown()}>"

    def _shown(self):
        shown = f"maxsize={self._maxsize!r}"
        if self._queue:
            shown += f" _queue={list(self._queue)!r}"
        if self._getters:
            shown += f" _getters[{len(self._getters)}]"
        if self._putters:
            shown += f" _putters[{len(self._putters)}]"
        if self._unfinished_tasks:
            shown += f" tasks={self._unfinished_tasks}"
        return shown

    def qsize(self):
        return len(self._queue)

    @property
    def maxsize(self):
        return self._maxsize

    def empty(self):
        return not self._queue

    def full(self):
        return 0 < self._maxsize <= self.qsize()

    @staticmethod
    def _wake_next(waiters):
        while waiters:
            waiter = waiters.popleft()
            if not waiter.done():
                waiter.set_result(None)
                break

    async def _wait_in(self, waiters, may_go_on):
        """Waits for a turn; a cancelled one hands it on."""
        future = events.get_running_loop().create_future()
        waiters.append(future)
        try:
            await future
        except BaseException:
            future.cancel()
            if future in waiters:
                waiters.remove(future)
            if may_go_on() and not future.cancelled():
                self._wake_next(waiters)
            raise

    async def put(self, item):
        while self.full():
            await self._wait_in(self._putters, lambda: not self.full())
        return self.put_nowait(item)

    def put_nowait(self, item):
        if self.full():
            raise QueueFull
        self._put(item)
        self._unfinished_tasks += 1
        self._finished.clear()
        self._wake_next(self._getters)

    async def get(self):
        while self.empty():
            await self._wait_in(self._getters, lambda: not self.empty())
        return self.get_nowait()

    def get_nowait(self):
        if self.empty():
            raise QueueEmpty
        item = self._get()
        self._wake_next(self._putters)
        return item

    def task_done(self):
        if self._unfinished_tasks <= 0:
            raise ValueError("task_done() called too many times")
        self._unfinished_tasks -= 1
        if self._unfinished_tasks == 0:
            self._finished.set()

    async def join(self):
        if self._unfinished_tasks > 0:
            await self._finished.wait()


class PriorityQueue(Queue):
    def _init(self, maxsize):
        self._queue = []

    def _put(self, item):
        heappush(self._queue, item)

    def _get(self):
        return heappop(self._queue)


class LifoQueue(Queue):
    def _init(self, maxsize):
        self._queue = []

    def _get(self):
        return self._queue.pop()
