# Recurrent networks: cell by cell, and LSTMs of float32 by an operator for all steps of a layer.
import math
import numbers
import warnings
from typing import Optional, Tuple

import torch
from torch import Tensor
from torch._tensor_library import _named_grad
import torch._C._aten as _aten
import torch.nn.functional as F
import torch.nn.init as init
from torch.nn.modules.module import Module
from torch.nn.parameter import Parameter
from torch.nn.utils.rnn import PackedSequence


def _cell(mode, x, hidden, w_ih, w_hh, b_ih, b_hh, w_hr=None):
    """One step: x (batch, input) and the hidden state to the next hidden state."""
    if mode == "LSTM":
        hy, cy = torch.lstm_cell(x, hidden, w_ih, w_hh, b_ih, b_hh)
        return (hy if w_hr is None else F.linear(hy, w_hr)), cy
    if mode == "GRU":
        return torch.gru_cell(x, hidden, w_ih, w_hh, b_ih, b_hh)
    step = torch.rnn_relu_cell if mode == "RNN_RELU" else torch.rnn_tanh_cell
    return step(x, hidden, w_ih, w_hh, b_ih, b_hh)


def _gated(mode, given, h, c, w_hh, b_hh, w_hr):
    """One step from the input's share of the gates, which is made for all steps at once."""
    if mode == "LSTM":
        i, f, g, o = (F.linear(h, w_hh, b_hh) + given).chunk(4, 1)
        c = f.sigmoid() * c + i.sigmoid() * g.tanh()
        h = o.sigmoid() * c.tanh()
        return h if w_hr is None else F.linear(h, w_hr), c
    if mode != "GRU":
        total = F.linear(h, w_hh, b_hh) + given
        return total.tanh() if mode == "RNN_TANH" else total.relu(), None
    i_r, i_z, i_n = given.chunk(3, 1)
    h_r, h_z, h_n = F.linear(h, w_hh, b_hh).chunk(3, 1)
    r, z = (h_r + i_r).sigmoid(), (h_z + i_z).sigmoid()
    n = (i_n + h_n * r).tanh()
    return (h - n) * z + n, None


def _is_one_operator(x):
    """Whether PyTorch computes a layer of an LSTM as a whole: on a CPU, in float32. Recorded programs have the cells."""
    return (x.dtype == torch.float32 and x.device.type == "cpu" and x.numel() > 0 and not torch.is_autocast_enabled("cpu")
            and not torch.compiler.is_compiling() and not torch.jit.is_tracing())


def _lstm_layer(x, h, c, w_ih, w_hh, b_ih, b_hh, reverse):
    gates = F.linear(x, w_ih)
    bias = None if b_ih is None else b_ih + b_hh
    keep = torch.is_grad_enabled() and any([t.requires_grad for t in (gates, h, c, w_hh, bias) if t is not None])
    return _aten._lstm_layer(gates, h, c, w_hh, bias, reverse, keep)[:3]


def _lowered(x):
    """Whether autocast hands a layer of the CPU to its library in bfloat16."""
    return (torch.is_autocast_enabled("cpu") and x.device.type == "cpu" and x.dtype != torch.float64
            and torch.get_autocast_dtype("cpu") == torch.bfloat16)


class _CudnnRecurrent(torch.autograd.Function):
    """All layers, directions and steps of a network by cuDNN. What it keeps serves one backward pass; another one computes it anew."""

    @staticmethod
    def forward(ctx, description, x, hidden, cell, *weights):
        y, last, last_cell, ctx.flat, ctx.reserve = torch._C._cudnn_recurrent(x, weights, hidden, cell, description, True)
        ctx.description = description
        ctx.set_materialize_grads(False)
        ctx.save_for_backward(x, hidden, cell, y, *weights)
        return (y, last) if cell is None else (y, last, last_cell)

    @staticmethod
    @torch.autograd.function.once_differentiable
    def backward(ctx, of_y, of_last, of_cell=None):
        x, hidden, cell, y, *weights = ctx.saved_tensors
        if ctx.reserve is None:
            y, _, _, ctx.flat, ctx.reserve = torch._C._cudnn_recurrent(x, tuple(weights), hidden, cell, ctx.description, True)
        reserve, ctx.reserve = ctx.reserve, None
        to_x, to_hidden, to_cell, to_weights = torch._C._cudnn_recurrent_backward(x, y, hidden, cell, ctx.flat, reserve, ctx.description, tuple(weights),
                                                                                  of_y, of_last, of_cell)
        return (None, to_x, to_hidden, to_cell) + to_weights


