# ctc_loss and its gradient: targets of several lengths, repeated labels, none at all, sequences too short.
import torch
import torch.nn.functional as F
torch.manual_seed(0)
for T, B, C, lens in ((6, 3, 5, (2, 3, 1)), (4, 2, 4, (0, 2)), (3, 2, 4, (3, 1)), (5, 1, 3, (0,)), (1, 2, 4, (1, 0))):
    x = torch.randn(T, B, C, requires_grad=True)
    lp = x.log_softmax(2)
    tgt = torch.randint(1, C, (B, max(max(lens), 1)))
    if T == 3: tgt[0] = 2
    il = torch.tensor([T] + [max(T - 1, 1)] * (B - 1))
    tl = torch.tensor(lens)
    for red in ("mean", "sum", "none"):
        for zi in (False, True):
            l = F.ctc_loss(lp, tgt, il, tl, reduction=red, zero_infinity=zi)
            print(l.detach())
            if torch.isfinite(l).all() or zi:
                g, = torch.autograd.grad(l.sum(), x, retain_graph=True)
                print(g.abs().sum(), g.flatten()[:6])
    flat = torch.cat([tgt[b, :n] for b, n in enumerate(lens)])
    print(F.ctc_loss(lp, flat, il.tolist(), tl.tolist()))
    print(F.ctc_loss(lp, flat, tuple(il.tolist()), tuple(lens), blank=0, reduction="sum", zero_infinity=True).detach())
x = torch.randn(5, 4).log_softmax(1)
print(F.ctc_loss(x, torch.tensor([1, 2]), torch.tensor(5), torch.tensor(2)))
print(F.ctc_loss(x.double(), torch.tensor([1, 1]), torch.tensor(5), torch.tensor(2), reduction="none"))
