# A linear layer with an int8 weight; its input is quantised at each call.
import torch
from torch.nn.modules.module import Module
from torch.ao.quantization import QTensor, qint8


class Linear(Module):
    def __init__(self, in_features, out_features, packed_weight, weight_scale, packed_bias):
        super().__init__()
        self.in_features = in_features
        self.out_features = out_features
        self.scale = 1.0
        self.zero_point = 0
        self.weight_scale = weight_scale
        self.packed_weight = packed_weight
        self.packed_bias = packed_bias

    @classmethod
    def from_float(cls, mod, dtype=qint8):
        weight = mod.weight.detach()
        largest = max(abs(weight.min().item()), abs(weight.max().item())) if weight.numel() else 0.0
        scale = max(torch.tensor(largest).div(127.5).item(), 1.1920928955078125e-07)
        packed = torch.round(weight / scale).clamp(-128, 127).to(torch.int8)
        bias = None if mod.bias is None else mod.bias.detach()
        return cls(mod.in_features, mod.out_features, packed, scale, bias)

    def forward(self, x):
        return torch._C._quantized_linear_dynamic(x, self.packed_weight, self.weight_scale, self.packed_bias, True)

    def weight(self):
        return QTensor(self.packed_weight, self.weight_scale, 0)

    def bias(self):
        return self.packed_bias

    def _save_to_state_dict(self, destination, prefix, keep_vars):
        super()._save_to_state_dict(destination, prefix, keep_vars)
        destination[prefix + "scale"] = torch.tensor(self.scale)
        destination[prefix + "zero_point"] = torch.tensor(self.zero_point)
        destination[prefix + "_packed_params.dtype"] = qint8
        destination[prefix + "_packed_params._packed_params"] = (self.weight(), self.packed_bias)

    def _load_from_state_dict(self, state_dict, prefix, *args):
        state_dict = dict(state_dict)
        for name in ("scale", "zero_point", "_packed_params.dtype"):
            state_dict.pop(prefix + name, None)
        weight, self.packed_bias = state_dict.pop(prefix + "_packed_params._packed_params")
        self.packed_weight, self.weight_scale = weight.int_repr(), weight.q_scale()
        super()._load_from_state_dict(state_dict, prefix, *args)

    def _get_name(self):
        return "DynamicQuantizedLinear"

    def extra_repr(self):
        return f"in_features={self.in_features}, out_features={self.out_features}, dtype=torch.qint8, qscheme=torch.per_tensor_affine"
