import collections
import math

from _vitrine_dynamo import stage_seconds

counters = collections.defaultdict(collections.Counter)


def _count(group, key, by):
    counters[group][key] += by


_COMPARED_BY_ATTRIBUTES = ("MaskedLMOutput", "Seq2SeqLMOutput", "CausalLMOutputWithCrossAttentions", "LongformerMaskedLMOutput",
                           "Instances", "SquashedNormal", "Boxes", "Normal", "TanhTransform", "Foo", "Variable")


def _same_tensors(a, b, tol, equal_nan, exact_dtype):
    import torch
    if exact_dtype and a.dtype != b.dtype or a.shape != b.shape:
        return False
    if a.dtype == torch.bool:
        return torch.equal(a, b.to(torch.bool))
    return torch.allclose(a.detach().to(b.dtype), b.detach(), atol=tol, rtol=tol, equal_nan=equal_nan)


def same(ref, res, fp64_ref=None, cos_similarity=False, tol=1e-4, equal_nan=False, exact_dtype=True, **options):
    """Whether two results agree: tensors and floats within `tol`, containers item by item."""
    import numpy as np
    import torch

    def inner(a, b):
        return same(a, b, None, cos_similarity, tol, equal_nan, exact_dtype)

    if isinstance(ref, (list, tuple, collections.deque, torch.nn.ParameterList)):
        if not isinstance(res, (list, tuple, collections.deque)):
            raise AssertionError(f"type mismatch {type(ref)} {type(res)}")
        return len(ref) == len(res) and all([inner(a, b) for a, b in zip(ref, res)])
    if isinstance(ref, dict):
        if not isinstance(res, dict):
            raise AssertionError("expected dict")
        if set(ref) != set(res):
            raise AssertionError(f"keys mismatch {set(ref)} == {set(res)}")
        return all([inner(ref[key], res[key]) for key in sorted(ref, key=str)])
    if isinstance(ref, (set, frozenset)):
        return type(ref) is type(res) and len(ref) == len(res) and all([any([inner(a, b) for b in res]) for a in ref])
    if isinstance(ref, torch.Tensor):
        if isinstance(res, (int, float)):
            return torch.allclose(ref.double(), torch.tensor(res, dtype=torch.float64), tol, tol, equal_nan)
        return isinstance(res, torch.Tensor) and _same_tensors(ref, res, tol, equal_nan, exact_dtype)
    if isinstance(ref, np.ndarray):
        return type(ref) is type(res) and inner(torch.as_tensor(ref), torch.as_tensor(res))
    if isinstance(ref, (str, int, type(None), bool, torch.device)):
        return ref == res
    if isinstance(ref, float):
        return math.isclose(ref, res, rel_tol=tol, abs_tol=tol)
    if type(ref).__name__ in _COMPARED_BY_ATTRIBUTES:
        if type(ref) is not type(res):
            raise AssertionError(f"type mismatch {type(ref)} {type(res)}")
        return all([inner(getattr(ref, key), getattr(res, key)) for key in ref.__dict__])
    raise RuntimeError(f"unsupported type: {type(ref).__name__}")


def ifdynstaticdefault(static, dynamic):
    from torch._dynamo import config
    return static if config.assume_static_by_default else dynamic


def compile_times(repr="str", aggregate=False):
    """Seconds that this run has spent on each stage of compiling, as a table or as (names, texts)."""
    names, texts = [], []
    for name, seconds in stage_seconds():
        if seconds > 0:
            names.append(name)
            texts.append(f"{seconds:.4f}")
    if repr != "str":
        return names, texts
    rows = [["Function", "Runtimes (s)"]] + [[name, text] for name, text in zip(names, texts)]
    width = max([len(name) for name, _ in rows])
    lines = [f"{name:<{width}}  {text:>12}" for name, text in rows]
    lines.insert(1, "-" * width + "  " + "-" * 12)
    return "TorchDynamo compilation metrics:\n" + "\n".join(lines) + "\n"


def maybe_enable_compiled_autograd(should_enable, fullgraph=True, dynamic=True):
    import contextlib
    return contextlib.nullcontext()


def ifdynstaticdefault(count1, count2):
    """The first where sizes are taken for static until they vary, else the second."""
    from torch._dynamo._config import config
    return count1 if config.assume_static_by_default else count2
