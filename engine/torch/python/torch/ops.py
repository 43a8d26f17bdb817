# torch.ops: namespaces of operators.
import torch._C._aten as aten
