# feature: products with what is done to them, one optimiser step, and the modes, equal to eager
import torch
import torch.nn as nn
import torch.nn.functional as F

torch.manual_seed(0)


class Model(nn.Module):
    def __init__(self):
        super().__init__()
        self.qkv = nn.Linear(16, 48)
        self.out = nn.Linear(16, 16)

    def forward(self, x):
        parts = self.qkv(x).view(5, 3, 3, 16).permute(2, 0, 1, 3).contiguous()
        q, k, v = parts[0] * 0.25, parts[1], parts[2]
        weights = torch.softmax(torch.bmm(q, k.transpose(1, 2)), -1)
        mixed = torch.bmm(weights, v).transpose(0, 1).contiguous().transpose(0, 1)
        return F.relu(self.out(mixed)) + x


def step(model, function, x, target, kind):
    model.zero_grad()
    with torch.autocast("cuda" if x.is_cuda else "cpu", torch.bfloat16, enabled=kind == "bf16"):
        loss = F.mse_loss(function(x), target)
    loss.backward()
    return [loss.detach().float()] + [p.grad.clone() for p in model.parameters()]


x, target = torch.randn(5, 3, 16), torch.randn(5, 3, 16)
for mode, kind in (("default", "f32"), ("reduce-overhead", "bf16"), ("max-autotune", "f32")):
    torch._dynamo.reset()
    model = Model()
    compiled = torch.compile(model, mode=mode)
    want = step(model, model, x, target, kind)
    for _ in range(4 if mode == "reduce-overhead" else 1):
        got = step(model, compiled, x, target, kind)
        close = [torch.allclose(a, b, atol=2e-2 if kind == "bf16" else 1e-5, rtol=1e-3) for a, b in zip(got, want)]
        print(mode, kind, close, all(p.grad.is_contiguous() for p in model.parameters()))
    optimizer = torch.optim.AdamW(model.parameters(), lr=0.1, weight_decay=0.5)
    before = [p.detach().clone() for p in model.parameters()]
    optimizer.step()
    # The first step of Adam goes by the sign of the gradient.
    for old, p in zip(before, model.parameters()):
        expected = old * (1 - 0.1 * 0.5) - 0.1 * p.grad / (p.grad.abs() + 1e-8)
        print(torch.allclose(p, expected, atol=1e-5))
