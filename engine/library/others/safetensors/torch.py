"""State dicts as safetensors, in and out."""
import json as _json
import os as _os

import safetensors as _safetensors
import torch as _torch

_DTYPES = {dtype: name for name, dtype in _safetensors._NAMES.items()}
_ORDER = list(_DTYPES)  # larger elements come first, so that every tensor is aligned


def _checked(tensors):
    if not isinstance(tensors, dict):
        raise ValueError(f"Expected a dict of [str, torch.Tensor] but received {type(tensors)}")
    for name, tensor in tensors.items():
        if not isinstance(tensor, _torch.Tensor):
            raise ValueError(f"Key `{name}` is invalid, expected torch.Tensor but received {type(tensor)}")
        if tensor.dtype not in _DTYPES:
            raise ValueError(f"Key `{name}` has the dtype {tensor.dtype}, which safetensors cannot hold here")
    shared = _shared(tensors)
    if shared:
        raise RuntimeError(
            "\n            Some tensors share memory, this will lead to duplicate memory on disk and potential differences when loading them again: "
            f"{shared}.\n            A potential way to correctly save your model is to use `save_model`.\n            "
            "More information at https://huggingface.co/docs/safetensors/torch_shared_tensors\n            "
        )
    for name, tensor in tensors.items():
        if not tensor.is_contiguous():
            raise ValueError(
                f"You are trying to save a non contiguous tensor: `{name}` which is not allowed. It either means you are trying to save tensors which are reference of "
                "each other in which case it's recommended to save only the full tensors, and reslice at load time, or simply call `.contiguous()` on your tensor to pack "
                "it before saving."
            )
    return tensors


def _shared(tensors):
    """Sets of names whose tensors lie in one memory and meet there."""
    by_memory = {}
    for name, tensor in tensors.items():
        if tensor.numel():
            by_memory.setdefault((tensor.device, tensor.untyped_storage().data_ptr()), []).append(name)
    groups = []
    for names in by_memory.values():
        names.sort(key=lambda name: tensors[name].data_ptr())
        end, group = None, set()
        for name in names:
            start = tensors[name].data_ptr()
            if end is not None and start >= end:
                groups.append(group)
                end, group = None, set()
            group.add(name)
            end = max(end or 0, start + tensors[name].nbytes)
        groups.append(group)
    return [group for group in groups if len(group) > 1]


def save(tensors, metadata=None):
    """The bytes of a file with these tensors, by name; `metadata` maps texts to texts."""
    order = sorted(_checked(tensors), key=lambda name: (-_ORDER.index(tensors[name].dtype), name))
    header = {"__metadata__": dict(metadata)} if metadata is not None else {}
    parts, at = [], 0
    for name in order:
        part = _torch._C._bytes_of_tensor(tensors[name].detach().cpu())
        header[name] = {"dtype": _DTYPES[tensors[name].dtype], "shape": list(tensors[name].shape), "data_offsets": [at, at + len(part)]}
        parts.append(part)
        at += len(part)
    text = _json.dumps(header, separators=(",", ":"), ensure_ascii=False).encode()
    text += b" " * (-len(text) % 8)
    return b"".join([len(text).to_bytes(8, "little"), text, *parts])


def save_file(tensors, filename, metadata=None):
    data = save(tensors, metadata)
    with open(filename, "wb") as file:
        file.write(data)


def load(data):
    content = _safetensors._Content(data)
    return {name: content.tensor(name) for name in content.in_order()}


def load_file(filename, device="cpu"):
    with _safetensors.safe_open(filename, "pt", device) as file:
        return {name: file.get_tensor(name) for name in file.offset_keys()}


def _without_twins(state):
    """(the state with one name for each shared memory, the names left out: the name that was kept)."""
    left_out = {}
    for group in _shared(state):
        kept = min(group, key=lambda name: (-state[name].numel(), name))
        left_out.update({name: kept for name in sorted(group - {kept})})
    return {name: tensor for name, tensor in state.items() if name not in left_out}, left_out


def save_model(model, filename, metadata=None, force_contiguous=True):
    """Saves a module's state; of tensors that share memory one goes into the file."""
    state, left_out = _without_twins(model.state_dict())
    if left_out:
        metadata = {**(metadata or {}), **{name: kept for name, kept in left_out.items() if name not in (metadata or {})}}
    if force_contiguous:
        state = {name: tensor.contiguous() for name, tensor in state.items()}
    save_file(state, filename, metadata)


def load_model(model, filename, strict=True, device="cpu"):
    """Loads a module's state; gives back the names that are missing and those that nothing takes."""
    state = load_file(_os.fspath(filename), device)
    missing, unexpected = model.load_state_dict(state, strict=False)
    _, left_out = _without_twins(model.state_dict())
    missing = {name for name in missing if left_out.get(name) not in state and not any(kept == name and twin in state for twin, kept in left_out.items())}
    if strict and (missing or unexpected):
        lists = [f"{label} key(s) in state_dict: " + ", ".join(f'"{name}"' for name in sorted(names)) for label, names in (("Missing", missing), ("Unexpected", unexpected)) if names]
        raise RuntimeError(f"Error(s) in loading state_dict for {type(model).__name__}:" + "".join(f"\n    {line}" for line in lists))
    return missing, list(unexpected)
