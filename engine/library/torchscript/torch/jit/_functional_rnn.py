# Recurrent layers as scripts see them: layer by layer, cell by cell, with the weights in one list.
from typing import List, Optional, Tuple
import torch
from torch import Tensor


def _time_first(input: Tensor, input_size: int, batch_first: bool) -> Tensor:
    if input.size(-1) != input_size:
        raise RuntimeError(f"input.size(-1) must be equal to input_size. Expected {input_size}, got {input.size(-1)}")
    if input.dim() == 2:
        return input.unsqueeze(1)
    return input.transpose(0, 1) if batch_first else input


def _as_given(output: Tensor, like: Tensor, batch_first: bool) -> Tensor:
    if like.dim() == 2:
        return output.squeeze(1)
    return output.transpose(0, 1) if batch_first else output


def lstm(input: Tensor, hx: Optional[Tuple[Tensor, Tensor]], weights: List[Tensor], input_size: int, hidden_size: int, proj_size: int, bias: bool,
         num_layers: int, dropout: float, training: bool, bidirectional: bool, batch_first: bool) -> Tuple[Tensor, Tuple[Tensor, Tensor]]:
    x = _time_first(input, input_size, batch_first)
    directions = 2 if bidirectional else 1
    width = proj_size if proj_size > 0 else hidden_size
    if hx is None:
        h0 = torch.zeros([num_layers * directions, x.size(1), width], dtype=x.dtype, device=x.device)
        c0 = torch.zeros([num_layers * directions, x.size(1), hidden_size], dtype=x.dtype, device=x.device)
    else:
        h0, c0 = hx
        if input.dim() == 2:
            h0, c0 = h0.unsqueeze(1), c0.unsqueeze(1)
    count = (4 if bias else 2) + (1 if proj_size > 0 else 0)
    last_h: List[Tensor] = []
    last_c: List[Tensor] = []
    for layer in range(num_layers):
        outputs: List[Tensor] = []
        for direction in range(directions):
            at = layer * directions + direction
            w = weights[at * count:(at + 1) * count]
            h, c = h0[at], c0[at]
            steps: List[Tensor] = []
            for i in range(x.size(0)):
                step = x[i if direction == 0 else x.size(0) - 1 - i]
                if bias:
                    h, c = torch.lstm_cell(step, [h, c], w[0], w[1], w[2], w[3])
                else:
                    h, c = torch.lstm_cell(step, [h, c], w[0], w[1])
                if proj_size > 0:
                    h = torch.nn.functional.linear(h, w[-1])
                steps.append(h)
            if direction == 1:
                steps.reverse()
            outputs.append(torch.stack(steps))
            last_h.append(h)
            last_c.append(c)
        x = torch.cat(outputs, 2)
        if dropout > 0.0 and layer < num_layers - 1:
            x = torch.nn.functional.dropout(x, dropout, training)
    h_n, c_n = torch.stack(last_h), torch.stack(last_c)
    if input.dim() == 2:
        h_n, c_n = h_n.squeeze(1), c_n.squeeze(1)
    return _as_given(x, input, batch_first), (h_n, c_n)


def _next_state(mode: str, step: Tensor, h: Tensor, w: List[Tensor], bias: bool) -> Tensor:
    b_ih: Optional[Tensor] = None
    b_hh: Optional[Tensor] = None
    if bias:
        b_ih, b_hh = w[2], w[3]
    if mode == "GRU":
        return torch.gru_cell(step, h, w[0], w[1], b_ih, b_hh)
    if mode == "RNN_TANH":
        return torch.rnn_tanh_cell(step, h, w[0], w[1], b_ih, b_hh)
    return torch.rnn_relu_cell(step, h, w[0], w[1], b_ih, b_hh)


def recurrent(mode: str, input: Tensor, hx: Optional[Tensor], weights: List[Tensor], input_size: int, hidden_size: int, bias: bool,
              num_layers: int, dropout: float, training: bool, bidirectional: bool, batch_first: bool) -> Tuple[Tensor, Tensor]:
    x = _time_first(input, input_size, batch_first)
    directions = 2 if bidirectional else 1
    if hx is None:
        h0 = torch.zeros([num_layers * directions, x.size(1), hidden_size], dtype=x.dtype, device=x.device)
    else:
        h0 = hx.unsqueeze(1) if input.dim() == 2 else hx
    count = 4 if bias else 2
    last: List[Tensor] = []
    for layer in range(num_layers):
        outputs: List[Tensor] = []
        for direction in range(directions):
            at = layer * directions + direction
            w = weights[at * count:(at + 1) * count]
            h = h0[at]
            steps: List[Tensor] = []
            for i in range(x.size(0)):
                h = _next_state(mode, x[i if direction == 0 else x.size(0) - 1 - i], h, w, bias)
                steps.append(h)
            if direction == 1:
                steps.reverse()
            outputs.append(torch.stack(steps))
            last.append(h)
        x = torch.cat(outputs, 2)
        if dropout > 0.0 and layer < num_layers - 1:
            x = torch.nn.functional.dropout(x, dropout, training)
    h_n = torch.stack(last)
    return _as_given(x, input, batch_first), h_n.squeeze(1) if input.dim() == 2 else h_n
