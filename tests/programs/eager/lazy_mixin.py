"""Lazy modules: of the library, pickled before their first call, and of a program through the mixin."""
import pickle

import torch
from torch import nn
from torch.nn.modules.lazy import LazyModuleMixin
from torch.nn.parameter import UninitializedBuffer, UninitializedParameter

again = pickle.loads(pickle.dumps(nn.LazyLinear(3)))
print(again, again.weight)


class LazyScale(LazyModuleMixin, nn.Module):
    def __init__(self, factor):
        super().__init__()
        self.factor = factor
        self.w = UninitializedParameter()
        self.register_buffer("b", UninitializedBuffer())

    def initialize_parameters(self, x):
        print("initialize", self.has_uninitialized_params())
        with torch.no_grad():
            self.w.materialize((x.shape[-1],))
            self.w.fill_(self.factor)
            self.b.materialize((1,))
            self.b.fill_(1)

    def forward(self, x):
        return x * self.w + self.b


scale = LazyScale(2)
print(scale, scale.has_uninitialized_params(), list(scale.state_dict()))
print(scale(torch.ones(3)))
print(scale.w, type(scale).__name__, scale.has_uninitialized_params())
print(scale(torch.ones(3)))


class Plain(nn.Module):
    def forward(self, x):
        return x * self.w


class LazyPlain(LazyModuleMixin, Plain):
    cls_to_become = Plain

    def __init__(self):
        super().__init__()
        self.w = UninitializedParameter()

    def initialize_parameters(self, x):
        self.w.materialize(x.shape)
        nn.init.ones_(self.w)


plain = LazyPlain()
print(plain(torch.ones(2)), type(plain).__name__, plain.w)


class Forgets(LazyPlain):
    def initialize_parameters(self, x):
        pass


class Lacks(LazyModuleMixin, Plain):
    pass


for module in Forgets(), Lacks():
    try:
        module(torch.ones(2))
    except Exception as e:
        print(type(e).__name__, e)
print(isinstance(nn.LazyLinear(2), LazyModuleMixin), nn.modules.conv.LazyConv2d is nn.LazyConv2d)
