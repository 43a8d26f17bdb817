# An axis that is named twice, diagonals and strides beyond all sizes.
import torch, torch.nn.functional as F
def t(f):
    try: print(f())
    except Exception as e: print(type(e).__name__, str(e)[:90])
x = torch.ones(1, 1, 3)
t(lambda: x.squeeze((0, 0)).shape)
t(lambda: x.squeeze((0, 1)).shape)
t(lambda: x.squeeze((0, -3)).shape)
p = torch.ones(1, 2, 4, 4)
for few in ([], [2], [2, 2]): t(lambda: F.lp_pool2d(p, 2, few).shape)
m = torch.arange(9.).reshape(3, 3)
big = 2**63 - 1
t(lambda: [m.tril(k).sum().item() for k in (-big - 1, -4, -3, -2, -1, 0, 1, 2, 3, big)])
t(lambda: [m.triu(k).sum().item() for k in (-big - 1, -4, -3, -2, -1, 0, 1, 2, 3, big)])
t(lambda: F.conv2d(p, torch.ones(1, 2, 2, 2), None, 2**62, 1).tolist())
t(lambda: F.conv2d(p, torch.ones(1, 2, 3, 3), None, 3, 1).tolist())
t(lambda: F.unfold(p, 3, 2, 1, 2).shape)
# Sums and products of lengths, classes, repeats and orders that no integer holds.
probs = torch.zeros(2, 2, 3).log_softmax(-1)
t(lambda: F.ctc_loss(probs, torch.tensor([[1], [1]]), (2, 2), (big, 1)))
ends = torch.tensor([-big, -6, 0, 6, big])
t(lambda: (torch.gcd(ends, torch.tensor(6)).tolist(), torch.lcm(ends, torch.tensor(6)).tolist()))
t(lambda: (torch.gcd(ends, ends).tolist(), torch.lcm(ends, ends.flip(0)).tolist()))
t(lambda: (torch.gcd(ends - 1, ends - 1).tolist(), torch.lcm(ends - 1, torch.tensor(6)).tolist()))
for dtype, most in ((torch.int8, 127), (torch.int32, 2**31 - 1)):
    few = torch.tensor([most, most - 1, -6, 0, 6], dtype=dtype)
    t(lambda: (torch.gcd(few, few.roll(1)).tolist(), torch.lcm(few, few.roll(1)).tolist()))
t(lambda: torch.ones(0, 3).repeat(1, 2**61).shape)
t(lambda: torch.ones(3).repeat(0, 2**61).shape)
t(lambda: torch.polygamma(2**31 - 1, torch.tensor([2.0])))
def refused(f):
    try: print("gives", f().shape)
    except RuntimeError: print("is refused")
refused(lambda: F.ctc_loss(probs, torch.tensor([1, 1]), (2, 2), (2**62, 2**62)))
refused(lambda: F.ctc_loss(probs, torch.tensor([1, 1]), torch.tensor([2, 2]), torch.tensor([big, 3])))
refused(lambda: F.one_hot(torch.tensor([big])))
refused(lambda: F.one_hot(torch.tensor([0]), 2**62))
refused(lambda: x.as_strided((-big - 1, 2), (2, 2)))
