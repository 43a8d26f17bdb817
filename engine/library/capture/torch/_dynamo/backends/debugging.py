from torch._dynamo.backends.registry import register_backend


def eager(gm, fake_tensor_inputs, **kwargs):
    return gm.forward


def eager_noexcept(gm, fake_tensor_inputs, **kwargs):
    return gm.forward


def pre_dispatch_eager(gm, fake_tensor_inputs, **kwargs):
    return gm.forward


def eager_debug(gm, fake_tensor_inputs, **kwargs):
    return gm.forward


def aot_eager(gm, example_inputs, **kwargs):
    from _vitrine_dynamo import compile_graph
    return compile_graph(gm, example_inputs, "aot_eager", None, {})


def aot_eager_decomp_partition(gm, example_inputs, **kwargs):
    return aot_eager(gm, example_inputs)


for _fn in (eager, eager_noexcept, pre_dispatch_eager, eager_debug, aot_eager, aot_eager_decomp_partition):
    register_backend(_fn, tags=("debug",))
