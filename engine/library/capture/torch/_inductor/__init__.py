from torch._inductor._config import config
from torch._inductor.compile_fx import compile_fx as _compile_fx_function
import torch._inductor.compile_fx as compile_fx

_MODES = {
    "default": {},
    "lite": {"fallback_by_default": True},
    "reduce-overhead": {"triton.cudagraphs": True},
    "max-autotune-no-cudagraphs": {"max_autotune": True, "coordinate_descent_tuning": True},
    "max-autotune": {"max_autotune": True, "triton.cudagraphs": True, "coordinate_descent_tuning": True},
}


def list_mode_options(mode=None, dynamic=None):
    if mode is None:
        return dict(_MODES)
    if mode not in _MODES:
        error = RuntimeError(f"Unrecognized mode={mode}, should be one of: {', '.join(_MODES)}")
        from difflib import get_close_matches
        near = get_close_matches(str(mode), list(_MODES), 1)
        if near:
            error.add_note(f"Did you mean {near[0]!r}?")
        raise error
    return dict(_MODES[mode])


def list_options():
    return list(config.shallow_copy_dict().keys())


def compile(gm, example_inputs, options=None):
    return _compile_fx_function(gm, example_inputs)
