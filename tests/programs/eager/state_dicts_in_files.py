"""State dicts, checkpoints and whole modules saved to files and loaded from them."""
import io, os, shutil, tempfile
from collections import OrderedDict
from pathlib import Path
import torch
from torch import nn

top = tempfile.mkdtemp()
here = lambda *parts: os.path.join(top, *parts)
shown = lambda text: str(text).replace(top, "TOP")
torch.manual_seed(4)


class Net(nn.Module):
    def __init__(self, width=4):
        super().__init__()
        self.body = nn.Sequential(nn.Linear(3, width), nn.BatchNorm1d(width), nn.ReLU())
        self.head = nn.Linear(width, 2)
        self.register_buffer("steps", torch.tensor(0))
        self.register_buffer("scratch", torch.zeros(2), persistent=False)

    def forward(self, x):
        self.steps += 1
        return self.head(self.body(x))


def train(net, optimizer, scheduler, epochs):
    x, y = torch.randn(8, 3), torch.randint(0, 2, (8,))
    for _ in range(epochs):
        optimizer.zero_grad()
        loss = nn.functional.cross_entropy(net(x), y)
        loss.backward()
        optimizer.step()
        scheduler.step()
    return loss


def fresh():
    net = Net()
    optimizer = torch.optim.SGD(net.parameters(), lr=0.1, momentum=0.9)
    return net, optimizer, torch.optim.lr_scheduler.StepLR(optimizer, 2, 0.5)


net, optimizer, scheduler = fresh()
train(net, optimizer, scheduler, 3)
os.makedirs(here("checkpoints", "run1"))
path = here("checkpoints", "run1", "epoch3.pt")
torch.save({"epoch": 3, "model": net.state_dict(), "optimizer": optimizer.state_dict(),
            "scheduler": scheduler.state_dict(), "best": float("inf"),
            "rng": torch.get_rng_state(), "history": [0.5, 0.25], "names": ("a", None, True)}, path)
print(os.path.isfile(path), os.path.getsize(path) > 500, os.listdir(here("checkpoints")))
want = train(net, optimizer, scheduler, 2)

again, optimizer2, scheduler2 = fresh()
checkpoint = torch.load(path, weights_only=True)
print(list(checkpoint), checkpoint["epoch"], checkpoint["best"], checkpoint["history"], checkpoint["names"],
      type(checkpoint["model"]).__name__)
print(again.load_state_dict(checkpoint["model"]), again.steps, scheduler2.last_epoch)
optimizer2.load_state_dict(checkpoint["optimizer"])
scheduler2.load_state_dict(checkpoint["scheduler"])
torch.set_rng_state(checkpoint["rng"])
print(torch.equal(train(again, optimizer2, scheduler2, 2), want), scheduler2.last_epoch, scheduler2.get_last_lr(),
      again.steps)
print(all(torch.equal(a, b) for a, b in zip(net.state_dict().values(), again.state_dict().values())))

print("-- kinds of paths and streams")
t = {"x": torch.arange(6).view(2, 3).t(), "half": torch.ones(2, dtype=torch.bfloat16), "empty": torch.zeros(0, 3)}
torch.save(t, Path(top) / "path.pt")
with open(here("handle.pt"), "wb") as f:
    torch.save(t, f)
buffer = io.BytesIO()
torch.save(t, buffer)
buffer.seek(0)
with open(here("handle.pt"), "rb") as f:
    from_handle = torch.load(f)
for loaded in (torch.load(here("path.pt")), from_handle, torch.load(Path(top) / "handle.pt", map_location="cpu"),
               torch.load(buffer, map_location=torch.device("cpu"))):
    print([(k, v.dtype, tuple(v.shape), v.stride()) for k, v in loaded.items()], torch.equal(loaded["x"], t["x"]))

print("-- memory that is shared stays shared")
base = torch.zeros(4)
torch.save([base, base[1:3], nn.Parameter(base[:1])], here("shared.pt"))
a, b, c = torch.load(here("shared.pt"))
a.fill_(7)
print(b, c, type(c).__name__, c.requires_grad)

print("-- a state dict alone, a module by way of another")
torch.save(net.state_dict(), here("state.pt"))
state = torch.load(here("state.pt"))
print(isinstance(state, OrderedDict), state._metadata[""] if hasattr(state, "_metadata") else None, list(state))
wide = Net(5)
try:
    wide.load_state_dict(state)
except RuntimeError as error:
    print(error)
del state["head.bias"]
state["more"] = torch.ones(1)
print(Net().load_state_dict(state, strict=False))
try:
    Net().load_state_dict(state)
except RuntimeError as error:
    print(error)

print("-- refusals")
for wrong in (lambda: torch.save(t, here("no", "such", "x.pt")), lambda: torch.load(here("none.pt")),
              lambda: torch.load(top), lambda: torch.load(here("zero.pt"))):
    open(here("zero.pt"), "wb").close()
    try:
        wrong()
    except Exception as error:
        print(type(error).__name__, shown(error))
torch.save(net, here("whole.pt"))
try:
    torch.load(here("whole.pt"))
except Exception as error:
    print(type(error).__name__, str(error).split("\n")[0][:60])
whole = torch.load(here("whole.pt"), weights_only=False)
print(type(whole).__name__, whole.training, torch.equal(whole.head.weight, net.head.weight))
keep = sorted(Path(top, "checkpoints").rglob("*.pt"), key=lambda p: p.stat().st_mtime)
print([p.name for p in keep])
shutil.rmtree(top)
print(os.path.exists(path))
