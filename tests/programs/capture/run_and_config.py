import torch
from torch._dynamo.testing import CompileCounter
x = torch.ones(2)
class Odd:
    def __init__(self, answer): self.answer = answer
    def __bool__(self): return self.answer
def f(a, o): return a + 1 if not o else a - 1
for answer in True, False, 1.2, 1, None:
    torch._dynamo.reset()
    try: print(torch.compile(f, backend="eager")(x, Odd(answer)))
    except TypeError as e: print(e)
@torch._dynamo.run()
def ran(x): return torch.sin(x) * 10
c = CompileCounter()
print(torch.compile(lambda x: ran(x) + 1, backend=c, fullgraph=True)(x), c.frame_count, c.op_count)
print(torch._shape_as_tensor(torch.ones(3, 4)), torch._shape_as_tensor(torch.ones(())))
@torch.autograd.graph.disable_saved_tensors_hooks("no hooks here")
def unhooked(x): return x * 2
print(unhooked(x), unhooked.__name__)
c = CompileCounter()
print(torch._dynamo.optimize(c, disable=True)(lambda x: x + 1)(x), c.frame_count)
config = torch._dynamo.config
print(config.error_on_nested_fx_trace, config.raise_on_ctx_manager_usage, config.verify_correctness,
      config.traceable_tensor_subclasses)
with config.patch(verify_correctness=True, cache_size_limit=3): print(config.verify_correctness, config.recompile_limit)
import torch._functorch.config as functorch_config
print(functorch_config.activation_memory_budget, functorch_config.donated_buffer)
