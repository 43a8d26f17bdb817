"""Messages of torch.testing.assert_close; the newer optimisers; schedules' states; profiler schedules."""
import torch
import torch.nn as nn
from torch.profiler import ProfilerActivity, profile, record_function, schedule

one = torch.ones(2)
cases = [
    (one, one + 1e-3, {}), (one, torch.ones(3), {}), (one, one.double(), {}),
    (one, one.double(), dict(check_dtype=False)), (1, 2, {}), ([1.0, 2.0], [1.0, 3.0], {}),
    ({"a": one}, {"a": one * 0}, {}), ({"a": 1}, {"b": 1}, {}), ([1], [1, 2], {}),
    (torch.tensor([1, 2]), torch.tensor([1, 3]), {}),
    (torch.tensor([[1.0, 2], [3, 4]]), torch.tensor([[1.0, 2], [3, 5]]), {}), (one, one + 1e-3, dict(atol=1e-2)),
    (one, one + 1, dict(msg="custom")),
    (one, one + 1, dict(msg=lambda m: "X " + m)), (torch.tensor(1.0), torch.tensor(2.0), {}), (one, [1.0, 1.0], {}),
    (torch.tensor([True]), torch.tensor([False]), {}),
    (torch.tensor(float("nan")), torch.tensor(float("nan")), dict(equal_nan=True)), (None, None, {}), (1.0, 1, {}),
]
for actual, expected, options in cases:
    try:
        print(torch.testing.assert_close(actual, expected, **options))
    except Exception as e:
        print(type(e).__name__, e)

for make in (lambda p: torch.optim.Adafactor(p, lr=0.01),
             lambda p: torch.optim.Muon([q for q in p if q.dim() == 2], lr=0.01)):
    torch.manual_seed(0)
    model, data = nn.Linear(3, 2), torch.randn(4, 3)
    optimizer = make(list(model.parameters()))
    for _ in range(3):
        optimizer.zero_grad()
        (model(data) ** 2).sum().backward()
        optimizer.step()
    print(model.weight.detach())
p = nn.Parameter(torch.ones(1))
sgd = torch.optim.SGD([p], lr=1.0)
swa = torch.optim.swa_utils.SWALR(sgd, swa_lr=0.1, anneal_epochs=4)
rates = []
for _ in range(6):
    sgd.step()
    swa.step()
    rates.append(round(swa.get_last_lr()[0], 5))
print(rates)
print(torch.optim.lr_scheduler.ReduceLROnPlateau(sgd, patience=1).state_dict())

steps = []
with profile(activities=[ProfilerActivity.CPU], schedule=schedule(wait=1, warmup=1, active=2, repeat=1),
             on_trace_ready=lambda prof: steps.append(prof.step_num)) as prof:
    for i in range(6):
        with record_function("my_step"):
            torch.mm(torch.ones(2, 2), torch.ones(2, 2)).add_(1)
        prof.step()
counts = {e.key: e.count for e in prof.key_averages()}
print(steps, counts["my_step"], counts["aten::mm"], counts["aten::add_"])
with torch.autograd.profiler.profile() as old:
    torch.relu(one)
print("aten::relu" in old.key_averages().table(), old.total_average().count > 0)
