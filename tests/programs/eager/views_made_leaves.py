# Views that were made to require a gradient are leaves; what a tensor may be assigned.
import torch
def t(f):
    try: print(f())
    except Exception as e: print(type(e).__name__, str(e)[:140])
x = torch.arange(6.).reshape(2, 3).requires_grad_()
t(lambda: x.add_(1)); t(lambda: x[0].add_(1)); t(lambda: x.zero_())
x = torch.arange(6.).view(2, 3).requires_grad_()
t(lambda: x.mul_(2)); t(lambda: x.__setitem__(0, 1)); t(lambda: x.t().zero_())
x = torch.arange(6.).requires_grad_()
t(lambda: x.mul_(2)); t(lambda: x[0:2].mul_(2))
b = torch.arange(6.)
x = b[2:].requires_grad_()
t(lambda: x.mul_(2)); t(lambda: b.mul_(2)); t(lambda: x.sum())
with torch.no_grad():
    t(lambda: x.mul_(2)); v = x[1:]
t(lambda: v.mul_(2))
x = torch.ones(2, 3, requires_grad=True)
t(lambda: x.t().mul_(2)); 
w = torch.nn.Parameter(torch.ones(4).reshape(2, 2)); t(lambda: w.add_(1))
w = torch.nn.Parameter(torch.arange(4.).view(2, 2)); t(lambda: w.add_(1)); t(lambda: w.detach().add_(1))
x = torch.arange(3.)[:2].requires_grad_(); t(lambda: x.detach_()); t(lambda: x.requires_grad_(False).add_(1))
for i in range(2):
    x = torch.arange(6.).reshape(2, 3)
    t(lambda: x.__setitem__(1, [1, 2])); t(lambda: x.__setitem__((0, 1), [1.])); t(lambda: x.__setitem__(slice(None), [[1]])); t(lambda: x.__setitem__(0, (1, 2, 3))); t(lambda: x.__setitem__(0, "a")); t(lambda: x.__setitem__(0, None)); t(lambda: x.__setitem__((0, 0), torch.ones(2)))
    t(lambda: x.int().__setitem__(0, [1])); t(lambda: x.bool().__setitem__(0, {})); t(lambda: x.__setitem__(5, [1])); t(lambda: x.__setitem__("a", 1)); t(lambda: x.__setitem__(0, object)); t(lambda: x.__setitem__(x > 1, [1]));  t(lambda: x.__setitem__(5, "a"))
