# A compiled backward computes in the memory of what the forward saved for it, where nobody else needs that any more.
import torch
import torch._functorch.config

torch._functorch.config.donated_buffer = False  # with it, PyTorch refuses a graph that is kept
torch.manual_seed(0)


def block(x, w, v):
    h = torch.tanh(x @ w)
    g = torch.softmax(h @ v, -1)
    return (g * h).sum(), g


def gradients(function, again):
    torch.manual_seed(1)
    x, w, v = [torch.randn(32, 32, requires_grad=True) for _ in range(3)]
    loss, kept = function(x, w, v)
    before = kept.detach().clone()
    loss.backward(retain_graph=again)
    first = [t.grad.clone() for t in (x, w, v)]
    if again:  # what was saved is still there, as it was
        loss.backward()
        assert all(torch.allclose(t.grad, 2 * f, atol=1e-5) for t, f in zip((x, w, v), first))
    assert torch.equal(kept, before)  # the program holds it
    return first


compiled = torch.compile(block)
expected = gradients(block, False)
for again in (False, True, False):
    print(again, [torch.allclose(a, b, atol=1e-5) for a, b in zip(gradients(compiled, again), expected)])

x = torch.randn(32, 32, requires_grad=True)
loss, _ = compiled(x, x.detach(), x.detach())
loss.backward()
try:
    loss.backward()
except RuntimeError as error:
    print(str(error)[:57])


# Transposed results and reads in one loop.
def exchanged(x, y):
    return torch.sigmoid(x + y.t()) * y.t()


def pair(function, rows, columns):
    torch.manual_seed(2)
    x, y = torch.randn(rows, columns, requires_grad=True), torch.randn(columns, rows, requires_grad=True)
    function(x, y).pow(2).sum().backward()
    return x.grad, y.grad


compiled = torch.compile(exchanged, dynamic=False)
for rows, columns in ((96, 96), (67, 130), (130, 67), (40, 40)):
    print(rows, columns, [torch.allclose(a, b, atol=1e-5)
                          for a, b in zip(pair(compiled, rows, columns), pair(exchanged, rows, columns))])
