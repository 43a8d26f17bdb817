# feature: exported graphs of small modules
import torch
import torch.nn as nn


class Conv(nn.Module):
    def __init__(self):
        super().__init__()
        self.conv = nn.Conv2d(1, 2, 3, padding=1)
        self.bn = nn.BatchNorm2d(2)
        self.fc = nn.Linear(8, 3)

    def forward(self, x):
        x = torch.relu(self.bn(self.conv(x)))
        x = nn.functional.max_pool2d(x, 2)
        return self.fc(x.flatten(1))


class Two(nn.Module):
    def __init__(self):
        super().__init__()
        self.register_buffer("shift", torch.ones(2))
        self.w = nn.Parameter(torch.ones(2, 2))

    def forward(self, x, y):
        a = x @ self.w + self.shift
        b = (a - y).pow(2).mean(dim=1)
        return a * 2, b


class Shapes(nn.Module):
    def forward(self, x):
        n = x.shape[0]
        y = x.view(n, -1).transpose(0, 1)
        return torch.cat([y, y], dim=1).sum(-1), x[0], x[:, 1:]


for m, args in ((Conv().eval(), (torch.ones(1, 1, 4, 4),)), (Two(), (torch.ones(3, 2), torch.zeros(3, 2))),
                (Shapes(), (torch.ones(2, 3),))):
    ep = torch.export.export(m, args)
    print(type(ep).__name__)
    for n in ep.graph_module.graph.nodes:
        print(n.op, n.name, str(n.target), n.args if n.op != "call_function" else len(n.args))
    out, ref = ep.module()(*args), m(*args)
    if isinstance(out, torch.Tensor):
        out, ref = (out,), (ref,)
    print([torch.allclose(a, b) for a, b in zip(out, ref)])
    print(sorted(ep.state_dict), [n for n, _ in ep.named_parameters()], [n for n, _ in ep.named_buffers()])
