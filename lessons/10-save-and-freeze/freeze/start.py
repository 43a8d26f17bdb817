import torch


class Net(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.linear = torch.nn.Linear(3, 2)

    def forward(self, x):
        if self.training:
            return self.linear(x) * 0.5
        return self.linear(x)


torch.manual_seed(0)
scripted = torch.jit.script(Net().eval())
# TODO: freeze the scripted module
frozen = scripted
print(len(list(scripted.parameters())), len(list(frozen.parameters())))
x = torch.ones(1, 3)
print(torch.allclose(scripted(x), frozen(x)))
print("prim::If" in str(scripted.graph), "prim::If" in str(frozen.graph))
