"""What asyncio raises."""


class CancelledError(BaseException):
    """The task or future was cancelled."""


TimeoutError = TimeoutError


class InvalidStateError(Exception):
    """The future is not in the state that the operation needs."""


class BrokenBarrierError(RuntimeError):
    """The barrier was broken while tasks waited at it."""


class IncompleteReadError(EOFError):
    def __init__(self, partial, expected):
        shown = "undefined" if expected is None else repr(expected)
        super().__init__(f"{len(partial)} bytes read on a total of {shown} expected bytes")
        self.partial = partial
        self.expected = expected


class LimitOverrunError(Exception):
    def __init__(self, message, consumed):
        super().__init__(message)
        self.consumed = consumed
