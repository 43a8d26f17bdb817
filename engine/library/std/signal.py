"""Handlers of signals are kept, and none is called: Stop ends a run without them."""
SIGINT, SIGTERM = 2, 15
SIG_DFL, SIG_IGN = 0, 1


def default_int_handler(signum, frame):
    raise KeyboardInterrupt


_handlers = {SIGINT: default_int_handler}


def getsignal(signalnum):
    return _handlers.get(signalnum, SIG_DFL)


def signal(signalnum, handler):
    previous, _handlers[signalnum] = getsignal(signalnum), handler
    return previous