def _cudnn_recurrent(x, hidden, cell, weights, description):
    """(output, last hidden, last cell state) of x (steps, batch, width), or None where cuDNN is missing or has nothing for it."""
    if x.device.type != "cuda" or torch.compiler.is_compiling() or torch.jit.is_tracing() or not torch.backends.cudnn.enabled:
        return None
    tensors = [x, hidden] + ([] if cell is None else [cell]) + weights
    if torch.is_autocast_enabled("cuda") and x.dtype in (torch.float32, torch.float16, torch.bfloat16):
        tensors = [t.to(torch.get_autocast_dtype("cuda")) for t in tensors]
        x, hidden, cell = tensors[0], tensors[1], None if cell is None else tensors[2]
        weights = tensors[2 if cell is None else 3:]
    if any([t.dtype != x.dtype or t.device != x.device for t in tensors]):
        return None
    trains = torch.is_grad_enabled() and any([t.requires_grad for t in tensors])
    if not torch._C._cudnn_has_recurrent(x, description, trains):
        return None
    if not trains:
        return torch._C._cudnn_recurrent(x, tuple(weights), hidden, cell, description, False)[:3]
    results = _CudnnRecurrent.apply(description, x, hidden, cell, *weights)
    for result in results:
        _named_grad(result, "CudnnRnnBackward0")
    return results if cell is not None else results + (None,)


_GATES = {"RNN_RELU": 1, "RNN_TANH": 1, "LSTM": 4, "GRU": 3}  # in the order in which cuDNN numbers them


