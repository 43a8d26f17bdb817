# torch.ops: namespaces of operators.
from torch._ops import aten, prims
import torch._higher_order_ops._impl as _functions


class higher_order:
    cond = _functions._captured_cond
    tag_activation_checkpoint = _functions.tag_activation_checkpoint
    autograd_function_apply = _functions.autograd_function_apply
    invoke_subgraph = _functions.invoke_subgraph
    wrap = _functions.wrap
    map_impl = _functions.map_impl
    scan = _functions.scan
    while_loop = _functions.while_loop
