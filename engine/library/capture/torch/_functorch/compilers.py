from functorch.compile import make_boxed_compiler, make_boxed_func, memory_efficient_fusion, nop, print_compile, ts_compile