class RNNBase(Module):
    def __init__(self, mode, input_size, hidden_size, num_layers=1, bias=True, batch_first=False, dropout=0.0, bidirectional=False, proj_size=0, device=None, dtype=None):
        super().__init__()
        if not isinstance(dropout, numbers.Number) or not 0 <= dropout <= 1 or isinstance(dropout, bool):
            raise ValueError("dropout should be a number in range [0, 1] representing the probability of an element being zeroed")
        if dropout > 0 and num_layers == 1:
            warnings.warn("dropout option adds dropout after all but last recurrent layer, so non-zero dropout expects num_layers greater than 1, "
                          f"but got dropout={dropout} and num_layers={num_layers}", stacklevel=2)
        for name, value, kind in (("bias", bias, bool), ("batch_first", batch_first, bool), ("input_size", input_size, int), ("hidden_size", hidden_size, int)):
            if not isinstance(value, kind):
                raise TypeError(f"{name} should be of type {kind.__name__}, got: {type(value).__name__}")
        if input_size <= 0:
            raise ValueError("input_size must be greater than zero")
        self.mode = mode
        self.input_size = input_size
        self.hidden_size = hidden_size
        self.num_layers = num_layers
        self.bias = bias
        self.batch_first = batch_first
        self.dropout = float(dropout)
        self.bidirectional = bidirectional
        self.proj_size = proj_size
        if hidden_size <= 0:
            raise ValueError("hidden_size must be greater than zero")
        if num_layers <= 0:
            raise ValueError("num_layers must be greater than zero")
        if proj_size < 0:
            raise ValueError("proj_size should be a positive integer or zero to disable projections")
        if proj_size >= hidden_size:
            raise ValueError("proj_size has to be smaller than hidden_size")
        directions = 2 if bidirectional else 1
        gate_size = _GATES[mode] * hidden_size
        state_size = proj_size if proj_size > 0 else hidden_size
        self._flat_weights_names = []
        self._all_weights = []
        for layer in range(num_layers):
            for direction in range(directions):
                width = input_size if layer == 0 else state_size * directions
                suffix = f"_l{layer}" + ("_reverse" if direction == 1 else "")
                names = ["weight_ih" + suffix, "weight_hh" + suffix]
                setattr(self, names[0], Parameter(torch.empty((gate_size, width), device=device, dtype=dtype)))
                setattr(self, names[1], Parameter(torch.empty((gate_size, state_size), device=device, dtype=dtype)))
                if bias:
                    names += ["bias_ih" + suffix, "bias_hh" + suffix]
                    setattr(self, names[2], Parameter(torch.empty(gate_size, device=device, dtype=dtype)))
                    setattr(self, names[3], Parameter(torch.empty(gate_size, device=device, dtype=dtype)))
                if proj_size > 0:
                    names.append("weight_hr" + suffix)
                    setattr(self, names[-1], Parameter(torch.empty((proj_size, hidden_size), device=device, dtype=dtype)))
                self._flat_weights_names.extend(names)
                self._all_weights.append(names)
        self.reset_parameters()

    def reset_parameters(self):
        stdv = 1.0 / math.sqrt(self.hidden_size) if self.hidden_size > 0 else 0
        for weight in self.parameters():
            init.uniform_(weight, -stdv, stdv)

    def flatten_parameters(self):
        return None

    @property
    def all_weights(self):
        return [[getattr(self, name) for name in names] for names in self._all_weights]

    def extra_repr(self):
        s = f"{self.input_size}, {self.hidden_size}"
        if self.proj_size != 0:
            s += f", proj_size={self.proj_size}"
        if self.num_layers != 1:
            s += f", num_layers={self.num_layers}"
        if self.bias is not True:
            s += f", bias={self.bias}"
        if self.batch_first is not False:
            s += f", batch_first={self.batch_first}"
        if self.dropout != 0:
            s += f", dropout={self.dropout}"
        if self.bidirectional is not False:
            s += f", bidirectional={self.bidirectional}"
        return s

    def _weights(self, layer, direction):
        names = self._all_weights[layer * (2 if self.bidirectional else 1) + direction]
        w = [getattr(self, name) for name in names]
        b_ih, b_hh = (w[2], w[3]) if self.bias else (None, None)
        return w[0], w[1], b_ih, b_hh, (w[-1] if self.proj_size > 0 else None)

    def _check_input(self, input):
        self._check_dtype(input)
        if input.dim() not in (2, 3):
            kind = self.mode.split("_")[0]
            raise ValueError(f"{kind}: Expected input to be 2D or 3D, got {input.dim()}D{' tensor' if kind == 'RNN' else ''} instead")
        dtype = getattr(self, self._flat_weights_names[0]).dtype
        if input.dtype != dtype and not torch.is_autocast_enabled(input.device.type):
            raise ValueError(f"RNN input dtype ({input.dtype}) does not match weight dtype ({dtype}). "
                             f"Convert input: input.to({dtype}), or convert model: model.to({input.dtype})")
        if input.size(-1) != self.input_size:
            raise RuntimeError(f"input.size(-1) must be equal to input_size. Expected {self.input_size}, got {input.size(-1)}")

    def _check_dtype(self, input):
        dtype = self.weight_ih_l0.dtype
        if input.dtype != dtype and not torch._C._is_any_autocast_enabled():
            raise ValueError(f"RNN input dtype ({input.dtype}) does not match weight dtype ({dtype}). Convert input: input.to({dtype}), or convert model: "
                             f"model.to({input.dtype})")

    def _check_hidden(self, hx, expected, name="hidden"):
        if tuple(hx.shape) != expected:
            raise RuntimeError(f"Expected {name} size {expected}, got {list(hx.size())}")

    def forward(self, input, hx=None):
        if isinstance(input, PackedSequence):
            self._check_dtype(input.data)
            if input.data.size(-1) != self.input_size:
                raise RuntimeError(f"input.size(-1) must be equal to input_size. Expected {self.input_size}, got {input.data.size(-1)}")
            return self._forward_packed(input, hx)
        self._check_input(input)
        batched = input.dim() == 3
        x = input if batched else input.unsqueeze(0 if self.batch_first else 1)
        if self.batch_first:
            x = x.transpose(0, 1)
        if x.size(0) == 0:
            raise RuntimeError("Expected sequence length to be larger than 0 in RNN")
        directions = 2 if self.bidirectional else 1
        layers = self.num_layers * directions
        batch = x.size(1)
        state_size = self.proj_size if self.proj_size > 0 else self.hidden_size
        if hx is None:
            h0 = torch.zeros(layers, batch, state_size, dtype=x.dtype, device=x.device)
            c0 = torch.zeros(layers, batch, self.hidden_size, dtype=x.dtype, device=x.device)
        elif self.mode == "LSTM":
            for part in hx[0], hx[1]:
                if part.dim() != input.dim():
                    kind, width = ("batched 3-D", 3) if batched else ("unbatched 2-D", 2)
                    raise RuntimeError(f"For {kind} input, hx and cx should also be {width}-D but got ({hx[0].dim()}-D, {hx[1].dim()}-D) tensors")
            h0, c0 = hx
            if not batched:
                h0, c0 = h0.unsqueeze(1), c0.unsqueeze(1)
            self._check_hidden(h0, (layers, batch, state_size), "hidden[0]")
            self._check_hidden(c0, (layers, batch, self.hidden_size), "hidden[1]")
        else:
            if hx.dim() != input.dim():
                kind, width = ("batched 3-D", 3) if batched else ("unbatched 2-D", 2)
                raise RuntimeError(f"For {kind} input, hx should also be {width}-D but got {hx.dim()}-D tensor")
            h0 = hx if batched else hx.unsqueeze(1)
            c0 = None
            self._check_hidden(h0, (layers, batch, state_size))
        by_cudnn = self._by_cudnn(x, h0, c0 if self.mode == "LSTM" else None) if x.device.type == "cuda" else None
        x, h_n, c_n = by_cudnn or self._by_layers(x, h0, c0)
        # Only an LSTM's output is not transposed in place by PyTorch.
        output = _named_grad(x.transpose(0, 1), "TransposeBackward0" if self.mode == "LSTM" else "TransposeBackward1") if self.batch_first else x
        if not batched:
            output = output.squeeze(0 if self.batch_first else 1)
            h_n = h_n.squeeze(1)
        if self.mode == "LSTM":
            return output, (h_n, c_n if batched else c_n.squeeze(1))
        return output, h_n

    def _by_layers(self, x, h0, c0):
        directions = 2 if self.bidirectional else 1
        last_h, last_c = [], []
        for layer in range(self.num_layers):
            outputs = []
            for direction in range(directions):
                which = layer * directions + direction
                out, h, c = self._run_layer(x, h0[which], c0[which] if self.mode == "LSTM" else None, layer, direction)
                outputs.append(out)
                last_h.append(h)
                last_c.append(c)
            x = outputs[0] if directions == 1 else torch.cat(outputs, 2)
            if self.dropout > 0 and layer < self.num_layers - 1:
                x = F.dropout(x, self.dropout, self.training)
        return x, torch.stack(last_h), torch.stack(last_c) if self.mode == "LSTM" else None

    def _by_cudnn(self, x, h0, c0):
        """All layers in one call, or a call each where dropout is between them."""
        if self.proj_size > 0:
            return None
        directions = 2 if self.bidirectional else 1
        together = 1 if self.dropout > 0 and self.training else self.num_layers
        last_h, last_c = [], []
        for first in range(0, self.num_layers, together):
            part = slice(first * directions, (first + together) * directions)
            weights = [getattr(self, name) for names in self._all_weights[part] for name in names]
            results = _cudnn_recurrent(x, h0[part], None if c0 is None else c0[part], weights,
                                       (list(_GATES).index(self.mode), self.hidden_size, together, self.bidirectional, self.bias))
            if results is None:
                return None
            x, h, c = results
            last_h.append(h)
            last_c.append(c)
            if first + together < self.num_layers:
                x = F.dropout(x, self.dropout, self.training)
        if len(last_h) == 1:
            return x, last_h[0], last_c[0]
        return x, torch.cat(last_h), None if c0 is None else torch.cat(last_c)

    def _forward_packed(self, packed, hx):
        data, batch_sizes, sorted_indices, unsorted_indices = packed
        sizes = batch_sizes.tolist()
        directions = 2 if self.bidirectional else 1
        layers = self.num_layers * directions
        state_size = self.proj_size if self.proj_size > 0 else self.hidden_size
        if hx is None:
            h0 = torch.zeros(layers, sizes[0], state_size, dtype=data.dtype, device=data.device)
            c0 = torch.zeros(layers, sizes[0], self.hidden_size, dtype=data.dtype, device=data.device)
        else:
            h0, c0 = hx if self.mode == "LSTM" else (hx, None)
            if sorted_indices is not None:
                h0 = h0.index_select(1, sorted_indices)
                c0 = None if c0 is None else c0.index_select(1, sorted_indices)
        last_h, last_c = [], []
        for layer in range(self.num_layers):
            outputs = []
            for direction in range(directions):
                which = layer * directions + direction
                out, h, c = self._run_packed(data, sizes, h0[which], c0[which] if self.mode == "LSTM" else None, layer, direction)
                outputs.append(out)
                last_h.append(h)
                last_c.append(c)
            data = outputs[0] if directions == 1 else torch.cat(outputs, 1)
            if self.dropout > 0 and layer < self.num_layers - 1:
                data = F.dropout(data, self.dropout, self.training)
        h_n = torch.stack(last_h)
        c_n = torch.stack(last_c) if self.mode == "LSTM" else None
        if unsorted_indices is not None:
            h_n = h_n.index_select(1, unsorted_indices)
            c_n = None if c_n is None else c_n.index_select(1, unsorted_indices)
        output = PackedSequence(data, batch_sizes, sorted_indices, unsorted_indices)
        return output, ((h_n, c_n) if self.mode == "LSTM" else h_n)

    def _run_packed(self, data, sizes, h, c, layer, direction):
        """A step takes the sequences that are that long; the others keep their state."""
        w_ih, w_hh, b_ih, b_hh, w_hr = self._weights(layer, direction)
        steps = data.split(sizes)
        outputs = [None] * len(sizes)
        for t in range(len(sizes)) if direction == 0 else range(len(sizes) - 1, -1, -1):
            n = sizes[t]
            if self.mode == "LSTM":
                out, cell = _cell(self.mode, steps[t], (h[:n], c[:n]), w_ih, w_hh, b_ih, b_hh, w_hr)
                c = cell if n == c.size(0) else torch.cat([cell, c[n:]])
            else:
                out = _cell(self.mode, steps[t], h[:n], w_ih, w_hh, b_ih, b_hh)
            h = out if n == h.size(0) else torch.cat([out, h[n:]])
            outputs[t] = out
        return torch.cat(outputs), h, c

    def _run_layer(self, x, h, c, layer, direction):
        w_ih, w_hh, b_ih, b_hh, w_hr = self._weights(layer, direction)
        if c is not None and w_hr is None and _lowered(x):
            x, h, c, w_ih, w_hh, b_ih, b_hh = [None if t is None else t.to(torch.bfloat16) for t in (x, h, c, w_ih, w_hh, b_ih, b_hh)]
        if c is not None and w_hr is None and _is_one_operator(x):
            return _lstm_layer(x, h, c, w_ih, w_hh, b_ih, b_hh, direction == 1)
        steps = range(x.size(0)) if direction == 0 else range(x.size(0) - 1, -1, -1)
        outputs = []
        gates = F.linear(x, w_ih, b_ih).unbind(0)
        for t in steps:
            h, c = _gated(self.mode, gates[t], h, c, w_hh, b_hh, w_hr)
            outputs.append(h)
        if direction == 1:
            outputs.reverse()
        return torch.stack(outputs), h, c


