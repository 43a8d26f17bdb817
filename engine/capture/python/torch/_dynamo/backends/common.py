def aot_autograd(**kwargs):
    raise NotImplementedError("torch._dynamo.backends.common.aot_autograd is not in Vitrine yet: use backend='aot_eager', or a backend over the captured graph")
