"""Warnings that programs catch: sizes of losses, copies, gradients of inner tensors, masks of bytes, deprecated names;
some come once."""
import warnings
import torch
import torch.nn as nn
import torch.nn.functional as F

a = torch.ones(2, 3, requires_grad=True)
pair, column = torch.ones(2), torch.ones(2, 1)


def stepped():
    optimizer = torch.optim.SGD([torch.ones(1, requires_grad=True)], lr=1.0)
    schedule = torch.optim.lr_scheduler.StepLR(optimizer, 1)
    optimizer.step()
    schedule.step(1)


def retained():
    b = a * 2
    b.retain_grad()
    return b.grad


layer = nn.TransformerEncoderLayer(4, 1, 8, batch_first=True)
calls = {
    "bytes": lambda: pair[torch.tensor([1, 0], dtype=torch.uint8)], "inner": lambda: (a * 2).grad, "retained": retained,
    "leaf": lambda: a.grad,
    "copy": lambda: torch.tensor(a), "new": lambda: pair.new_tensor(pair), "turned": lambda: torch.ones(2, 3, 4).T,
    "number": lambda: torch.ones(()).T,
    "mse": lambda: F.mse_loss(column, pair), "l1": lambda: nn.L1Loss()(column, pair),
    "smooth": lambda: F.smooth_l1_loss(column, pair),
    "huber": lambda: F.huber_loss(column, pair), "same": lambda: F.mse_loss(pair, pair),
    "kl": lambda: F.kl_div(pair, pair), "batchmean": lambda: F.kl_div(pair, pair, reduction="batchmean"),
    "std": lambda: torch.ones(1).std(), "var": lambda: torch.var(column, 1),
    "var_mean": lambda: torch.var_mean(torch.ones(1)), "grid": lambda: torch.meshgrid(pair),
    "dropout2d": lambda: F.dropout2d(torch.ones(2, 2)), "dropout 3": lambda: nn.Dropout2d()(torch.ones(2, 2, 2)),
    "dropout1d": lambda: F.dropout1d(pair),
    "schedule": stepped, "clip": lambda: nn.utils.clip_grad_norm([a], 1.0),
    "norm": lambda: nn.utils.weight_norm(nn.Linear(1, 1)), "upsample": lambda: F.upsample(torch.ones(1, 1, 2), 2),
    "sample": lambda: F.grid_sample(torch.ones(1, 1, 2, 2), torch.zeros(1, 1, 1, 2)),
    "affine": lambda: F.affine_grid(torch.ones(1, 2, 3), (1, 1, 2, 2)),
    "cycle": lambda: a.sum().backward(create_graph=True), "nested": lambda: nn.TransformerEncoder(layer, 1),
    "transformer": lambda: nn.Transformer(4, 2, 1, 1, 4),
    "cross": lambda: torch.cross(torch.ones(3), torch.ones(3)),
    "chain": lambda: torch.chain_matmul(torch.ones(1, 1), torch.ones(1, 1)),
    "triangle": lambda: torch.triangular_solve(column, torch.eye(2)), "lu": lambda: torch.lu(torch.eye(2)),
}
for round in range(2):
    for name, call in calls.items():
        with warnings.catch_warnings(record=True) as told:
            warnings.simplefilter("always")
            try:
                call()
            except RuntimeError as e:
                print(e)
        print(round, name, [(w.category.__name__, str(w.message).split(" (Triggered")[0]) for w in told])
try:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        F.mse_loss(column, pair)
except UserWarning as e:
    print("raised", str(e)[:40])

t = torch.ones(2, 3).T
print(t.reshape(-1)._is_view(), t.flatten()._is_view(), t.reshape(-1)._base, t.ravel()._is_view(),
      torch.ones(2, 3).reshape(-1)._is_view(), a.T.ravel().grad_fn.name())
x = torch.tensor(0.5, requires_grad=True)
first = torch.autograd.grad(x * torch.tensor(1.0, requires_grad=True), x, create_graph=True)
second = torch.autograd.grad(first, x, create_graph=True, materialize_grads=True)
print(second, torch.autograd.grad(second, x, materialize_grads=True))
