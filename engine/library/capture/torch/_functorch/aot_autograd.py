# Where PyTorch keeps what functorch.compile shows.
from functorch.compile import aot_function, aot_module, aot_module_simplified, make_boxed_compiler, make_boxed_func
