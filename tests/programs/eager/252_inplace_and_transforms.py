# feature: versions after functions with inplace=True, a residual block, numbers of the tape in where, vmap's
# refusals, printing in transforms
import torch
import torch.nn as nn
import torch.nn.functional as F
from torch.func import grad, vjp, vmap


def attempt(f):
    try:
        print(f())
    except Exception as e:
        print(type(e).__name__ + ":", str(e)[:120])


torch.manual_seed(0)
x, w = torch.randn(6, 4), torch.randn(4, 4, requires_grad=True)
for layer in (nn.ReLU(inplace=True), nn.ELU(inplace=True), nn.Dropout(0.5, inplace=True), nn.LeakyReLU(inplace=True),
              nn.SiLU(inplace=True), nn.Hardtanh(inplace=True)):
    y = x @ w
    z = layer(y)
    print(type(layer).__name__, y._version, z is y)


class Block(nn.Module):
    def __init__(self, cin, cout, stride=1):
        super().__init__()
        self.conv1 = nn.Conv2d(cin, cout, 3, stride, 1, bias=False)
        self.bn1 = nn.BatchNorm2d(cout)
        self.conv2 = nn.Conv2d(cout, cout, 3, 1, 1, bias=False)
        self.bn2 = nn.BatchNorm2d(cout)
        self.short = nn.Sequential() if stride == 1 and cin == cout else nn.Sequential(nn.Conv2d(cin, cout, 1, stride,
            bias=False), nn.BatchNorm2d(cout))

    def forward(self, x):
        o = F.relu(self.bn1(self.conv1(x)), inplace=True)
        o = self.bn2(self.conv2(o))
        return F.relu(o + self.short(x), inplace=True)


net = nn.Sequential(Block(3, 4), Block(4, 4), Block(4, 8, 2), nn.AdaptiveAvgPool2d(1), nn.Flatten(), nn.Linear(8, 3))
opt = torch.optim.SGD(net.parameters(), lr=0.05, momentum=0.9)
images, labels = torch.randn(6, 3, 8, 8), torch.tensor([0, 1, 2, 0, 1, 2])
for epoch in range(3):
    opt.zero_grad()
    loss = F.cross_entropy(net(images), labels)
    loss.backward()
    opt.step()
    print(epoch, round(loss.item(), 3))

p = torch.tensor([1.0, 2.0], requires_grad=True)
print(torch.where(torch.tensor(False), 0.0, p.sum()), torch.logdet(torch.diag(p)))
v = torch.arange(3.0)
attempt(lambda: vmap(lambda a: a * a.item())(v))
attempt(lambda: vmap(lambda a: a if a > 0 else -a)(v))
attempt(lambda: vmap(lambda a: a[a > 0])(v.reshape(3, 1)))
attempt(lambda: vmap(lambda a: torch.matrix_exp(a * 0))(torch.ones(1, 2, 2)))


def shown(a):
    print(a, (a * 2).sum())
    return (a ** 2).sum()


print(grad(shown)(torch.ones(2)))
print(grad(grad(lambda a: (print(a), a ** 3)[1]))(torch.tensor(2.0)))
print(vjp(shown, torch.ones(2))[0])
