# The graphs of a program's own compilers: tensors from nothing, norms, pooling, products, attention, dropout,
# changes in place.
import torch
import torch.nn as nn
import torch.nn.functional as F
from functorch.compile import aot_function, aot_module, make_boxed_func


def show(name):
    def compiler(gm, inputs):
        print(name)
        print(gm.code.strip())
        return make_boxed_func(gm.forward)
    return compiler


def inference(label, f, *args):
    print("##", label)
    with torch.no_grad():
        aot_function(f, fw_compiler=show("inference"))(*args)


def training(label, f, *args):
    print("##", label)
    args = [x.clone().requires_grad_() if x.is_floating_point() else x for x in args]
    aot_function(f, fw_compiler=show("forward"), bw_compiler=show("backward"))(*args).sum().backward()


def module(label, m, *args):
    print("##", label)
    args = [x.clone().requires_grad_() for x in args]
    aot_module(m, fw_compiler=show("forward"), bw_compiler=show("backward"))(*args).sum().backward()


torch.manual_seed(0)
x = torch.randn(2, 4)
inference("zeros and ones", lambda x: x + torch.zeros(2, 4) + torch.zeros(4, dtype=x.dtype, device=x.device)
          + torch.ones(x.shape), x)
inference("full", lambda x: x + torch.full((4,), 2) + torch.full((4,), 2.0, dtype=torch.float64, device="cpu"), x)
inference("like", lambda x: x * torch.zeros_like(x) + torch.ones_like(x) + torch.full_like(x, 3) + torch.zeros_like(x,
    dtype=torch.float64), x)
inference("new", lambda x: x + x.new_zeros(4) + x.new_ones(2, 4) + x.new_full((4,), 7) + x.new_zeros(4,
    dtype=torch.float64), x)
inference("arange", lambda x: x + torch.arange(4) + torch.arange(1, 5) + torch.arange(0, 8, 2) + torch.arange(4,
    dtype=x.dtype), x)
inference("eye and linspace", lambda x: x @ torch.eye(4) + torch.eye(2, 4) + torch.linspace(0, 1, 4), x)
inference("constants", lambda x: x * torch.tensor(3.0) + torch.tensor([1, 2, 3, 4]), x)
inference("rounding", lambda x: x // 2 + x % 3 + torch.div(x, 2, rounding_mode="floor"), x)
inference("pieces", lambda x: x.split(2, 1)[0] + x.chunk(2, 1)[1] + x.unbind(0)[0][:2], x)
inference("limits", lambda x: x.clamp(0, 1) + x.clip(max=2) + torch.clamp(x, x, x) + x.any(1).all(), x)
net = nn.Sequential(nn.Conv2d(3, 4, 3), nn.BatchNorm2d(4), nn.ReLU(), nn.AdaptiveAvgPool2d(1), nn.Flatten(),
                    nn.Linear(4, 2))
module("network", net, torch.randn(2, 3, 8, 8))
module("network in evaluation", net.eval(), torch.randn(2, 3, 8, 8))
module("batch norm without weights", nn.BatchNorm1d(4, affine=False), torch.randn(2, 4, 3))
module("batch norm without statistics", nn.BatchNorm1d(4, track_running_stats=False), torch.randn(2, 4, 3))
module("group norm", nn.GroupNorm(2, 4), torch.randn(2, 4, 3))
module("adaptive pooling", nn.AdaptiveAvgPool2d(2), torch.randn(2, 4, 4, 4))
training("products of batches", lambda x, y: x @ y, torch.randn(2, 2, 3, 4), torch.randn(2, 2, 4, 5))
training("one batch for two", lambda x, y: x @ y, torch.randn(2, 2, 3, 4), torch.randn(2, 4, 5))
training("attention by hand", lambda q, k, v: torch.softmax(q @ k.transpose(-2, -1) / 2.0, -1) @ v,
         *[torch.randn(1, 2, 3, 4) for _ in range(3)])
inference("attention", lambda q, m: F.scaled_dot_product_attention(q, q, q) + F.scaled_dot_product_attention(q, q, q,
    attn_mask=m) + F.scaled_dot_product_attention(q, q, q, is_causal=True), torch.randn(1, 2, 4, 8), torch.zeros(4, 4))
training("linear over three axes", F.linear, torch.randn(2, 3, 4), torch.randn(5, 4), torch.randn(5))
training("dropout", lambda x: F.dropout(x, 0.5), torch.randn(4))
training("norms", lambda x: x.norm() + x.std() + x.var(1).sum(), torch.randn(2, 4))
training("repeat and chunks", lambda x: x.repeat(2, 1).sum() + x.chunk(2, 1)[0] * x.chunk(2, 1)[1], torch.randn(2, 4))
training("powers", lambda x: x ** 2 + x.pow(3) + x ** 0.5 + 2 ** x + x.sqrt(), torch.rand(4))
training("a batch added", torch.baddbmm, torch.randn(2, 3, 3), torch.randn(2, 3, 4), torch.randn(2, 4, 3))


def first_element(x):
    x[0] = 5
    return x * 2


def written(x):
    y = torch.empty_like(x).copy_(x)
    return y + torch.empty(2, 4).fill_(2)


def rows(x):
    y = x.clone()
    y[0] = 1
    return y


inference("an element", first_element, torch.randn(3))
inference("fill and copy", written, x)
inference("a row", rows, x)
