"""Calls at given times, in the order of time and priority."""
import heapq as _heapq
import time as _time
from collections import namedtuple as _namedtuple
from itertools import count as _count

__all__ = ["scheduler"]

_none_given = object()


class Event(_namedtuple("Event", "time, priority, sequence, action, argument, kwargs")):
    __slots__ = ()


class scheduler:
    def __init__(self, timefunc=_time.monotonic, delayfunc=_time.sleep):
        self._queue = []
        self._sequence = _count()
        self.timefunc = timefunc
        self.delayfunc = delayfunc

    def enterabs(self, time, priority, action, argument=(), kwargs=_none_given):
        event = Event(time, priority, next(self._sequence), action, argument, {} if kwargs is _none_given else kwargs)
        _heapq.heappush(self._queue, event)
        return event

    def enter(self, delay, priority, action, argument=(), kwargs=_none_given):
        return self.enterabs(self.timefunc() + delay, priority, action, argument, kwargs)

    def cancel(self, event):
        self._queue.remove(event)
        _heapq.heapify(self._queue)

    def empty(self):
        return not self._queue

    def run(self, blocking=True):
        while self._queue:
            first, now = self._queue[0], self.timefunc()
            if first.time > now:
                if not blocking:
                    return first.time - now
                self.delayfunc(first.time - now)
                continue
            _heapq.heappop(self._queue)
            first.action(*first.argument, **first.kwargs)
            self.delayfunc(0)  # whoever else waits may run

    @property
    def queue(self):
        return sorted(self._queue)
