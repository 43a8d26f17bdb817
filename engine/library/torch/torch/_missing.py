# Names of PyTorch that are not here, and what a program can do instead; for the modules' __getattr__.

_COMPLEX = "Vitrine has no complex tensors; keep the real and the imaginary part in two tensors"
_SPARSE = "Vitrine has no sparse tensors; use a dense one"
_QUANTIZED = "quantised tensors exist inside quantised layers only; see torch.ao.quantization.quantize_dynamic"

_HINTS = {
    "fft": "Vitrine has no complex tensors, which Fourier transforms give; multiply by matrices of torch.cos and torch.sin",
    "complex": _COMPLEX, "cfloat": _COMPLEX, "cdouble": _COMPLEX, "chalf": _COMPLEX, "polar": _COMPLEX, "view_as": _COMPLEX, "real": _COMPLEX, "imag": _COMPLEX,
    "angle": _COMPLEX, "stft": _COMPLEX, "istft": _COMPLEX,
    "sparse": _SPARSE, "hspmm": _SPARSE, "spmm": _SPARSE,
    "quantize": _QUANTIZED, "dequantize": _QUANTIZED, "qint": _QUANTIZED, "quint": _QUANTIZED, "fake_quantize": _QUANTIZED,
    "nested": "Vitrine has no nested tensors; use torch.nn.utils.rnn.pad_sequence",
    "multiprocessing": "Vitrine runs in one process",
    "hub": "models are not downloaded; torch.load reads files that torch.save wrote",
    "float8": "Vitrine has no 8-bit floats; use torch.bfloat16",
    "uint16": "Vitrine has no such integers; use torch.int32", "uint32": "Vitrine has no such integers; use torch.int64", "uint64": "Vitrine has no such integers; use torch.int64",
    "linalg.eig": _COMPLEX + ", or torch.linalg.eigh for a symmetric matrix",
}


def missing(module, name):
    """The AttributeError for a name that a module does not have."""
    message = f"module '{module}' has no attribute '{name}'"
    path = "fft" if module == "torch.fft" else name
    if not name.startswith("_"):
        for start, hint in _HINTS.items():
            if path.startswith(start):
                message += f": {hint}"
                break
    return AttributeError(message)
