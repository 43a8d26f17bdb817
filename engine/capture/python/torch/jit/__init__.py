def _missing(name):
    raise NotImplementedError(f"torch.jit is not in Vitrine yet (torch.jit.{name}); torch.compile and torch.fx are")


def trace(func, example_inputs=None, **kwargs):
    _missing("trace")


def script(obj=None, **kwargs):
    _missing("script")


def trace_module(mod, inputs, **kwargs):
    _missing("trace_module")


def load(f, map_location=None, **kwargs):
    _missing("load")


def save(m, f, **kwargs):
    _missing("save")


def freeze(mod, **kwargs):
    _missing("freeze")


def is_scripting():
    return False


def is_tracing():
    return False


def ignore(drop=False, **kwargs):
    if callable(drop):
        return drop
    return lambda fn: fn


def unused(fn):
    return fn


def export(fn):
    return fn


class ScriptModule:
    pass


class ScriptFunction:
    pass


class TracerWarning(Warning):
    pass
