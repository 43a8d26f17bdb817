from typing import NamedTuple

import torch
from torch.fx.interpreter import Interpreter
from torch.fx.node import map_aggregate


class TensorMetadata(NamedTuple):
    shape: object
    dtype: object
    requires_grad: bool
    stride: tuple
    memory_format: object
    is_quantized: bool
    qparams: dict


def _extract_tensor_metadata(result, include_contiguity=True):
    return TensorMetadata(result.shape, result.dtype, result.requires_grad, result.stride(), torch.contiguous_format, False, {})


class ShapeProp(Interpreter):
    def run_node(self, n):
        result = super().run_node(n)
        found = [False]

        def extract(obj):
            if isinstance(obj, torch.Tensor):
                found[0] = True
                return _extract_tensor_metadata(obj)
            return obj

        meta = map_aggregate(result, extract)
        if found[0]:
            n.meta["tensor_meta"] = meta
        n.meta["type"] = type(result)
        return result

    def propagate(self, *args):
        return super().run(*args)
