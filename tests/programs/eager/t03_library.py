# Recurrent and transformer modules, optimisers, schedulers, saving, hooks, checkpoints
import copy
import io
import torch
import torch.nn as nn
import torch.nn.functional as F

torch.manual_seed(0)
for m in [nn.RNN(3, 4), nn.LSTM(3, 4, num_layers=2, bidirectional=True), nn.GRU(3, 4, batch_first=True)]:
    out, state = m(torch.randn(2, 5, 3))
    print(type(m).__name__, out.shape, [s.shape for s in state] if isinstance(state, tuple) else state.shape)
    print(out.sum().item() == out.sum().item(), round(out.abs().mean().item(), 3))
enc = nn.TransformerEncoder(nn.TransformerEncoderLayer(8, 2, 16, dropout=0.0, batch_first=True), 2)
y = enc(torch.randn(2, 3, 8))
print(y.shape, round(y.abs().mean().item(), 3))
net = nn.Sequential(nn.Linear(3, 4), nn.Tanh(), nn.Linear(4, 1))
x, t = torch.randn(16, 3), torch.randn(16, 1)
for make in [lambda p: torch.optim.SGD(p, lr=0.1, momentum=0.9, nesterov=True),
             lambda p: torch.optim.Adam(p, lr=0.01, amsgrad=True), lambda p: torch.optim.RMSprop(p, centered=True),
             lambda p: torch.optim.Adagrad(p), lambda p: torch.optim.Adadelta(p), lambda p: torch.optim.Adamax(p),
             lambda p: torch.optim.NAdam(p), lambda p: torch.optim.RAdam(p),
             lambda p: torch.optim.AdamW(p), lambda p: torch.optim.Rprop(p), lambda p: torch.optim.ASGD(p)]:
    model = copy.deepcopy(net)
    opt = make(model.parameters())
    for _ in range(4):
        opt.zero_grad()
        loss = F.mse_loss(model(x), t)
        loss.backward()
        opt.step()
    print(type(opt).__name__, round(loss.item(), 4), sorted(opt.state_dict().keys()))
print(torch.optim.SGD(net.parameters(), lr=0.1))
opt = torch.optim.SGD(net.parameters(), lr=1.0)
S = torch.optim.lr_scheduler
for make in [lambda o: S.StepLR(o, 2, 0.5), lambda o: S.MultiStepLR(o, [1, 3]), lambda o: S.ExponentialLR(o, 0.9),
             lambda o: S.CosineAnnealingLR(o, 4), lambda o: S.LambdaLR(o, lambda e: 1 / (e + 1)),
             lambda o: S.LinearLR(o, total_iters=3),
             lambda o: S.OneCycleLR(o, 1.0, total_steps=6, cycle_momentum=False)]:
    opt.param_groups[0]["lr"] = 1.0
    opt.param_groups[0].pop("initial_lr", None)
    s = make(opt)
    rates = []
    for _ in range(5):
        rates.append(round(s.get_last_lr()[0], 5))
        opt.step()
        s.step()
    print(type(s).__name__, rates)
buffer = io.BytesIO()
torch.save({"net": net.state_dict(), "step": 3, "name": "x"}, buffer)
buffer.seek(0)
back = torch.load(buffer)
print(list(back), back["step"], all(torch.equal(a, b) for a, b in zip(back["net"].values(), net.state_dict().values())))
log = []
net[0].register_full_backward_hook(lambda m, gi, go: log.append((len(gi), go[0].shape)))
net(x).sum().backward()
print(log)
from torch.utils.checkpoint import checkpoint
a = torch.randn(3, requires_grad=True)
checkpoint(lambda v: (v * 2).sin(), a, use_reentrant=True).sum().backward()
print(torch.allclose(a.grad, 2 * (a * 2).cos()))
loader = torch.utils.data.DataLoader(torch.utils.data.TensorDataset(torch.arange(6)), batch_size=4, shuffle=True)
print([b[0].tolist() for b in loader], torch.rand(1))
print(torch.func.grad(lambda v: (v ** 3).sum())(torch.tensor([1.0, 2.0])),
      torch.autograd.functional.hessian(lambda v: (v ** 3).sum(), torch.tensor([1.0, 2.0])))
print(torch.einsum("bij,bjk->bik", torch.ones(2, 2, 3), torch.ones(2, 3, 1)).shape,
      torch.meshgrid(torch.arange(2), torch.arange(3), indexing="ij")[1])
