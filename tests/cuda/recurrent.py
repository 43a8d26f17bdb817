# Recurrent networks on the device, by cuDNN where it is, against the CPU.
import torch
import torch.nn as nn

torch.manual_seed(0)
torch.backends.cudnn.allow_tf32 = False
bad = 0


def check(name, ok):
    global bad
    if not ok:
        bad += 1
        print(name, "differs")


def close(a, b, tolerance=1e-4):
    return a.shape == b.shape and torch.allclose(a.cpu().float(), b.cpu().float(), atol=tolerance, rtol=tolerance)


def flat(outputs):
    return [t for o in outputs for t in (flat(o) if isinstance(o, tuple) else [o])]


def compare(name, make, x, *states, tolerance=1e-4, dtype=torch.float32):
    here = make()
    there = make()
    there.load_state_dict(here.state_dict())
    there.cuda().to(dtype)
    sides = []
    for net, device, to in ((here, "cpu", torch.float32), (there, "cuda", dtype)):
        args = [t.detach().to(device, to).requires_grad_() for t in (x, *states)]
        given = args[1:] if not isinstance(net, nn.LSTM) else [tuple(args[1:])] if states else []
        outputs = flat(net(args[0], *given))
        sum([(o * (o.detach().float().cos().to(to))).sum() * (i + 1) for i, o in enumerate(outputs)]).backward()
        sides.append(outputs + [a.grad for a in args] + [p.grad for p in net.parameters()])
        with torch.no_grad():
            sides[-1] += flat(net(args[0], *given))
    check(name + ": count", len(sides[0]) == len(sides[1]))
    for i, (a, b) in enumerate(zip(*sides)):
        check("%s: result %d" % (name, i), close(b, a, tolerance))


r = torch.randn
for kind, cells in ((nn.LSTM, 2), (nn.GRU, 1), (nn.RNN, 1)):
    name = kind.__name__
    compare(name, lambda: kind(5, 7), r(4, 3, 5))
    compare(name + " layers, both ways", lambda: kind(5, 7, 2, bidirectional=True, batch_first=True), r(3, 6, 5))
    compare(name + " states", lambda: kind(5, 7, 2), r(4, 3, 5), *[r(2, 3, 7)] * cells)
    compare(name + " without biases", lambda: kind(4, 8, bias=False), r(5, 2, 4))
    compare(name + " one sequence", lambda: kind(4, 8), r(5, 4))
    compare(name + " half", lambda: kind(8, 16), r(5, 2, 8), tolerance=2e-2, dtype=torch.float16)
compare("RNN relu", lambda: nn.RNN(5, 7, 2, nonlinearity="relu"), r(4, 3, 5))
compare("LSTM projected", lambda: nn.LSTM(5, 7, proj_size=3), r(4, 3, 5))
compare("GRU wide", lambda: nn.GRU(64, 128, 2, bidirectional=True), r(20, 16, 64), tolerance=2e-3)

# A graph that is kept gives its gradients again, and weights that change meanwhile are noticed.
net = nn.LSTM(4, 6, 2).cuda()
x = r(3, 2, 4).cuda().requires_grad_()
out = net(x)[0].square().sum()
out.backward(retain_graph=True)
first = x.grad.clone()
out.backward()
check("twice", close(x.grad, 2 * first))
out = net(x)[0].sum()
with torch.no_grad():
    net.weight_hh_l0.mul_(2)
try:
    out.backward()
    check("changed weights", False)
except RuntimeError as error:
    check("changed weights", "modified by an inplace operation" in str(error))
# Dropout between the layers, mixed precision, and a program that is compiled around the network.
net = nn.GRU(4, 6, 3, dropout=0.5).cuda()
check("dropout", net(x)[0].shape == (3, 2, 6))
net.eval()
with torch.autocast("cuda", torch.bfloat16):
    mixed = net(x)[0]
check("mixed", close(mixed, net(x)[0], 3e-2))


def program(x):
    y, state = net(x * 2)
    return y.sum(0) + state[0]


check("compiled around it", close(torch.compile(program)(x), program(x)))
check("whole graph", close(torch.compile(net)(x)[0], net(x)[0]))
print("some differ" if bad else "all agree")
