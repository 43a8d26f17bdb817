"""One thread. Locks are always free; a Thread runs when it is started."""

import sys
import traceback


class local:
    __module__, __qualname__ = "_thread", "_local"


class Lock:
    def __init__(self):
        self._locked = False

    def acquire(self, blocking=True, timeout=-1):
        if self._locked and blocking:
            raise RuntimeError("deadlock: the lock is held by this thread")
        if self._locked:
            return False
        self._locked = True
        return True

    def release(self):
        if not self._locked:
            raise RuntimeError("release unlocked lock")
        self._locked = False

    def locked(self):
        return self._locked

    def __enter__(self):
        return self.acquire()

    def __exit__(self, *exc_info):
        self.release()


class RLock(Lock):
    def __init__(self):
        self._count = 0

    def acquire(self, blocking=True, timeout=-1):
        self._count += 1
        return True

    def release(self):
        if not self._count:
            raise RuntimeError("cannot release un-acquired lock")
        self._count -= 1


class Semaphore:
    def __init__(self, value=1):
        if value < 0:
            raise ValueError("semaphore initial value must be >= 0")
        self._value = value

    def acquire(self, blocking=True, timeout=None):
        if not self._value:
            if blocking and timeout is None:
                raise RuntimeError("deadlock: nothing else runs that could release the semaphore")
            return False
        self._value -= 1
        return True

    def release(self, n=1):
        self._value += n

    def __enter__(self):
        return self.acquire()

    def __exit__(self, *exc_info):
        self.release()


class BoundedSemaphore(Semaphore):
    def __init__(self, value=1):
        super().__init__(value)
        self._initial_value = value

    def release(self, n=1):
        if self._value + n > self._initial_value:
            raise ValueError("Semaphore released too many times")
        super().release(n)


class Condition:
    def __init__(self, lock=None):
        self._lock = RLock() if lock is None else lock
        self.acquire, self.release = self._lock.acquire, self._lock.release

    def wait(self, timeout=None):
        return timeout is None

    def wait_for(self, predicate, timeout=None):
        return predicate()

    def notify(self, n=1):
        pass

    def notify_all(self):
        pass

    def __enter__(self):
        return self._lock.__enter__()

    def __exit__(self, *exc_info):
        return self._lock.__exit__(*exc_info)


class Event:
    def __init__(self):
        self._flag = False

    def is_set(self):
        return self._flag

    def set(self):
        self._flag = True

    def clear(self):
        self._flag = False

    def wait(self, timeout=None):
        return self._flag


class Thread:
    _made = 0

    def __init__(self, group=None, target=None, name=None, args=(), kwargs=None, *, daemon=None):
        if name is None:
            Thread._made += 1
            name = f"Thread-{Thread._made}"
            if target is not None:
                name += f" ({getattr(target, '__name__', target)})"
        self.name = name
        self._target, self._args, self._kwargs = target, args, kwargs or {}
        self.daemon = bool(daemon)
        self.ident = None
        self._started = False

    def run(self):
        if self._target is not None:
            self._target(*self._args, **self._kwargs)

    def start(self):
        """Runs the target to its end, as the current thread meanwhile; an error ends this thread only."""
        global _current
        if self._started:
            raise RuntimeError("threads can only be started once")
        self._started = True
        self.ident = id(self)
        outer, _current = _current, self
        try:
            self.run()
        except SystemExit:
            pass
        except Exception as error:
            sys.stderr.write(f"Exception in thread {self.name}:\n")
            traceback.print_exception(error)
        finally:
            _current = outer

    def join(self, timeout=None):
        if not self._started:
            raise RuntimeError("cannot join thread before it is started")

    def is_alive(self):
        return False

    def getName(self):
        return self.name

    def setName(self, name):
        self.name = name

    def __repr__(self):
        state = "stopped" if self._started else "initial"
        return f"<{type(self).__name__}({self.name}, {state}{' daemon' if self.daemon else ''}{'' if self.ident is None else f' {self.ident}'})>"


class Timer(Thread):
    def __init__(self, interval, function, args=None, kwargs=None):
        super().__init__()
        self.interval, self.function = interval, function
        self.args, self.kwargs = args or [], kwargs or {}
        self._cancelled = False

    def cancel(self):
        self._cancelled = True

    def run(self):
        if not self._cancelled:
            self.function(*self.args, **self.kwargs)


class BrokenBarrierError(RuntimeError):
    pass


class Barrier:
    def __init__(self, parties, action=None, timeout=None):
        self.parties, self._action, self.n_waiting = parties, action, 0

    def wait(self, timeout=None):
        place, self.n_waiting = self.n_waiting, (self.n_waiting + 1) % self.parties
        if not self.n_waiting and self._action is not None:
            self._action()
        return place

    def reset(self):
        self.n_waiting = 0

    broken = False


class _MainThread(Thread):
    def __repr__(self):
        return f"<_MainThread({self.name}, started {self.ident})>"


_main = _current = _MainThread(name="MainThread")
_main._started = True
_main.ident = 1


def current_thread():
    return _current


def main_thread():
    return _main


def get_ident():
    return _current.ident


get_native_id = get_ident


def active_count():
    return len(enumerate())


def enumerate():
    return [_main] if _current is _main else [_main, _current]
