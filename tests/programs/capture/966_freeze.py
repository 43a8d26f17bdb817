# feature: freezing: attributes become constants, batch norm folds, dropout goes
import torch
import torch.nn as nn


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.conv = nn.Conv2d(1, 2, 3, bias=False)
        self.bn = nn.BatchNorm2d(2)
        self.drop = nn.Dropout(0.5)
        self.fc = nn.Linear(8, 2)
        self.k = 2
        self.version = 3

    @torch.jit.export
    def tag(self) -> int:
        return self.version

    def forward(self, x):
        y = self.drop(torch.relu(self.bn(self.conv(x))))
        return self.fc(y.flatten(1)) * self.k


torch.manual_seed(0)
m = Net().eval()
with torch.no_grad():
    m.bn.running_mean.fill_(0.3)
    m.bn.running_var.fill_(2.0)
x = torch.randn(1, 1, 4, 4)
s = torch.jit.script(m)
for make in (lambda: s, lambda: torch.jit.trace(m, x)):
    base = make()
    f = torch.jit.freeze(base)
    kinds = [n.kind() for n in f.graph.nodes()]
    print(torch.allclose(f(x), m(x), atol=1e-5))
    print("prim::GetAttr" in kinds, "aten::batch_norm" in kinds, "aten::dropout" in kinds)
    print(len(list(f.parameters())), len(list(f.state_dict())))
    o = torch.jit.optimize_for_inference(base)
    print(torch.allclose(o(x), m(x), atol=1e-5))
f = torch.jit.freeze(s, preserved_attrs=["version", "tag"])
print(f.version, f.tag(), hasattr(f, "k"))
try:
    torch.jit.freeze(torch.jit.script(Net()))
except RuntimeError as e:
    print(e)
try:
    torch.jit.freeze(m)
except RuntimeError as e:
    print(e)
