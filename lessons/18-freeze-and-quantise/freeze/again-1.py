import torch


class Net(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.scale = 3.0

    def forward(self, x):
        return torch.relu(x) * self.scale


frozen = torch.jit.freeze(torch.jit.script(Net()).eval())
print("attribute:", "prim::GetAttr" in str(frozen.graph))
print("constant:", "3." in str(frozen.graph))
