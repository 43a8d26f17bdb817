# Control flow that graphs hold; the same functions as in torch.
from torch._higher_order_ops import cond, map
