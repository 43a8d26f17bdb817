"""Names of arguments, what is told of wrong ones, weights of losses, mixed types of convolutions, autocast of rarer
layers."""
import torch
import torch.nn as nn
import torch.nn.functional as F
import torch.utils._pytree


def attempt(f):
    try:
        print(f())
    except Exception as e:
        print(type(e).__name__, str(e).split("\n")[0])


x = torch.eye(2)
v = torch.tensor([1.0, 2.0, 4.0])
n = torch.tensor([4, 6])
for f in (lambda: torch.split(tensor=v, split_size_or_sections=2),
          lambda: torch.split(v, split_size_or_sections=[1, 2], dim=0),
          lambda: torch.split(v, 2.5), lambda: v.split("a"), lambda: torch.split(v, [1.5, 1.5]), lambda: torch.split(v),
          lambda: v.split(),
          lambda: torch.heaviside(input=v - 1, values=torch.tensor(0.5)), lambda: (v - 1).heaviside(values=v),
          lambda: torch.linalg.det(A=x * 2),
          lambda: torch.linalg.norm(input=v), lambda: torch.linalg.lstsq(input=x, b=x).solution,
          lambda: torch.add(x1=v, x2=v),
          lambda: torch.concat([v, v], out=torch.empty(6)),
          lambda: torch.gcd(n, n, out=torch.empty(2, dtype=torch.int64)),
          lambda: torch.lcm(n, n + 2, out=torch.empty(2, dtype=torch.int64)),
          lambda: torch.special.i0(v, out=torch.empty(3)).round(decimals=3),
          lambda: torch.special.sinc(v / 2, out=torch.empty(3)).round(decimals=4),
          lambda: torch.manual_seed(seed=3).initial_seed()):
    attempt(f)
# What is missing is told before a name that nothing has.
for f in (lambda: torch.transpose(x), lambda: torch.gather(x), lambda: torch.reshape(v, newshape=(3,)),
          lambda: torch.flip(v, axis=(0,)),
          lambda: torch.swapaxes(x, dim0=0, dim1=1), lambda: torch.matmul(), lambda: x.unfold(), lambda: torch.mm(x),
          lambda: torch.add(v, v, beta=1)):
    attempt(f)
for mode in ("mean", "sum", "none"):
    print(F.l1_loss(v, v * 0, weight=v, reduction=mode), F.huber_loss(v, v * 0, weight=v, reduction=mode),
          F.mse_loss(v, v * 0, weight=v, reduction=mode))
attempt(lambda: F.huber_loss(v, v, weight=torch.ones(2)))
attempt(lambda: F.huber_loss(v, v, weight=v, reduction="total"))

# The CPU's library words two types in its own way.
for shape, kernel in (((1, 1, 6, 6), (1, 1, 3, 3)), ((2, 1, 6, 6), (1, 1, 3, 3)), ((1, 1, 6, 6), (1, 1, 4, 4)),
                      ((1, 2, 6, 6), (2, 1, 3, 3))):
    for first, second in ((torch.float32, torch.float64), (torch.float64, torch.float32),
                          (torch.float32, torch.bfloat16), (torch.float32, torch.int64)):
        attempt(lambda: F.conv2d(torch.ones(shape, dtype=first), torch.ones(kernel, dtype=second),
                                 groups=kernel[0]).shape)
attempt(lambda: nn.Conv1d(1, 1, 2).double()(torch.ones(3, 1, 4)))
attempt(lambda: F.conv_transpose1d(torch.ones(3, 1, 4), torch.ones(1, 1, 2).double()))

with torch.autocast("cpu", dtype=torch.bfloat16):
    two = torch.randn(3, 4)
    out, (hidden, cell) = nn.LSTM(4, 2)(two)
    print(out.dtype, hidden.dtype, cell.dtype, nn.GRU(4, 2)(two)[0].dtype, torch.mv(two, two[0]).dtype,
          (two @ two[0]).dtype, F.prelu(two, torch.ones(1)).dtype)
    spd = (x * 2).bfloat16()
    for name in ("inv", "qr", "svd", "eigh", "cholesky", "solve", "pinv", "cond", "det"):
        result = getattr(torch.linalg, name)
        attempt(lambda: (name, [t.dtype for t in torch.utils._pytree.tree_leaves(result(spd, spd)
            if name == "solve" else result(spd))]))

# 16 bits at every step.
print(torch.linspace(0, 1, 7, dtype=torch.float16), torch.linspace(0, 1, 7, dtype=torch.bfloat16),
      torch.linspace(3, -2, 9, dtype=torch.bfloat16))
for a, b in ((0.0, 0.0), (0.0, 1.0), (1.0, 0.0)):
    pair = [torch.tensor(a, requires_grad=True), torch.tensor(b, requires_grad=True)]
    torch.atan2(*pair).backward()
    print([p.grad for p in pair])

# An index that names no axis, and modules that answer for their hooks.
attempt(lambda: torch.ones(3).index_put_((torch.tensor(True),), torch.tensor(2.0)))
attempt(lambda: torch.ops.aten.index(v, []))
layer = nn.Linear(1, 1)
layer.register_state_dict_post_hook(lambda module, state, prefix, meta: state)
attempt(lambda: layer.state_dict())
attempt(lambda: F.max_unpool2d(torch.ones(1, 1, 1, 1), torch.tensor([[[[9]]]]), 2))
attempt(lambda: F.multilabel_margin_loss(x, torch.tensor([[0, 2], [1, -1]])))
attempt(lambda: nn.AdaptiveAvgPool2d(0)(torch.ones(1, 1, 4, 4)).shape)
attempt(lambda: nn.utils.rnn.pad_sequence(3))
print(nn.utils.rnn.pack_sequence([v[:2], v[:1]]).long().data.dtype)


class Listed(torch.autograd.Function):
    @staticmethod
    def forward(ctx, t):
        return [t * 2]

    @staticmethod
    def backward(ctx, grad):
        return grad


print(Listed.apply(torch.ones(2, requires_grad=True)))

# Of functions written in Python an unknown keyword is told before all else, of others what is missing.
for f in (lambda: torch.split(v, foo=1), lambda: v.split(foo=1), lambda: F.dropout(foo=1, p="a"),
          lambda: F.mse_loss(v, v, foo=1, input=v),
          lambda: F.mse_loss(v, v, input=v, foo=1), lambda: F.softmax(foo=1), lambda: torch.add(v, foo=1),
          lambda: torch.relu(v, foo=1),
          lambda: F.linear(v, foo=1), lambda: torch.roll(v, foo=1, shifts="a")):
    attempt(f)
