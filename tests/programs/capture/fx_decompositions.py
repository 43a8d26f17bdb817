# make_fx with tables of decompositions: the common ones, one's own, and what a registry holds.
import torch
import torch.nn.functional as F
from torch._decomp import (
    core_aten_decompositions, decomposition_table, get_decompositions, register_decomposition,
    remove_decompositions,
)
from torch.fx.experimental.proxy_tensor import make_fx

aten = torch.ops.aten
x = torch.tensor([[1.0, -2.0], [0.5, 3.0]])


def show(f, table):
    gm = make_fx(f, decomposition_table=table)(x)
    print(gm.code.strip())
    print(torch.allclose(gm(x), f(x)))


for f, op in [
    (lambda x: F.silu(x), aten.silu),
    (lambda x: F.gelu(x), aten.gelu),
    (lambda x: F.leaky_relu(x, 0.1), aten.leaky_relu),
    (lambda x: F.elu(x), aten.elu),
    (lambda x: F.softplus(x), aten.softplus),
    (lambda x: F.hardswish(x), aten.hardswish),
    (lambda x: F.mish(x), aten.mish),
    (lambda x: F.softmax(x, -1), aten._softmax),
    (lambda x: F.log_softmax(x, 0), aten._log_softmax),
    (lambda x: F.mse_loss(x, x + 1), aten.mse_loss),
    (lambda x: torch.addmm(x[0], x, x), aten.addmm),
    (lambda x: torch.addcdiv(x, x, x, value=2), aten.addcdiv),
    (lambda x: torch.lerp(x, x + 1, 0.5), aten.lerp),
    (lambda x: x.t(), aten.t),
    (lambda x: torch.stack([x, x]), aten.stack),
    (lambda x: x.std(0), aten.std),
    (lambda x: x.clamp_min(0), aten.clamp_min),
    (lambda x: torch.logsumexp(x, 0), aten.logsumexp),
    (lambda x: F.softshrink(x), aten.softshrink),
    (lambda x: torch.dot(x[0], x[1]), aten.dot),
    (lambda x: torch.mv(x, x[0]), aten.mv),
]:
    table = get_decompositions([op])
    print(op, sorted([str(key) for key in table]))
    show(f, table)

# One's own: functions may use other operators of the table, and may decline.
show(lambda x: torch.relu(x) + 1, {aten.relu.default: lambda x: torch.where(x > 0, x, torch.zeros_like(x))})
show(lambda x: torch.relu(x) * 2 + x.sum(), {aten.mul.Tensor: lambda a, b: a + a})
show(lambda x: x.exp() + x.exp().exp(), {aten.exp.default: lambda a: NotImplemented})
mine = {}


@register_decomposition(aten.sin, mine)
def sine(x):
    return x.cos() + 1


@register_decomposition([aten.cos.default], registry=mine)
def cosine(x):
    return x.tan()


print(sorted([str(key) for key in mine]), mine[aten.sin.default] is sine)
gm = make_fx(lambda x: x.sin().tanh(), decomposition_table=mine)(x)
print(gm.code.strip())
try:
    register_decomposition(aten.sin, mine)(sine)
except RuntimeError as error:
    print(error)
core = core_aten_decompositions()
print([op in core for op in (aten.silu.default, aten.gelu.default, aten.addmm.default)],
      aten.gelu.default in decomposition_table)
show(lambda x: F.gelu(F.silu(x)).softmax(-1), core)
kept = get_decompositions([aten.silu, aten.gelu])
remove_decompositions(kept, [aten.silu])
print(sorted([str(key) for key in kept]))


# Calls with several results give all of them, used or not.
def several(x):
    return x.max(0)[0], x.chunk(2)[1], x.topk(1)[1], F.layer_norm(x, (2,))


print(make_fx(several)(x).code.strip())
