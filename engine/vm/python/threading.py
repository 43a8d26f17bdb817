"""One thread. Locks are always free; a Thread runs when it is started."""


class _Local:
    pass


def local():
    return _Local()


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
    def __init__(self, group=None, target=None, name=None, args=(), kwargs=None, *, daemon=None):
        self.name = name or "Thread-1"
        self._target, self._args, self._kwargs = target, args, kwargs or {}
        self.daemon = daemon
        self.ident = 1

    def run(self):
        if self._target is not None:
            self._target(*self._args, **self._kwargs)

    def start(self):
        self.run()

    def join(self, timeout=None):
        pass

    def is_alive(self):
        return False


_main = Thread(name="MainThread")


def current_thread():
    return _main


main_thread = current_thread


def get_ident():
    return 1


def active_count():
    return 1
