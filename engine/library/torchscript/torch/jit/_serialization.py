# Saved scripts: one zip-like container with the graphs, their code, and the tensors as
# safetensors; docs/adr/0010-torchscript.md describes it. Written and read natively.
import os

import _vitrine_script as _native
import torch
from torch.jit._script import LoadedFunction, ScriptFunction, RecursiveScriptModule


def _bytes(m, extra_files):
    extra = {}
    for name, value in (extra_files or {}).items():
        extra[name] = value if isinstance(value, bytes) else value.encode("utf-8")
    held = getattr(m, "_loaded", m)
    return _native.to_bytes(getattr(held, "_c", held), extra)


def save(m, f, _extra_files=None):
    if not isinstance(m, (ScriptFunction, RecursiveScriptModule, _native.ScriptObject)):
        # AttributeError for what is not scripted
        data = m.save_to_buffer(_extra_files=_extra_files)
    else:
        data = _bytes(m, _extra_files)
    if hasattr(f, "write"):
        f.write(data)
        return
    with open(os.fspath(f), "wb") as file:
        file.write(data)


def load(f, map_location=None, _extra_files=None, _restore_shapes=False):
    if hasattr(f, "read"):
        data = f.read()
    else:
        f = os.fspath(f)
        if not os.path.exists(f):
            raise ValueError(f"The provided filename {f} does not exist")
        if os.path.isdir(f):
            raise ValueError(f"The provided filename {f} is a directory")
        with open(f, "rb") as file:
            data = file.read()
    object, extra = _native.from_bytes(data)
    if _extra_files is not None:
        for name in _extra_files:
            _extra_files[name] = extra.get(name, b"")
    return _wrapped(object)


def _wrapped(object):
    return LoadedFunction(object) if isinstance(object, ScriptFunction) else RecursiveScriptModule(object)


def copy_module(module):
    return type(module)(_native.from_bytes(_native.to_bytes(module._c, {}))[0])
