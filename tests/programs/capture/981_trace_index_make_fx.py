# feature: indexing in a trace; make_fx; the module stack of fx nodes
import warnings

import torch
import torch.nn as nn
from torch.fx.experimental.proxy_tensor import make_fx

warnings.simplefilter("ignore")
x = torch.arange(12.0).reshape(3, 4)


def write_number(x):
    x = x.clone()
    x[0] = 5
    return x


def write_column(x):
    x = x.clone()
    x[:, 1] = x[:, 0]
    return x


def write_mask(x):
    x = x.clone()
    x[x > 3] = 0.0
    return x


for f in (lambda x: x[0], lambda x: x[:], lambda x: x[:, 0], lambda x: x[:, 1:3], lambda x: x[0, 1:],
          lambda x: x[..., 0],
          lambda x: x[:, None], lambda x: x[x > 3], lambda x: x[:-1], write_number, write_column, write_mask,
          lambda x: x[: x.shape[1] // 2]):
    t = torch.jit.trace(f, x, check_trace=False)
    print([n.kind() for n in t.graph.nodes() if n.kind() != "prim::Constant"])
    print(t.code)


def show(f, *args):
    g = make_fx(f)(*args)
    print(g.code.strip())
    return g


a, b, w = torch.ones(2, 2), torch.full((2, 2), 2.0), torch.ones(2)
lin = nn.Linear(2, 2)
g = show(lambda x, y: torch.sin(x) + y * 2, a, b)
print([(n.op, n.name, str(n.target), "val" in n.meta, "tensor_meta" in n.meta) for n in g.graph.nodes])
print(torch.equal(g(a, b), torch.sin(a) + b * 2))
show(lambda x: (x, x + 1), a)
show(lambda x: [x + 1, 3], a)
show(lambda x: {"a": x + 1, "b": (x, None)}, a)
show(lambda p: p["a"] + p["b"][0], {"a": a, "b": [b]})
show(lambda x, n: x * n, a, 3)
show(lambda x: lin(x) + w, a)
show(lambda x: torch.nn.functional.gelu(x).view(-1)[0], a)
try:
    make_fx(lambda x: x if x.sum() > 0 else -x)(a)
except RuntimeError as e:
    print("get value out of a tracing tensor" in str(e))
try:
    make_fx(lambda x, y: x)(a)
except RuntimeError as e:
    print(e)


class Inner(nn.Module):
    def __init__(self):
        super().__init__()
        self.fc = nn.Linear(2, 2)

    def forward(self, x):
        return torch.relu(self.fc(x))


class Outer(nn.Module):
    def __init__(self):
        super().__init__()
        self.inner = Inner()

    def forward(self, x):
        return self.inner(self.inner(x)) + 1


for n in torch.fx.symbolic_trace(Outer()).graph.nodes:
    print(n.name, [(k, v[0], v[1].__name__) for k, v in n.meta.get("nn_module_stack", {}).items()])



class Same(torch.fx.Transformer):
    pass


copied = Same(torch.fx.symbolic_trace(Outer())).transform()
print([(n.op, n.name) for n in copied.graph.nodes])
