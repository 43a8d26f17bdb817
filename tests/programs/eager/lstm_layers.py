# Layers of LSTMs against their cells: sizes around the tiles of the kernel, both directions, gradients and theirs.
import torch
from torch import nn

torch.manual_seed(0)


def by_cells(net, x, state):
    """The same layer by layer, in plain operations."""
    directions = 2 if net.bidirectional else 1
    weights = net.all_weights
    last_h, last_c = [], []
    for layer in range(net.num_layers):
        outs = []
        for direction in range(directions):
            at = layer * directions + direction
            w_ih, w_hh = weights[at][:2]
            bias = weights[at][2] + weights[at][3] if net.bias else 0
            h, c = state[0][at], state[1][at]
            turns = range(len(x)) if direction == 0 else reversed(range(len(x)))
            steps = {}
            for t in turns:
                i, f, g, o = (x[t] @ w_ih.t() + h @ w_hh.t() + bias).chunk(4, 1)
                c = torch.sigmoid(f) * c + torch.sigmoid(i) * torch.tanh(g)
                h = torch.sigmoid(o) * torch.tanh(c)
                steps[t] = h
            outs.append(torch.stack([steps[t] for t in range(len(x))]))
            last_h.append(h)
            last_c.append(c)
        x = torch.cat(outs, 2)
    return x, torch.stack(last_h), torch.stack(last_c)


def near(xs, ys):
    return all(torch.allclose(x, y, rtol=1e-3, atol=1e-4) for x, y in zip(xs, ys, strict=True))


for kw in ({}, dict(num_layers=2), dict(bidirectional=True), dict(num_layers=2, bidirectional=True, bias=False)):
    for inputs, hidden, batch, steps in ((3, 5, 2, 4), (7, 16, 1, 6), (8, 33, 17, 3), (4, 64, 9, 5), (2, 100, 31, 2),
                                         (5, 4, 1, 1)):
        net = nn.LSTM(inputs, hidden, **kw)
        x = torch.randn(steps, batch, inputs, requires_grad=True)
        layers = net.num_layers * (2 if net.bidirectional else 1)
        state = tuple(torch.randn(layers, batch, hidden, requires_grad=True) for _ in range(2))
        leaves = [x, *state, *net.parameters()]

        def score(out, h, c):
            return (out * torch.linspace(-1, 1, out.numel()).view_as(out)).sum() + (h * h).sum() + c.sin().sum()

        whole, (h, c) = net(x, state)
        plain = by_cells(net, x, state)
        grads, expected = torch.autograd.grad(score(whole, h, c), leaves), torch.autograd.grad(score(*plain), leaves)
        only_cell = [torch.autograd.grad(f(), leaves, allow_unused=True, materialize_grads=True)
                     for f in (lambda: net(x, state)[1][1].sum(), lambda: by_cells(net, x, state)[2].sum())]
        second = [torch.autograd.grad(torch.autograd.grad(f().sin().sum(), x, create_graph=True)[0].square().sum(),
                                      [x, *net.all_weights[0]])
                  for f in (lambda: net(x, state)[0], lambda: by_cells(net, x, state)[0])]
        with torch.no_grad():
            quiet = net(x, state)
        print(list(kw), hidden, near([whole, h, c], plain), near(grads, expected), near(*only_cell), near(*second),
              near([quiet[0], *quiet[1]], plain), quiet[0].requires_grad)

net = nn.LSTM(3, 4, batch_first=True)
x = torch.randn(2, 5, 3)
out, (h, c) = net(x)
print(out.shape, out.stride(), h.shape, type(out.grad_fn).__name__, type(h.grad_fn).__name__, type(c.grad_fn).__name__)
print(type(nn.LSTM(3, 4)(x)[0].grad_fn).__name__, net(x[0])[0].shape, net(torch.empty(0, 5, 3))[0].shape)
net.requires_grad_(False)
print(net(x)[0].requires_grad, net(x.clone().requires_grad_())[0].requires_grad, torch.equal(net(x)[0], out))
for bad in (lambda: net(x.double()), lambda: net(torch.empty(2, 0, 3)), lambda: nn.GRU(3, 4)(x.half()),
            lambda: net(x[..., :2])):
    try:
        print(bad()[0].shape)
    except (RuntimeError, ValueError) as error:
        print(type(error).__name__, error)
