# Which nodes a back end can take: what a partitioner asks.
import torch
from torch.fx.node import Node


def get_node_target(submodules, node):
    """The name of what a node does: a module's type, a method's name, a function's qualified name."""
    if node.op == "call_module":
        kind = type(submodules[node.target])
        return f"{kind.__module__}.{kind.__qualname__}" if kind.__module__ != "torch.nn.modules" else kind.__qualname__
    if node.op == "call_function":
        target = node.target
        module = getattr(target, "__module__", None) or ""
        return f"{module}.{target.__name__}" if module else target.__name__
    return node.target


class OperatorSupportBase:
    def is_node_supported(self, submodules, node):
        raise NotImplementedError


class OperatorSupport(OperatorSupportBase):
    def __init__(self, support_dict=None):
        self._support_dict = support_dict or {}

    def is_node_supported(self, submodules, node):
        if node.op not in ("call_module", "call_function", "call_method"):
            return True
        target = get_node_target(submodules, node)
        if target not in self._support_dict:
            return False
        if self._support_dict[target] is None:
            return True
        args_dtypes, kwargs_dtypes = self._support_dict[target]
        for i, dtypes in enumerate(args_dtypes):
            if len(node.args) <= i:
                break
            if dtypes is None or not isinstance(node.args[i], Node):
                continue
            if _dtype(node.args[i]) not in dtypes:
                return False
        for k, dtypes in kwargs_dtypes.items():
            if k not in node.kwargs or not isinstance(node.kwargs[k], Node):
                continue
            if _dtype(node.kwargs[k]) not in dtypes:
                return False
        return True


def _dtype(node):
    meta = node.meta.get("tensor_meta")
    return getattr(meta, "dtype", None)


class FunctionalOperatorSupport(OperatorSupportBase):
    def __init__(self, is_node_supported):
        self._is_node_supported = is_node_supported

    def is_node_supported(self, submodules, node):
        return self._is_node_supported(submodules, node)


def create_op_support(is_node_supported):
    return FunctionalOperatorSupport(is_node_supported)


def chain(*op_support):
    """Supported by all of them."""
    return create_op_support(lambda submods, node: all([s.is_node_supported(submods, node) for s in op_support]))


def any_chain(*op_support):
    """Supported by one of them."""
    return create_op_support(lambda submods, node: any([s.is_node_supported(submods, node) for s in op_support]))
