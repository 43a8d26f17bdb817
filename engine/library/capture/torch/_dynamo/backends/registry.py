from torch._dynamo import exc

_BACKENDS = {}
_TAGS = {}


def register_backend(compiler_fn=None, name=None, tags=()):
    if compiler_fn is None:
        return lambda fn: register_backend(fn, name, tags)
    name = name or compiler_fn.__name__
    _BACKENDS[name] = compiler_fn
    _TAGS[name] = tuple(tags)
    return compiler_fn


def lookup_backend(compiler_fn):
    if isinstance(compiler_fn, str):
        if compiler_fn not in _BACKENDS:
            from difflib import get_close_matches
            raise exc.InvalidBackend(name=compiler_fn, suggestions=get_close_matches(compiler_fn, list_backends()))
        return _BACKENDS[compiler_fn]
    return compiler_fn


def list_backends(exclude_tags=("debug", "experimental")):
    hidden = set(exclude_tags or ())
    return sorted([name for name in _BACKENDS if not [tag for tag in _TAGS[name] if tag in hidden]])


def _inductor(gm, example_inputs, **kwargs):
    from torch._inductor.compile_fx import compile_fx
    return compile_fx(gm, example_inputs, **kwargs)


def _missing(name):
    def compiler(gm, example_inputs, **kwargs):
        raise RuntimeError(f"the backend {name!r} is not part of Vitrine; use 'inductor', 'aot_eager' or 'eager'")

    compiler.__name__ = name
    return compiler


register_backend(_inductor, name="inductor")
for _name in ("cudagraphs", "openxla", "tvm"):
    register_backend(_missing(_name), name=_name)