class RNN(RNNBase):
    def __init__(self, input_size, hidden_size, num_layers=1, nonlinearity="tanh", bias=True, batch_first=False, dropout=0.0, bidirectional=False, device=None, dtype=None, **others):
        if "proj_size" in others:
            raise ValueError("proj_size argument is only supported for LSTM, not RNN or GRU")
        if others:
            raise TypeError(f"RNNBase.__init__() got an unexpected keyword argument '{next(iter(others))}'")
        if nonlinearity not in ("tanh", "relu"):
            raise ValueError(f"Unknown nonlinearity '{nonlinearity}'. Select from 'tanh' or 'relu'.")
        super().__init__("RNN_TANH" if nonlinearity == "tanh" else "RNN_RELU", input_size, hidden_size, num_layers, bias, batch_first, dropout, bidirectional, 0, device, dtype)
        self.nonlinearity = nonlinearity

    def forward__0(self, input: Tensor, hx: Optional[Tensor] = None) -> Tuple[Tensor, Tensor]:
        """What a script calls for a tensor."""
        return torch.jit._functional_rnn.recurrent(self.mode, input, hx, self._flat_weights, self.input_size, self.hidden_size, self.bias,
                                                   self.num_layers, self.dropout, self.training, self.bidirectional, self.batch_first)


