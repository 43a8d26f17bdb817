# torch._decomp: tables from operators to functions that compute them by simpler ones. make_fx and
# the exports look operators up here (torch.fx.experimental.proxy_tensor).
import torch
from torch._ops import OpOverload, OpOverloadPacket

decomposition_table = {}


def _overloads(op):
    """The operator itself, or all overloads of a packet."""
    if isinstance(op, OpOverload):
        return [op]
    if isinstance(op, OpOverloadPacket):
        found = [getattr(op, name) for name in op.overloads()]
        return [overload for overload in found if "Tensor" in str(overload._schema)]  # not those of TorchScript's numbers
    raise TypeError(f"expected an operator or its packet, got {type(op)}")


def register_decomposition(aten_op, registry=None, *, type="post_autograd", unsafe=False):
    """Enters the function that follows for an operator, a packet or a list of them."""
    if type not in ("post_autograd", "pre_autograd", "meta"):
        raise AssertionError(f"type must be one of post_autograd, pre_autograd, or meta, got {type}")
    table = decomposition_table if registry is None else registry

    def entered(function):
        for given in aten_op if isinstance(aten_op, (list, tuple)) else [aten_op]:
            for op in _overloads(given):
                if op in table:
                    raise RuntimeError(f"duplicate registrations for {op}")
                table[op] = function
        return function

    return entered


def get_decompositions(aten_ops, type="post_autograd"):
    """The rows of the common table for the operators that it has."""
    if type != "post_autograd":
        return {}
    return {op: decomposition_table[op] for given in aten_ops for op in _overloads(given) if op in decomposition_table}


def remove_decompositions(decompositions, aten_ops):
    for given in aten_ops:
        for op in _overloads(given):
            decompositions.pop(op, None)


import torch._decomp.decompositions  # noqa: E402,F401  (fills the table)


def core_aten_decompositions():
    """What is no core operator, in a table of its own."""
    return get_decompositions([getattr(torch.ops.aten, name) for name in decompositions.NOT_CORE])


def _core_aten_decompositions_post_autograd():
    return core_aten_decompositions()
