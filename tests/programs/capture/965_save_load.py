# feature: saving scripts to buffers and files, what comes back, damaged files
import io
import os
import tempfile
from typing import Dict, List
import torch
import torch.nn as nn


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.lin = nn.Linear(2, 2)
        self.register_buffer("steps", torch.zeros(1, dtype=torch.int64))
        self.names = ["a", "b"]

    @torch.jit.export
    def count(self, n: int) -> Dict[str, int]:
        out: Dict[str, int] = {}
        for name in self.names:
            out[name] = n
        return out

    def forward(self, x, k: int = 1):
        self.steps += k
        if x.sum() > 0:
            return self.lin(x)
        return -self.lin(x)


m = torch.jit.script(Net())
x = torch.ones(1, 2)
m(x)
buf = io.BytesIO()
torch.jit.save(m, buf, _extra_files={"note": b"hello"})
buf.seek(0)
extra = {"note": ""}
back = torch.jit.load(buf, _extra_files=extra)
print(extra["note"])
print(torch.equal(back(x), m(x)), torch.equal(back(-x), m(-x)), back.steps.tolist(), m.steps.tolist())
print(back.count(3), back.names, back.lin.weight.requires_grad, type(back).__name__, back.original_name)
print([n for n, _ in back.named_parameters()], list(back.state_dict()))
print(back.code == m.code)
loss = back(x).sum()
loss.backward()
print(back.lin.bias.grad.tolist())
with tempfile.TemporaryDirectory() as d:
    path = os.path.join(d, "m.pt")
    m.save(path)
    again = torch.jit.load(path, map_location="cpu")
    print(torch.equal(again.lin.weight, m.lin.weight))
    try:
        torch.jit.load(os.path.join(d, "none.pt"))
    except Exception as e:
        print(type(e).__name__)
data = buf.getvalue()
for bad in (b"", b"junk", data[:len(data) // 2]):
    try:
        torch.jit.load(io.BytesIO(bad))
        print("loaded")
    except Exception as e:
        print("refused", isinstance(e, (RuntimeError, EOFError, ValueError)))


@torch.jit.script
def fn(xs: List[int], t: torch.Tensor):
    return t * len(xs), [i + 1 for i in xs]


b = io.BytesIO()
torch.jit.save(fn, b)
b.seek(0)
f = torch.jit.load(b)
print(f([1, 2], torch.ones(1)))
t = torch.jit.trace(nn.Sequential(nn.Linear(2, 3), nn.ReLU()), x)
b = io.BytesIO()
torch.jit.save(t, b)
b.seek(0)
l = torch.jit.load(b)
print(torch.equal(l(x), t(x)), [k for k in l.state_dict()])
try:
    torch.jit.save(nn.Linear(1, 1), io.BytesIO())
except AttributeError as e:
    print("AttributeError")
