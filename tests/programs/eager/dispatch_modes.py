# Modes below autograd: what they are given, in which order, and what becomes of their results.
import torch
import torch.nn as nn
import torch.nn.functional as F
from torch.utils._python_dispatch import TorchDispatchMode, _get_current_dispatch_mode, _get_current_dispatch_mode_stack


def shown(value):
    if isinstance(value, torch.Tensor):
        return "T" + str(list(value.shape))
    if isinstance(value, (list, tuple)):
        return [shown(v) for v in value]
    return value


class Log(TorchDispatchMode):
    def __init__(self, name="log"):
        super().__init__()
        self.name = name

    def __torch_dispatch__(self, func, types, args=(), kwargs=None):
        kwargs = kwargs or {}
        print(self.name, func, shown(args), {k: shown(v) for k, v in kwargs.items()})
        return func(*args, **kwargs)


x = torch.arange(12.0).reshape(3, 4).requires_grad_()
w = torch.ones(5, 4, requires_grad=True)
b = torch.zeros(5, requires_grad=True)


def changed():
    y = torch.zeros(3, 3)
    y[0] = 1
    y[1, :] = torch.ones(3)
    y.add_(1).mul_(2).clamp_(0, 3)
    y += 4
    return y


CASES = {
    "operators": lambda: (x + 1, torch.add(x, x, alpha=2), 1 - x, 2 / x, x ** 2, -x, x @ w.t(), x > 0, x.eq(x)),
    "layers": lambda: (F.linear(x, w, b), F.linear(x, w), F.linear(x.unsqueeze(0), w, b), F.softmax(x, -1),
                       F.layer_norm(x, (4,))),
    "backward": lambda: F.linear(x, w, b).relu().sum().backward(),
    "again": lambda: F.mse_loss(x, torch.zeros(3, 4)).backward(),
    "classes": lambda: F.cross_entropy(x, torch.tensor([0, 1, 2])).backward(),
    "convolution": lambda: F.conv2d(torch.ones(1, 1, 4, 4),
                                    torch.ones(2, 1, 3, 3, requires_grad=True)).sum().backward(),
    "views": lambda: x.view(4, 3).transpose(0, 1).reshape(-1).unsqueeze(0).squeeze().expand(2, 12).clone().detach(),
    "indices": lambda: (x[0, 1:], x[torch.tensor([0, 1])], x.detach()[x.detach() > 3]),
    "changed": changed,
    "reductions": lambda: (x.sum(), x.mean(0), x.max(1), x.var(0), x.norm(), x.argmax(), x.cumsum(0)),
    "numbers": lambda: (torch.ones(1).item(), bool(x[0, 0] > 1), float(x[0, 1].detach())),
    "where": lambda: torch.where(x > 0, x, 0.0),
    "lists": lambda: (torch.cat([x, x]), torch.stack([x, x]), x.split(2), torch.split(x, [1, 2])),
    "made": lambda: (torch.zeros(2), torch.full((2,), 3.0), torch.arange(4), torch.zeros_like(x), torch.eye(2)),
    "dtypes": lambda: (x.to(torch.float64), x.long(), x.to("cpu")),
    "attention": lambda: F.scaled_dot_product_attention(x[None].detach(), x[None].detach(), x[None].detach()),
}
for name, case in CASES.items():
    print("==", name)
    with Log():
        case()

print("== nested")
outer, inner = Log("outer"), Log("inner")
with outer:
    with inner:
        x * 2
        print(_get_current_dispatch_mode() is inner, len(_get_current_dispatch_mode_stack()))
    x - 1
print(_get_current_dispatch_mode())


class Other(TorchDispatchMode):
    def __torch_dispatch__(self, func, types, args=(), kwargs=None):
        assert _get_current_dispatch_mode() is None
        if func is torch.ops.aten.add.Tensor:
            return torch.mul(*args)
        if func.overloadpacket == torch.ops.aten.sub:
            return func(*args) * 10
        return func(*args, **(kwargs or {}))


with Other():
    z = x * 3 + x * 3
    print(z.sum().item(), z.grad_fn is not None, (x - 3).tolist()[0], torch.equal(x, x))


class Fails(TorchDispatchMode):
    def __torch_dispatch__(self, func, types, args=(), kwargs=None):
        if func is torch.ops.aten.exp.default:
            raise ValueError("no " + func.name())
        return NotImplemented


for function in (torch.exp, torch.sin):
    try:
        with Fails():
            function(x)
    except (ValueError, TypeError) as error:
        print(type(error).__name__, str(error).split("\n")[0])
print(_get_current_dispatch_mode(), torch.exp(torch.zeros(1)))

torch.manual_seed(0)
net = nn.Sequential(nn.Linear(4, 8), nn.Tanh(), nn.Dropout(0.5), nn.Linear(8, 3))
class Names(TorchDispatchMode):
    def __torch_dispatch__(self, func, types, args=(), kwargs=None):
        print(func)
        return func(*args, **(kwargs or {}))


with Names():
    loss = net(torch.ones(2, 4)).square().mean()
    loss.backward()
print(loss)
