import torch


class Monitor(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.calls = 0

    def forward(self, x, name):
        self.calls += 1
        if name.startswith("debug"):
            x = x + 0
        y = torch.relu(x)
        largest = y.max()
        if largest > 1:
            y = y / largest
        return y * 2


monitor = Monitor()
model = torch.compile(monitor)
for n, name in ((4, "first"), (6, "second"), (8, "third"), (9, "debug")):
    print(model(torch.arange(float(n)), name).sum())
print(int(monitor.calls), "calls")
