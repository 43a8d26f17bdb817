from _vitrine_dynamo import compile_graph


def compile_fx(model_, example_inputs_, inner_compile=None, config_patches=None, decompositions=None, mode=None, options=None, **kwargs):
    return compile_graph(model_, example_inputs_, "inductor", mode, options or config_patches or {})


class TorchCompileInductorWrapper:
    compiler_name = "inductor"

    def __init__(self, mode, options, dynamic):
        self.mode = mode
        self.dynamic = dynamic
        self.config = {}
        if mode is not None and mode != "default":
            from torch._inductor import list_mode_options
            self.config.update(list_mode_options(mode))
        if options:
            from torch._inductor import config
            known = config.shallow_copy_dict()
            for key, value in options.items():
                name = key.replace("-", "_")
                if name not in known:
                    raise RuntimeError(f"Unexpected optimization option {key}, known options are {list(known.keys())}")
                wanted = type(known[name])
                if known[name] is not None and not isinstance(value, wanted):
                    raise RuntimeError(f"Unexpected type of attr {key}, got {type(value).__name__} should be {wanted.__name__}")
                self.config[name] = value

    def __eq__(self, other):
        return isinstance(other, TorchCompileInductorWrapper) and self.config == other.config and self.dynamic == other.dynamic

    def __hash__(self):
        return id(self)

    def __call__(self, model_, inputs_):
        return compile_graph(model_, inputs_, "inductor", self.mode, self.config)


def compile_fx_inner(gm, example_inputs, **kwargs):
    return compile_fx(gm, example_inputs)
