import sys, atexit
@atexit.register
def last(): print("last")
atexit.register(print, "bye", 1, sep="-")
def hook(t, v, tb): print(f"{t.__name__}: {v}, in line {tb.tb_lineno}, by the hook", file=sys.stderr)
sys.excepthook = hook
def f(): raise ValueError("end")
f()
