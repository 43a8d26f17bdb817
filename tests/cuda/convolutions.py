# Convolutions through cuDNN and compiled networks around them, against the CPU.
import torch
import torch.nn as nn
import torch.nn.functional as F
from torch import _C

torch.manual_seed(0)
torch.backends.cudnn.allow_tf32 = False
bad = 0


def check(name, ok):
    global bad
    if not ok:
        bad += 1
        print(name, "differs")


def close(a, b, tolerance=1e-3):
    return a.shape == b.shape and torch.allclose(a, b.cpu(), atol=tolerance, rtol=tolerance)


def compare(name, f, *args):
    host = [a.detach().clone().requires_grad_() for a in args]
    there = [a.detach().to("cuda").requires_grad_() for a in args]
    h, d = f(*host), f(*there)
    g = torch.randn_like(h)
    h.backward(g)
    d.backward(g.to("cuda"))
    check(name, close(h, d))
    for i, (a, b) in enumerate(zip(host, there)):
        check(f"{name}: gradient {i}", close(a.grad, b.grad))


r = torch.randn
compare("conv2d", lambda x, w, b: F.conv2d(x, w, b, padding=1), r(2, 3, 6, 7), r(4, 3, 3, 3), r(4))
compare("groups", lambda x, w: F.conv2d(x, w, None, 2, 1, 2, 2), r(2, 4, 8, 8), r(4, 2, 3, 3))
compare("conv1d", lambda x, w, b: F.conv1d(x, w, b, stride=2, padding=1), r(2, 3, 9), r(4, 3, 3), r(4))
compare("conv3d", lambda x, w: F.conv3d(x, w, None, padding=1), r(1, 2, 4, 4, 4), r(3, 2, 3, 3, 3))
compare("transposed", lambda x, w, b: F.conv_transpose2d(x, w, b, 2, 1, 1), r(2, 3, 4, 4), r(3, 2, 3, 3), r(2))
compare("transposed 1d", lambda x, w: F.conv_transpose1d(x, w, None, 2, groups=2), r(2, 4, 4), r(4, 2, 3))
compare("double", lambda x, w: F.conv2d(x, w), r(1, 2, 5, 5).double(), r(2, 2, 3, 3).double())
compare("pool", lambda x: F.max_pool2d(x, 3, 2, 1), r(2, 3, 7, 8))
compare("average", lambda x: F.avg_pool2d(x, 3, 2, 1), r(2, 3, 7, 8))
x = r(2, 3, 6, 6)
w = r(4, 3, 3, 3)
check("channels last", close(F.conv2d(x, w), F.conv2d(x.cuda().to(memory_format=torch.channels_last), w.cuda())))
check("half", close(F.conv2d(x, w), F.conv2d(x.cuda().half(), w.cuda().half()).float(), 5e-2))
values, places = F.max_pool2d(x, 2, return_indices=True)
there = F.max_pool2d(x.cuda(), 2, return_indices=True)
check("places", close(values, there[0]) and torch.equal(places, there[1].cpu()))


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.first = nn.Conv2d(3, 4, 1)
        self.a = nn.Conv2d(4, 4, 3, padding=1)
        self.b = nn.Conv2d(4, 4, 3, padding=1, bias=False)
        self.norm = nn.BatchNorm2d(4)
        self.other = nn.BatchNorm2d(4, affine=False)
        nn.init.normal_(self.norm.weight)
        nn.init.normal_(self.norm.bias)
        nn.init.normal_(self.norm.running_mean)
        nn.init.uniform_(self.norm.running_var, 0.5, 2)

    def forward(self, x):
        x = self.first(x)
        y = torch.relu(self.norm(self.a(x)))
        return F.max_pool2d(torch.relu(self.other(self.b(y)) + x), 2).flatten(1)


net = Net().eval()
with torch.no_grad():
    want = net(x)
    net.cuda()
    for mode in (None, "reduce-overhead"):
        f = torch.compile(net, mode=mode)
        for i in range(4):
            check(f"compiled {mode} {i}", close(want, f(x.cuda())))


class Depthwise(nn.Module):
    """Channels that are convolved alone: loop nests of our own in compiled programs, with what stands around them."""

    def __init__(self):
        super().__init__()
        self.first = nn.Conv2d(3, 8, 1)
        self.a = nn.Conv2d(8, 8, 3, 2, 1, groups=8)
        self.b = nn.Conv2d(8, 8, 5, 1, 4, 2, groups=8, bias=False)
        self.c = nn.Conv2d(8, 8, (1, 3), (3, 1), (0, 2), groups=8)

    def forward(self, x):
        return F.hardswish(self.c(torch.tanh(self.b(F.relu(self.a(self.first(x)))))))


for dtype, tolerance in ((torch.float32, 1e-3), (torch.float16, 2e-2)):
    cpu, gpu = Depthwise(), Depthwise()
    gpu.load_state_dict(cpu.state_dict())
    gpu.cuda().to(dtype)
    wide = r(2, 3, 19, 17)
    here, there = wide.clone().requires_grad_(), wide.cuda().to(dtype).requires_grad_()
    want, got = cpu(here), torch.compile(gpu)(there)
    check(f"depthwise {dtype}", close(want, got.float(), tolerance))
    want.square().sum().backward()
    got.float().square().sum().backward()
    check(f"depthwise {dtype}: input", close(here.grad, there.grad.float(), 10 * tolerance))
    for name, p in cpu.named_parameters():
        check(
            f"depthwise {dtype}: {name}", close(p.grad, dict(gpu.named_parameters())[name].grad.float(), 20 * tolerance)
        )
cpu, gpu = Net().train(), Net().train()
gpu.load_state_dict(cpu.state_dict())
gpu.cuda()
f = torch.compile(gpu)
cpu(x).square().sum().backward()
f(x.cuda()).square().sum().backward()
for (name, p), q in zip(cpu.named_parameters(), gpu.parameters()):
    scale = p.grad.abs().max().item() + 1
    check(name, close(p.grad / scale, q.grad.cpu() / scale))
# Rounded factors: our own kernel is measured beside the library's.
torch.backends.cudnn.allow_tf32 = True
few = nn.Sequential(nn.Conv2d(3, 32, 3, padding=1), nn.BatchNorm2d(32), nn.ReLU(), nn.Conv2d(32, 64, 3, 2, 1),
                    nn.ReLU(),
                    nn.Conv2d(64, 32, (1, 3), 1, (0, 2), (1, 2), bias=False), nn.Conv2d(32, 32, 2)).eval()
x = r(2, 3, 11, 13)
with torch.no_grad():
    want = few(x)
    f = torch.compile(few.cuda())
    for i in range(2):
        check("few channels", close(want, f(x.cuda()), 5e-3))
check("round trips", _C._cuda_host_round_trips() == 0)
print("all agree" if bad == 0 else f"{bad} differ")
