# Runs a graph on tensors without elements and keeps each value in the node's meta["val"].
import torch
from torch.fx.interpreter import Interpreter
from torch.fx.node import map_aggregate
from _vitrine_script import size_scope


class FakeTensorProp(Interpreter):
    def __init__(self, module, mode=None):
        super().__init__(module)
        self._scope = size_scope()

    def run_node(self, n):
        result = super().run_node(n)
        if any([isinstance(leaf, torch.Tensor) for leaf in _leaves(result)]):
            n.meta["val"] = result
        return result

    def _fake(self, value):
        if not isinstance(value, torch.Tensor):
            return value
        made = self._scope.fake(value, list(value.shape))
        made.fake_mode = self._scope
        return made.requires_grad_(value.requires_grad) if value.requires_grad else made

    def fetch_attr(self, target):
        return self._fake(super().fetch_attr(target))

    def propagate(self, *args):
        return self.propagate_dont_convert_inputs(*[self._fake(arg) for arg in args])

    def propagate_dont_convert_inputs(self, *args):
        return self._scope.run(super().run, *args)


def _leaves(value):
    found = []
    map_aggregate(value, found.append)
    return found
