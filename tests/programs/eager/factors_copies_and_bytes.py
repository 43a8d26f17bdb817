# Low-rank factors, copies of views, images of bytes, gradients of running products, and schedules by group.
import torch
import torch.nn.functional as F

torch.manual_seed(0)
A = torch.randn(6, 4)
U, S, V = torch.svd_lowrank(A, q=3)
print([round(s, 4) for s in S.tolist()], round((U @ torch.diag(S) @ V.T - A).norm().item(), 4), U.shape, V.shape)
U, S, V = torch.pca_lowrank(A, q=2)
print([round(s, 4) for s in S.tolist()], U.shape, V.shape)
try:
    torch.pca_lowrank(A, q=9)
except ValueError as e:
    print(e)

x = torch.arange(6.0).reshape(2, 3)
print(torch.view_copy(x, (3, 2)), torch.unbind_copy(x), torch.t_copy(x), torch.expand_copy(torch.ones(1), (3,)))
print(torch.squeeze_copy(torch.ones(1, 2), out=torch.empty(2)))
y = x.clone().requires_grad_()
turned = torch.permute_copy(y, (1, 0))
turned.sum().backward()
print(turned.grad_fn.name(), y.grad)
t = torch.ones(2)
print(torch.zero_(t), t)
print(torch.tensor([1.0, 2.0, 2.0, 5.0]).histogram(4, range=(0.0, 8.0)), torch.histogram(torch.empty(0), 2))
print(F.avg_pool2d(torch.arange(16.0).reshape(1, 4, 4), (2, 2), (2,), (1,)))

image = (torch.arange(32).reshape(1, 2, 4, 4) * 7).to(torch.uint8)
for mode in ("bilinear", "bicubic"):
    print(F.interpolate(image, size=(3, 5), mode=mode),
          F.interpolate(image, scale_factor=0.5, mode=mode, antialias=True))
print(F.interpolate(image, size=(3, 3), mode="bilinear", align_corners=True))

for values in ([2.0, 0.0, 3.0, 0.0, 5.0], [1.0, 2.0, 4.0, 0.0, 3.0], [2.0, 1.0, 0.5, 4.0, 2.0]):
    v = torch.tensor(values, requires_grad=True)
    (v.cumprod(0) * torch.arange(1.0, 6.0)).sum().backward()
    print(v.grad)
w = torch.tensor([1000.0, 1000.0, 999.0], requires_grad=True)
(w.logcumsumexp(0) * torch.tensor([1.0, -2.0, 3.0])).sum().backward()
print(w.grad)
m = torch.tensor([[2.0, 1.0], [1.0, 3.0]], requires_grad=True)
(torch.linalg.eigh(m)[0] * torch.tensor([1.0, 3.0])).sum().backward()
print(m.grad)

groups = [{"params": [torch.nn.Parameter(torch.zeros(1))]}, {"params": [torch.nn.Parameter(torch.zeros(1))]}]
opt = torch.optim.SGD(groups, lr=0.1, momentum=0.9)
schedule = torch.optim.lr_scheduler.CyclicLR(opt, base_lr=[1, 2], max_lr=[5, 6], step_size_up=2,
                                             base_momentum=[0.5, 0.6], max_momentum=[0.9, 0.8])
for _ in range(3):
    opt.step()
    schedule.step()
    print([(g["lr"], round(g["momentum"], 4)) for g in opt.param_groups])
try:
    torch.optim.swa_utils.SWALR(opt, swa_lr=[0.1, 0.2, 0.3])
except ValueError as e:
    print(e)
try:
    torch.isclose(t, t, rtol=-1.0)
except RuntimeError as e:
    print(e)
