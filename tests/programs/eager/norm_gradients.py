# Gradients of layer norm and softmax in float32, against the same in float64.
import torch, torch.nn.functional as F
torch.manual_seed(1)
for shape, k in (((64, 300), 1), ((3, 5, 70), 2), ((1, 7), 1)):
    x = torch.randn(shape, requires_grad=True)
    ns = shape[-k:]
    w = torch.randn(ns, requires_grad=True)
    b = torch.randn(ns, requires_grad=True)
    g = torch.randn(shape)
    r = torch.autograd.grad(F.layer_norm(x, ns, w, b), (x, w, b), g)
    xd, wd, bd = (t.detach().double().requires_grad_() for t in (x, w, b))
    e = torch.autograd.grad(F.layer_norm(xd, ns, wd, bd), (xd, wd, bd), g.double())
    print([torch.allclose(p.double(), q, atol=2e-5, rtol=1e-5) for p, q in zip(r, e)])
    print(torch.autograd.grad(F.layer_norm(x, ns, None, b), b, g)[0].shape,
          torch.autograd.grad(F.layer_norm(x, ns, w), w, g)[0].shape)
    s = torch.autograd.grad(F.softmax(x, -1), x, g)[0]
    l = torch.autograd.grad(F.log_softmax(x, -1), x, g)[0]
    sd = torch.autograd.grad(F.softmax(xd, -1), xd, g.double())[0]
    ld = torch.autograd.grad(F.log_softmax(xd, -1), xd, g.double())[0]
    print(torch.allclose(s.double(), sd, atol=1e-6), torch.allclose(l.double(), ld, atol=2e-5))
