# Gradients of gradients: values, what they are a function of, and the names that shows.
import torch
import torch.nn.functional as F

for p in (2, 3, 2.5, 0.5, -1, 1, 0):
    x = torch.tensor(3.0, requires_grad=True)
    y = x**p
    for _ in range(4):
        try:
            (y,) = torch.autograd.grad(y, x, create_graph=True)
            print(p, y)
        except RuntimeError as e:
            print(p, str(e)[:40])
            break

pair = lambda x: torch.stack([x, x * x])
FUNCTIONS = {
    "exp": torch.exp, "tanh": torch.tanh, "sigmoid": torch.sigmoid, "relu": torch.relu, "square": torch.square,
    "erf": torch.erf, "asinh": torch.asinh, "exp2": torch.exp2, "silu": F.silu, "elu": F.elu, "selu": F.selu,
    "leaky": F.leaky_relu, "hardswish": F.hardswish, "hardtanh": F.hardtanh,
    "mse": lambda x: F.mse_loss(x, torch.tensor(1.0)), "smooth": lambda x: F.smooth_l1_loss(x, torch.tensor(1.0)),
    "huber": lambda x: F.huber_loss(x, torch.tensor(1.0)), "softmax": lambda x: torch.softmax(pair(x), 0)[0],
    "log_softmax": lambda x: torch.log_softmax(pair(x), 0)[0],
    "cross_entropy": lambda x: F.cross_entropy(pair(x)[None], torch.tensor([0])),
    "two ** x": lambda x: 2**x, "sum of squares": lambda x: (pair(x) ** 2).sum(),
}
for name, f in FUNCTIONS.items():
    x = torch.tensor(1.3, requires_grad=True)
    y, steps = f(x), []
    for _ in range(3):
        try:
            (y,) = torch.autograd.grad(y, x, create_graph=True)
            steps.append(str(y))
        except RuntimeError as e:
            steps.append(str(e)[:20])
            break
    print(name, steps)

# What a layer saves of its results is told apart: the mean and the deviation, the loss and its weight.
x0 = torch.tensor([[0.3, -1.2, 0.7, 2.0], [1.5, 0.4, -0.6, 0.1], [0.2, 0.9, 1.4, -0.8]], dtype=torch.float64)
weights = torch.tensor([1.0, -2.0, 0.5, 3.0], dtype=torch.float64)
for name, f in {
    "layer_norm": lambda x: F.layer_norm(x, (4,)), "batch_norm": lambda x: F.batch_norm(x, None, None, training=True),
    "group_norm": lambda x: F.group_norm(x, 2), "nll": lambda x: F.nll_loss(x.log_softmax(1), torch.tensor([1, 3, 0])),
    "svd": lambda x: torch.linalg.svdvals(x), "attention": lambda x: F.scaled_dot_product_attention(x, x, x),
}.items():
    x = x0.clone().requires_grad_()
    y = (f(x) * weights[: f(x).size(-1) if f(x).dim() else 1]).pow(3).sum()
    (g,) = torch.autograd.grad(y, x, create_graph=True)
    (h,) = torch.autograd.grad((g * g).sum(), x)
    print(name, h)


class Both(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        a, b = x * x, x * x * x
        ctx.save_for_backward(x, a, b)
        return a, b

    @staticmethod
    def backward(ctx, ga, gb):
        x, a, b = ctx.saved_tensors
        return ga * 2 * x + gb * 3 * b / x


x = torch.tensor([1.0, 2.0], requires_grad=True)
(g,) = torch.autograd.grad(sum(t.sum() for t in Both.apply(x)), x, create_graph=True)
print(g, torch.autograd.grad(g.sum(), x))
b = torch.tensor([-1.0, 0.0, 1.0], requires_grad=True)
(0**b).sum().backward()
print(b.grad)
