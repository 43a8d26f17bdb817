import torch._dynamo.utils as utils
import torch._dynamo.exc as exc
from torch._dynamo._config import config
import torch._dynamo.eval_frame as eval_frame
from torch._dynamo.eval_frame import OptimizedModule, compile_fn as _compile_fn, disable, explain, optimize, optimize_assert, reset, run
from torch._dynamo.backends.registry import list_backends, lookup_backend, register_backend
from torch._dynamo.decorators import allow_in_graph, assume_constant_result, disallow_in_graph, forbid_in_graph, graph_break, skip_frame
from torch._dynamo.decorators import mark_dynamic, mark_static, mark_static_address, mark_unbacked, maybe_mark_dynamic
from torch._dynamo.decorators import error_on_graph_break, nonstrict_trace, set_stance, substitute_in_graph
import torch._dynamo.backends as backends
from torch._late import late

__getattr__ = late("torch._dynamo", ("testing",), {"export": "torch._dynamo._export", "ExportResult": "torch._dynamo._export"})


def is_compiling():
    return False


def reset_code_caches():
    reset()
