"""Operands of two types where PyTorch refuses or promotes them."""
import torch
from torch import nn


def attempt(f):
    try:
        print(f())
    except Exception as e:
        print(type(e).__name__, e)


torch.manual_seed(0)
x = torch.ones(2, 2)
d = x.double()
b = x[None]
bd = b.double()
v = x[0]
vd = d[0]
attempt(lambda: x.mv(vd))
attempt(lambda: x@vd)
attempt(lambda: v@d)
attempt(lambda: v@vd)
attempt(lambda: torch.addmv(v,x,vd))
attempt(lambda: torch.addmv(vd,x,v))
attempt(lambda: torch.addmm(x,x,d))
attempt(lambda: torch.addmm(d,x,x))
attempt(lambda: torch.addmm(x,d,x))
attempt(lambda: torch.addmm(x,d,d))
attempt(lambda: torch.baddbmm(b,b,bd))
attempt(lambda: torch.baddbmm(bd,b,b))
attempt(lambda: torch.baddbmm(b,bd,bd))
attempt(lambda: torch.addbmm(x,b,bd))
attempt(lambda: torch.addbmm(x,bd,bd))
attempt(lambda: torch.addbmm(d,b,b))
attempt(lambda: b@bd)
attempt(lambda: bd@b)
attempt(lambda: b@d)
attempt(lambda: b@vd)
attempt(lambda: torch.bmm(b,b.long()))
attempt(lambda: torch.mm(x,x.long()))
attempt(lambda: torch.addr(x,v,vd).dtype)
attempt(lambda: torch.tensordot(x,d,1))
attempt(lambda: torch.inner(x,d))
attempt(lambda: torch.outer(v,vd).dtype)
attempt(lambda: torch.kron(x,d).dtype)
attempt(lambda: torch.linalg.multi_dot([x,d]))
attempt(lambda: torch.matrix_power(x.long(),2))
attempt(lambda: nn.LSTM(2,2)(d))
attempt(lambda: nn.GRU(2,2)(b,bd))
attempt(lambda: nn.RNN(2,2).double()(b))
attempt(lambda: nn.LSTMCell(2,2)(d))
attempt(lambda: nn.GRUCell(2,2)(x,d))
attempt(lambda: nn.BatchNorm1d(2)(d))
attempt(lambda: nn.BatchNorm1d(2).eval()(d))
attempt(lambda: nn.BatchNorm1d(2,affine=False)(d))
attempt(lambda: nn.BatchNorm1d(2)(x.half()))
attempt(lambda: nn.BatchNorm1d(2)(x.bfloat16()).dtype)
attempt(lambda: nn.LayerNorm(2)(d))
attempt(lambda: nn.LayerNorm(2)(x.bfloat16()).dtype)
attempt(lambda: nn.LayerNorm(2).double()(x))
attempt(lambda: nn.LayerNorm(2).bfloat16()(x))
attempt(lambda: nn.GroupNorm(1,2)(d))
attempt(lambda: nn.GroupNorm(1,2)(x.bfloat16()).dtype)
attempt(lambda: nn.InstanceNorm1d(2,affine=True)(bd))
attempt(lambda: nn.Bilinear(2,2,1)(d,d))
attempt(lambda: nn.Bilinear(2,2,1)(x,d))
attempt(lambda: torch.searchsorted(v,vd))
attempt(lambda: torch.bucketize(vd,v))
attempt(lambda: nn.PReLU()(d))

# Names that keep what they hold.
before = torch._tensor_str.get_printoptions()
with torch._tensor_str.printoptions(precision=1, threshold=3):
    print(torch.tensor([0.123, 4.0, 5.0, 6.0, 7.0, 8.0, 9.0]), torch._tensor_str.PRINT_OPTS)
print(torch._tensor_str.get_printoptions() == before)
theta = torch.ones(1, 2, 2)
attempt(lambda: nn.functional.affine_grid(theta, (1, 1, 2, 2), align_corners=False))
attempt(lambda: nn.functional.affine_grid(torch.ones(1, 2, 3), (1, 1, 2), align_corners=False))
attempt(lambda: nn.functional.affine_grid(torch.ones(1, 2, 3), (1, 1, 0, 2), align_corners=False))
attempt(lambda: nn.utils.rnn.unpad_sequence(torch.ones(2, 3), torch.tensor([1, 2])))
attempt(lambda: torch.optim.Adam([nn.Parameter(torch.ones(1))], fused=True, differentiable=True))


class Kept(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, y=None):
        ctx.save_for_backward(x, y)
        return x.sum()


attempt(lambda: Kept.apply(torch.ones(2, requires_grad=True), 3))
attempt(lambda: Kept.apply(torch.ones(2), y=3))
