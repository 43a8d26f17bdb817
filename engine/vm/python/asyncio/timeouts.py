"""Deadlines for a block of a task."""
from asyncio import events, exceptions

_CREATED, _ENTERED, _EXPIRING, _EXPIRED, _EXITED = "created", "active", "expiring", "expired", "finished"


class Timeout:
    def __init__(self, when):
        self._state = _CREATED
        self._timer = None
        self._task = None
        self._when = when

    def when(self):
        return self._when

    def reschedule(self, when):
        if self._state != _ENTERED:
            if self._state == _CREATED:
                raise RuntimeError("Timeout has not been entered")
            raise RuntimeError(f"Cannot change state of {self._state} Timeout")
        self._when = when
        if self._timer is not None:
            self._timer.cancel()
        if when is None:
            self._timer = None
            return
        loop = events.get_running_loop()
        if when <= loop.time():
            self._timer = loop.call_soon(self._expire)
        else:
            self._timer = loop.call_at(when, self._expire)

    def expired(self):
        return self._state in (_EXPIRING, _EXPIRED)

    def __repr__(self):
        info = [""]
        if self._state == _ENTERED:
            info.append("when=None" if self._when is None else f"when={round(self._when, 3)}")
        return f"<Timeout [{self._state}]{' '.join(info)}>"

    async def __aenter__(self):
        from asyncio.tasks import current_task

        if self._state != _CREATED:
            raise RuntimeError("Timeout has already been entered")
        task = current_task()
        if task is None:
            raise RuntimeError("Timeout should be used inside a task")
        self._state = _ENTERED
        self._task = task
        self._cancelling = task.cancelling()
        self.reschedule(self._when)
        return self

    async def __aexit__(self, exc_type, exc, tb):
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        if self._state == _EXPIRING:
            self._state = _EXPIRED
            if self._task.uncancel() <= self._cancelling and exc_type is exceptions.CancelledError:
                raise TimeoutError from exc
        elif self._state == _ENTERED:
            self._state = _EXITED
        return None

    def _expire(self):
        self._task.cancel()
        self._state = _EXPIRING
        self._timer = None


def timeout(delay):
    return Timeout(None if delay is None else events.get_running_loop().time() + delay)


def timeout_at(when):
    return Timeout(when)
