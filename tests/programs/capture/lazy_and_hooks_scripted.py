# Modules that cannot be scripted yet: parameters without a shape, hooks that take too much.
import torch
import torch.nn as nn
from torch.nn import UninitializedBuffer, UninitializedParameter
from torch.nn.modules.lazy import LazyModuleMixin


class Scaled(LazyModuleMixin, nn.Module):
    def __init__(self):
        super().__init__()
        self.w = UninitializedParameter()
        self.register_buffer("b", UninitializedBuffer())

    def initialize_parameters(self, x):
        if self.has_uninitialized_params():
            with torch.no_grad():
                self.w.materialize((x.shape[1],))
                self.w.fill_(2.0)
                self.b.materialize((x.shape[1],))
                self.b.zero_()

    def forward(self, x):
        return x * self.w + self.b


def show(make):
    try:
        print(make())
    except Exception as error:
        print(type(error).__name__ + ":", str(error).split("\n")[0][:300])


one = torch.ones(2, 3)
show(lambda: torch.jit.script(nn.LazyLinear(3)))
show(lambda: torch.jit.script(Scaled()))
show(lambda: torch.jit.script(nn.Sequential(nn.ReLU(), Scaled())))
show(lambda: torch.jit.trace(Scaled(), one))
known = Scaled()
known(one)
show(lambda: torch.jit.script(known)(one))
known = Scaled()
known.w.materialize((3,))
show(lambda: torch.jit.script(known))


def before(self, args, more):
    pass


def after(self, args):
    pass


for module, hook in ((nn.ReLU(), before), (nn.Sequential(), before)):
    module.register_forward_pre_hook(hook)
    show(lambda: torch.jit.script(module))
module = nn.ReLU()
module.register_forward_hook(after)
show(lambda: torch.jit.script(module))
