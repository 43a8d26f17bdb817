# The graphs that a program's own compilers get hold ATen's operators, backward ones included.
import torch
import torch.nn.functional as F
from functorch.compile import aot_function, make_boxed_func


def show(name):
    def compiler(gm, inputs):
        print(name)
        print(gm.code.strip())
        return make_boxed_func(gm.forward)
    return compiler


def go(label, f, *args):
    print("##", label)
    args = [x.clone().requires_grad_() if x.is_floating_point() else x for x in args]
    aot_function(f, fw_compiler=show("forward"), bw_compiler=show("backward"))(*args).sum().backward()
    again = [x.detach().clone().requires_grad_() if x.is_floating_point() else x for x in args]
    f(*again).sum().backward()
    print([torch.allclose(x.grad, y.grad) for x, y in zip(args, again) if x.is_floating_point()])


torch.manual_seed(0)
x, y = torch.randn(2, 4), torch.randn(2, 4)
image = torch.randn(2, 3, 8, 8)
go("elu", F.elu, x)
go("selu", F.selu, x)
go("celu", lambda x: F.celu(x, 2.0), x)
go("leaky_relu", lambda x: F.leaky_relu(x, 0.2), x)
go("hardtanh", F.hardtanh, x)
go("relu6", F.relu6, x)
go("softplus", lambda x: F.softplus(x, 2.0, 10), x)
go("hardsigmoid", F.hardsigmoid, x)
go("hardswish", F.hardswish, x)
go("mish", F.mish, x)
go("threshold", lambda x: F.threshold(x, 0.1, 5), x)
go("glu", F.glu, x)
go("prelu", F.prelu, x, torch.tensor([0.25]))
go("logit", lambda x: torch.logit(x.sigmoid(), 1e-6), x)
go("mse_loss", F.mse_loss, x, y)
go("l1_loss", F.l1_loss, x, y)
go("smooth_l1_loss", lambda x, y: F.smooth_l1_loss(x, y, reduction="sum"), x, y)
go("huber_loss", lambda x, y: F.huber_loss(x, y, delta=0.5), x, y)
go("binary_cross_entropy", lambda x, y: F.binary_cross_entropy(x.sigmoid(), y.sigmoid()), x, y)
go("binary_cross_entropy_with_logits", lambda x, y: F.binary_cross_entropy_with_logits(x, y.sigmoid()), x, y)
go("nll_loss", F.nll_loss, x, torch.tensor([1, 2]))
go("cross_entropy", lambda x, t, w: F.cross_entropy(x, t, weight=w.detach(), ignore_index=1, reduction="sum") + w.sum(),
   x, torch.tensor([1, 2]), torch.rand(4))
go("embedding", lambda t, w: F.embedding(t, w, padding_idx=0), torch.tensor([1, 0]), torch.randn(5, 4))
go("layer_norm", lambda x, w, b: F.layer_norm(x, (4,), w, b), x, torch.ones(4), torch.zeros(4))
go("layer_norm without a weight", lambda x: F.layer_norm(x, (4,)), x)
go("conv2d", F.conv2d, image, torch.randn(4, 3, 3, 3), torch.randn(4))
go("conv_transpose2d", lambda x, w: F.conv_transpose2d(x, w, stride=2), image, torch.randn(3, 4, 2, 2))
go("max_pool2d", lambda x: F.max_pool2d(x, 2), image)
go("avg_pool2d", lambda x: F.avg_pool2d(x, 2), image)
go("max", lambda x: x.max(1).values, x)
go("topk", lambda x: x.topk(2).values, x)
go("gather", lambda x, t: x.gather(1, t), x, torch.tensor([[0], [1]]))
go("index", lambda x, t: x[t], x, torch.tensor([0, 1]))
go("where", lambda x: torch.where(x > 0, x, 0.0), x)
go("masked_fill", lambda x: x.masked_fill(x > 0, 0.0), x)
go("maximum and amax", lambda x, y: torch.maximum(x, y) + x.amax(1, keepdim=True), x, y)
go("a constant", lambda w: F.embedding(torch.tensor([1, 2]), w), torch.randn(5, 4))
