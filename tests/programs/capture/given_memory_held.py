# Tensors that the program holds keep their values, although the compiled backward computes in what it is given.
import torch

torch.manual_seed(0)


def block(x, w):
    h = torch.tanh(x @ w)
    g = torch.softmax(h @ w, -1)
    return torch.sigmoid(g @ w) * h, g.exp()


def inputs(rows=32):
    torch.manual_seed(rows)
    return torch.randn(rows, 32, requires_grad=True), torch.randn(32, 32, requires_grad=True)


def close(got, expected):
    return all(torch.allclose(a, b, atol=1e-5) for a, b in zip(got, expected))


def gradients(function, rows=32):
    x, w = inputs(rows)
    first, second = function(x, w)
    return torch.autograd.grad((first * second).sum(), (x, w))


expected = gradients(block)

for mode in ("default", "reduce-overhead"):
    compiled = torch.compile(block, mode=mode)
    print(mode, [close(gradients(compiled), expected) for _ in range(5)])

compiled = torch.compile(block)

# What hooks give back is theirs.
held = []


def pack(t):
    held.append(t)
    return len(held) - 1


x, w = inputs()
with torch.autograd.graph.saved_tensors_hooks(pack, lambda place: held[place]):
    first, second = compiled(x, w)
print("hooks", close(torch.autograd.grad((first * second).sum(), (x, w)), expected), len(held) > 0)

# Gradients that the caller passes in, one tensor for both outputs; and outputs, views of them.
x, w = inputs()
first, second = compiled(x, w)
row, copy = first.detach()[3], first.detach().clone()
given = torch.full_like(first, 0.5)
got = torch.autograd.grad([first, second], (x, w), [given, given])
print("passed", bool((given == 0.5).all()), torch.equal(row, copy[3]), torch.equal(first, copy))
x, w = inputs()
print(close(got, torch.autograd.grad(block(x, w), (x, w), [given, given])))

# Gradients that hooks keep, and those of results that keep theirs.
x, w = inputs()
first, second = compiled(x, w)
middle, kept = first * second, []
first.register_hook(lambda g: kept.extend([g, g.clone()]))
second.retain_grad()
middle.sum().backward()
print("kept", torch.equal(kept[0], kept[1]), torch.allclose(second.grad, first.detach(), atol=1e-6))

# One compiled function after another.
x, w = inputs()
first, second = compiled(x, w)
got = torch.autograd.grad(compiled(first @ second.t(), w)[0].mean(), (x, w))
x, w = inputs()
first, second = block(x, w)
print("chain", close(got, torch.autograd.grad(block(first @ second.t(), w)[0].mean(), (x, w))))

# Other sizes.
compiled = torch.compile(block, dynamic=True)
print("sizes", [close(gradients(compiled, rows), gradients(block, rows)) for rows in (5, 32, 1, 67)])
