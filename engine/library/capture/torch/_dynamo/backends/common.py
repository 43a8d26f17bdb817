# Back ends made of compilers for the two halves of the joint graph of ATen operators.

class AotAutograd:
    def __init__(self, **kwargs):
        self.__name__ = "compiler_fn"
        self.kwargs = kwargs

    def __call__(self, gm, example_inputs, **kwargs):
        from _vitrine_dynamo import compile_graph
        from functorch.compile import _compilers

        options = dict(self.kwargs)
        options.update(kwargs)
        return compile_graph(gm, example_inputs, "aot_autograd", None, {}, _compilers(**options))


def aot_autograd(**kwargs):
    return AotAutograd(**kwargs)
