# Checkpoints: settings that are restored, what recomputation is held against, and what is refused.
import contextlib
import warnings

import torch
from torch.utils.checkpoint import checkpoint, checkpoint_sequential, set_checkpoint_early_stop

warnings.simplefilter('ignore')


def t(f):
    try:
        print(f.__name__, f())
    except BaseException as e:
        print(f.__name__, type(e).__name__, str(e))


def ck1():
    x = torch.ones(2, requires_grad=True)
    y = checkpoint(torch.sin, x, use_reentrant=True)
    torch.autograd.grad(y.sum(), x)
def ck2():
    x = torch.ones(2, requires_grad=True)
    n = [0]
    def f(x):
        n[0] += 1
        return x.sin() if n[0] == 1 else x.sin().cos().exp()
    y = checkpoint(f, x, use_reentrant=False, early_stop=False)
    y.sum().backward()
def ck3():
    x = torch.ones(2, requires_grad=True)
    n = [0]
    def f(x):
        n[0] += 1
        return x.sin().cos().exp() if n[0] == 1 else x.sin()
    y = checkpoint(f, x, use_reentrant=False)
    y.sum().backward()
def ck4():
    x = torch.ones(2, requires_grad=True)
    n = [0]
    def f(x):
        n[0] += 1
        return x.sin() if n[0] == 1 else x.double().sin()
    y = checkpoint(f, x, use_reentrant=False)
    y.sum().backward()
def ck5():
    x = torch.ones(2, requires_grad=True)
    y = checkpoint(lambda x: x.detach(), x, use_reentrant=True)
    y.sum().backward()
def ck6():
    x = torch.ones(2, requires_grad=True)
    y = checkpoint(torch.sin, x, use_reentrant=False, foo=3)
def ck7():
    x = torch.ones(2, requires_grad=True)
    y = checkpoint(torch.sin, x, use_reentrant=True, foo=3)
def ck8():
    x = torch.ones(2, requires_grad=True)
    y = checkpoint(torch.sin, x, use_reentrant=True, context_fn=lambda: 3)
def ck9():
    x = torch.ones(2, requires_grad=True)
    y = checkpoint(torch.sin, x, use_reentrant=False, determinism_check="no")
def ck10():
    x = torch.ones(2, requires_grad=True)
    with set_checkpoint_early_stop(False):
        y = checkpoint(torch.sin, x, use_reentrant=False)
    y.sum().backward()
    print(x.grad)
def ck11():
    l = torch.nn.Linear(2, 2)
    x = torch.ones(1, 2, requires_grad=True)
    with torch.autocast("cpu", dtype=torch.bfloat16):
        y = checkpoint(lambda x: l(x).exp(), x, use_reentrant=False)
        z = checkpoint(lambda x: l(x).exp(), x, use_reentrant=True)
    y.sum().backward()
    z.sum().backward()
    print(l.weight.grad.dtype)
def ck12():
    x = torch.ones(2, requires_grad=True)
    log = []
    @contextlib.contextmanager
    def c(n):
        log.append(n)
        yield
        log.append(-n)
    y = checkpoint(torch.sin, x, use_reentrant=False, context_fn=lambda: (c(1), c(2)))
    y.sum().backward()
    print(log)
def ck13():
    x = torch.ones(2, requires_grad=True)
    y = checkpoint(torch.sin, x, use_reentrant=False)
    y.sum().backward(retain_graph=True)
    y.sum().backward()
    print(x.grad)
def ck14():
    x = torch.ones(2)
    checkpoint(torch.sin, x, use_reentrant=True)
def ck16():
    x = torch.ones(2, requires_grad=True)
    checkpoint_sequential([torch.sin, torch.cos], 2, x).sum().backward()
for n, f in list(globals().items()):
    if n.startswith("ck"): t(f)
