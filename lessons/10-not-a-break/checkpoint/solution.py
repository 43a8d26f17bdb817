import torch


class Monitor(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.register_buffer("calls", torch.tensor(0))

    def forward(self, x):
        self.calls += 1
        y = torch.relu(x)
        largest = y.max()
        y = torch.where(largest > 1, y / largest, y)
        return y * 2


monitor = Monitor()
model = torch.compile(monitor, dynamic=True)
for n, name in ((4, "first"), (6, "second"), (8, "third"), (9, "debug")):
    print(model(torch.arange(float(n))).sum())
print(int(monitor.calls), "calls")
