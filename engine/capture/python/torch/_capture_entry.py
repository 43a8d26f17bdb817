# What capture adds to the namespace of torch.
import torch.fx as fx
import torch._dynamo as _dynamo
import torch._inductor as _inductor
import torch.compiler as compiler
import torch.jit as jit
import torch._logging as _logging
from torch._dynamo.eval_frame import compile