class LSTM(RNNBase):
    def __init__(self, *args, **kwargs):
        super().__init__("LSTM", *args, **kwargs)

    def forward__0(self, input: Tensor, hx: Optional[Tuple[Tensor, Tensor]] = None) -> Tuple[Tensor, Tuple[Tensor, Tensor]]:
        """What a script calls for a tensor."""
        return torch.jit._functional_rnn.lstm(input, hx, self._flat_weights, self.input_size, self.hidden_size, self.proj_size, self.bias,
                                              self.num_layers, self.dropout, self.training, self.bidirectional, self.batch_first)


class GRU(RNNBase):
    def __init__(self, *args, **kwargs):
        if "proj_size" in kwargs:
            raise ValueError("proj_size argument is only supported for LSTM, not RNN or GRU")
        super().__init__("GRU", *args, **kwargs)

    def forward__0(self, input: Tensor, hx: Optional[Tensor] = None) -> Tuple[Tensor, Tensor]:
        """What a script calls for a tensor."""
        return torch.jit._functional_rnn.recurrent(self.mode, input, hx, self._flat_weights, self.input_size, self.hidden_size, self.bias,
                                                   self.num_layers, self.dropout, self.training, self.bidirectional, self.batch_first)


class RNNCellBase(Module):
    def __init__(self, input_size, hidden_size, bias, num_chunks, device=None, dtype=None):
        super().__init__()
        self.input_size = input_size
        self.hidden_size = hidden_size
        self.bias = bias
        self.weight_ih = Parameter(torch.empty((num_chunks * hidden_size, input_size), device=device, dtype=dtype))
        self.weight_hh = Parameter(torch.empty((num_chunks * hidden_size, hidden_size), device=device, dtype=dtype))
        if bias:
            self.bias_ih = Parameter(torch.empty(num_chunks * hidden_size, device=device, dtype=dtype))
            self.bias_hh = Parameter(torch.empty(num_chunks * hidden_size, device=device, dtype=dtype))
        else:
            self.register_parameter("bias_ih", None)
            self.register_parameter("bias_hh", None)
        self.reset_parameters()

    def reset_parameters(self):
        stdv = 1.0 / math.sqrt(self.hidden_size) if self.hidden_size > 0 else 0
        for weight in self.parameters():
            init.uniform_(weight, -stdv, stdv)

    def extra_repr(self):
        s = f"{self.input_size}, {self.hidden_size}"
        if self.bias is not True:
            s += f", bias={self.bias}"
        if getattr(self, "nonlinearity", "tanh") != "tanh":
            s += f", nonlinearity={self.nonlinearity}"
        return s

    def _rows_and_state(self, name: str, input, hx: Optional[torch.Tensor]):
        """Input [batch, input_size] and state [batch, hidden_size] of a cell with one state; zeros without one."""
        if input.dim() not in (1, 2):
            raise ValueError(f"{name}: Expected input to be 1D or 2D, got {input.dim()}D instead")
        if hx is not None and hx.dim() not in (1, 2):
            raise ValueError(f"{name}: Expected hidden to be 1D or 2D, got {hx.dim()}D instead")
        rows = input if input.dim() == 2 else input.unsqueeze(0)
        if hx is None:
            state = torch.zeros(rows.size(0), self.hidden_size, dtype=input.dtype, device=input.device)
        else:
            state = hx if input.dim() == 2 else hx.unsqueeze(0)
        self._check_input(rows)
        self._check_state(rows, state, 0)
        return rows, state

    def _check_input(self, input):
        if input.size(1) != self.input_size:
            raise RuntimeError(f"input has inconsistent input_size: got {input.size(1)} expected {self.input_size}")

    def _check_state(self, input, state, which: int):
        if input.size(0) != state.size(0):
            raise RuntimeError(f"Input batch size {input.size(0)} doesn't match hidden{which} batch size {state.size(0)}")
        if state.size(1) != self.hidden_size:
            raise RuntimeError(f"hidden{which} has inconsistent hidden_size: got {state.size(1)}, expected {self.hidden_size}")


