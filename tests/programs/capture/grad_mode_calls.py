import torch
from torch._dynamo.testing import EagerAndRecordGraphs, CompileCounter
class Mode:
    def __init__(self, mode):
        self.prev = torch.is_grad_enabled()
        self.mode = mode
    def __enter__(self): torch._C._set_grad_enabled(self.mode)
    def __exit__(self, *a): torch._C._set_grad_enabled(self.prev)
def fn(x):
    with Mode(True):
        x = x + 1
        if torch.is_grad_enabled():
            x = x * 2
        x = torch.relu(x)
    return x - 1
def fb(x):
    with Mode(True):
        x = x + 1
        if torch.is_grad_enabled():
            x = x * 2
        with Mode(False):
            if torch.is_grad_enabled():
                x = x - 3
            torch._dynamo.graph_break()
            x = x * 1.5
        x = torch.relu(x)
    return x - 1
def fd(x):
    torch.set_grad_enabled(True)
    y = x * 2
    torch.set_grad_enabled(True)
    y = y * 3
    torch.set_grad_enabled(False)
    y = y * 3
    torch.set_grad_enabled(False)
    y = y * 3
    torch.set_grad_enabled(True)
    with torch.enable_grad():
        y = y * 2
    with torch.set_grad_enabled(True):
        y = y * 2
    return y
for f in fn, fb, fd:
    for mode in torch.no_grad, torch.enable_grad:
        torch._dynamo.reset()
        with mode():
            b = EagerAndRecordGraphs()
            torch.compile(f, backend=b)(torch.ones(2))
            print(f.__name__, mode.__name__)
            for g in b.graphs: print(g.code.strip())
