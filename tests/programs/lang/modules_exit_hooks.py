import sys, atexit
@atexit.register
def last(): print("last")
atexit.register(print, "bye", 1, sep="-")
def hook(t, v, tb): print("hook", t.__name__, v, tb.tb_lineno, sys.excepthook is not sys.__excepthook__, file=sys.stderr)
sys.excepthook = hook
def f(): raise ValueError("end")
f()