class RNNCell(RNNCellBase):
    __constants__ = ["input_size", "hidden_size", "bias", "nonlinearity"]

    def __init__(self, input_size, hidden_size, bias=True, nonlinearity="tanh", device=None, dtype=None):
        super().__init__(input_size, hidden_size, bias, 1, device, dtype)
        self.nonlinearity = nonlinearity

    def forward(self, input, hx: Optional[torch.Tensor] = None):
        rows, state = self._rows_and_state("RNNCell", input, hx)
        if self.nonlinearity == "tanh":
            new = torch.rnn_tanh_cell(rows, state, self.weight_ih, self.weight_hh, self.bias_ih, self.bias_hh)
        elif self.nonlinearity == "relu":
            new = torch.rnn_relu_cell(rows, state, self.weight_ih, self.weight_hh, self.bias_ih, self.bias_hh)
        else:
            new = state
            raise RuntimeError(f"Unknown nonlinearity: {self.nonlinearity}")
        return new if input.dim() == 2 else new.squeeze(0)


class LSTMCell(RNNCellBase):
    __constants__ = ["input_size", "hidden_size", "bias"]

    def __init__(self, input_size, hidden_size, bias=True, device=None, dtype=None):
        super().__init__(input_size, hidden_size, bias, 4, device, dtype)

    def forward(self, input, hx: Optional[Tuple[torch.Tensor, torch.Tensor]] = None):
        if input.dim() not in (1, 2):
            raise ValueError(f"LSTMCell: Expected input to be 1D or 2D, got {input.dim()}D instead")
        rows = input if input.dim() == 2 else input.unsqueeze(0)
        if hx is None:
            hidden = torch.zeros(rows.size(0), self.hidden_size, dtype=input.dtype, device=input.device)
            cell = hidden
        else:
            if isinstance(hx, torch.Tensor):
                raise TypeError("lstm_cell(): argument 'hx' (position 2) must be tuple of Tensors, not Tensor")
            hidden, cell = hx
            for i, part in enumerate([hidden, cell]):
                if part.dim() not in (1, 2):
                    raise ValueError(f"LSTMCell: Expected hx[{i}] to be 1D or 2D, got {part.dim()}D instead")
            if input.dim() == 1:
                hidden, cell = hidden.unsqueeze(0), cell.unsqueeze(0)
        self._check_input(rows)
        self._check_state(rows, hidden, 0)
        self._check_state(rows, cell, 1)
        hidden, cell = torch.lstm_cell(rows, (hidden, cell), self.weight_ih, self.weight_hh, self.bias_ih, self.bias_hh)
        return (hidden, cell) if input.dim() == 2 else (hidden.squeeze(0), cell.squeeze(0))


class GRUCell(RNNCellBase):
    __constants__ = ["input_size", "hidden_size", "bias"]

    def __init__(self, input_size, hidden_size, bias=True, device=None, dtype=None):
        super().__init__(input_size, hidden_size, bias, 3, device, dtype)

    def forward(self, input, hx: Optional[torch.Tensor] = None):
        rows, state = self._rows_and_state("GRUCell", input, hx)
        new = torch.gru_cell(rows, state, self.weight_ih, self.weight_hh, self.bias_ih, self.bias_hh)
        return new if input.dim() == 2 else new.squeeze(0)
