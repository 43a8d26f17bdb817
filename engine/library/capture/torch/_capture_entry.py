# What capture adds to the namespace of torch.
__all__ = ["_dynamo", "_inductor", "compiler", "_logging", "compile", "sym_float", "sym_max", "sym_min", "_assert_async", "_sym_sqrt", "_sym_cos", "_sym_cosh", "_sym_sin", "_sym_sinh", "_sym_tan", "_sym_tanh", "_sym_asin", "_sym_acos", "_sym_atan", "_sym_log2", "sym_sum"]
import torch._dynamo as _dynamo
import torch._inductor as _inductor
import torch.compiler as compiler
import torch._logging as _logging
from torch._dynamo.eval_frame import compile
from _vitrine_dynamo import sym_float, sym_max, sym_min, _assert_async, _sym_sqrt, sym_sum
from _vitrine_dynamo import _sym_cos, _sym_cosh, _sym_sin, _sym_sinh, _sym_tan, _sym_tanh, _sym_asin, _sym_acos, _sym_atan, _sym_log2
