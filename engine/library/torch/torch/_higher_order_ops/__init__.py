# Operations that take functions, each in the module where PyTorch has it. A function has the
# name of its module, and the name of the package's attribute is the function.
from torch._higher_order_ops._impl import _captured_cond, autograd_function_apply, flat_apply_capture, invoke_subgraph, tag_activation_checkpoint
from torch._higher_order_ops.associative_scan import associative_scan
from torch._higher_order_ops.cond import cond
from torch._higher_order_ops.map import map
from torch._higher_order_ops.scan import scan
from torch._higher_order_ops.while_loop import while_loop
from torch._higher_order_ops.wrap import wrap
