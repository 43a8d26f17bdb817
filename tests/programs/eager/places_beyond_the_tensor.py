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
