# Optimisers for large models: Adafactor and Muon; and Adam for sparse gradients, which
# refuses dense ones.
import math

import torch
from torch.optim.algorithms import _check, _check_betas, _number, _rate
from torch.optim.optimizer import Optimizer


class Adafactor(Optimizer):
    """Second moments of matrices as the product of a row and a column (Shazeer and Stern 2018)."""

    def __init__(self, params, lr=1e-2, beta2_decay=-0.8, eps=(None, 1e-3), d=1.0, weight_decay=0.0, *, foreach=None, maximize=False):
        _check(0.0 <= _rate(lr), f"Learning rate should be >= 0 but is: {lr}")
        _check(0.0 >= beta2_decay, f"beta2_decay should be <= 0 but is: {beta2_decay}")
        _check(eps[0] is None or 0.0 <= eps[0], f"epsilon1 should be >= 0 but is: {eps[0]}")
        _check(0.0 <= eps[1], f"epsilon2 should be >= 0 but is: {eps[1]}")
        _check(1.0 <= d, f"Clipping threshold d should be >= 1 but is: {d}")
        _check(0.0 <= weight_decay, f"weight_decay should be >= 0 but is: {weight_decay}")
        super().__init__(params, dict(lr=lr, beta2_decay=beta2_decay, eps=eps, d=d, weight_decay=weight_decay, foreach=foreach, maximize=maximize))

    def _update(self, group, p, grad, state):
        if group["maximize"]:
            grad = -grad
        if len(state) == 0:
            state["step"] = torch.tensor(0.0)
            if grad.dim() > 1:
                state["row_var"] = grad.new_zeros(tuple(grad.shape[:-1]) + (1,))
                state["col_var"] = grad.new_zeros(tuple(grad.shape[:-2]) + (1, grad.shape[-1]))
            else:
                state["variance"] = torch.zeros_like(grad)
        state["step"] += 1
        step = state["step"].item()
        lr = _number(group["lr"])
        eps1, eps2 = group["eps"]
        eps1 = torch.finfo(p.dtype).eps if eps1 is None else eps1
        weight = step ** group["beta2_decay"]
        alpha = max(eps2, p.norm(2).item() / (p.numel() ** 0.5)) * min(lr, 1 / (step ** 0.5))
        if group["weight_decay"] != 0:
            p.mul_(1 - lr * group["weight_decay"])
        if grad.dim() > 1:
            rows = torch.linalg.vector_norm(grad, dim=-1, keepdim=True).square_().div_(grad.size(-1))
            columns = torch.linalg.vector_norm(grad, dim=-2, keepdim=True).square_().div_(grad.size(-2))
            state["row_var"].lerp_(rows, weight)
            state["col_var"].lerp_(columns, weight)
            estimate = state["row_var"] @ state["col_var"]
            estimate.div_(state["row_var"].mean(dim=-2, keepdim=True).clamp_(min=eps1))
        else:
            state["variance"].lerp_(grad * grad, weight)
            estimate = state["variance"].clone()
        update = estimate.clamp_(min=eps1 * eps1).rsqrt_().mul_(grad)
        clip = max(1.0, update.norm(2).item() / ((update.numel() ** 0.5) * group["d"]))
        p.add_(update, alpha=-alpha / clip)


class Muon(Optimizer):
    """Momentum whose matrix is made nearly orthogonal by Newton and Schulz's iteration, in bfloat16."""

    def __init__(self, params, lr=1e-3, weight_decay=0.1, momentum=0.95, nesterov=True, ns_coefficients=(3.4445, -4.7750, 2.0315), eps=1e-7, ns_steps=5,
                 adjust_lr_fn=None):
        _check(0.0 <= _rate(lr), f"Learning rate should be >= 0 but is: {lr}")
        _check(0.0 <= momentum, f"momentum should be >= 0 but is: {momentum}")
        _check(0.0 <= weight_decay, f"weight decay should be >= 0 but is: {weight_decay}")
        _check(adjust_lr_fn in (None, "original", "match_rms_adamw", "spectral_unclamped"), f"Adjust learning rate function {adjust_lr_fn} is not supported")
        super().__init__(params, dict(lr=lr, weight_decay=weight_decay, momentum=momentum, nesterov=nesterov, ns_coefficients=ns_coefficients, eps=eps,
                                      ns_steps=ns_steps, adjust_lr_fn=adjust_lr_fn))
        for group in self.param_groups:
            for p in group["params"]:
                _check(p.ndim == 2, f"Muon only supports 2D parameters whereas we found a parameter with size: {p.size()}")

    def _update(self, group, p, grad, state):
        buf = state.get("momentum_buffer")
        if buf is None:
            buf = state["momentum_buffer"] = torch.zeros_like(grad)
        buf.lerp_(grad, 1 - group["momentum"])
        update = grad.lerp(buf, group["momentum"]) if group["nesterov"] else buf
        update = self._orthogonal(update, group)
        lr = _number(group["lr"])
        rows, columns = p.shape[:2]
        scale = {"match_rms_adamw": 0.2 * math.sqrt(max(rows, columns)), "spectral_unclamped": math.sqrt(rows / columns)}
        p.mul_(1 - lr * group["weight_decay"])
        p.add_(update, alpha=-lr * scale.get(group["adjust_lr_fn"], math.sqrt(max(1, rows / columns))))

    def _orthogonal(self, grad, group):
        a, b, c = group["ns_coefficients"]
        x = grad.bfloat16()
        tall = grad.size(0) > grad.size(1)
        if tall:
            x = x.T
        x = x / x.norm().clamp(min=group["eps"])
        for _ in range(group["ns_steps"]):
            gram = x @ x.T
            x = torch.addmm(x, torch.addmm(gram, gram, gram, beta=b, alpha=c), x, beta=a)
        return x.T if tall else x


class SparseAdam(Optimizer):
    def __init__(self, params, lr=1e-3, betas=(0.9, 0.999), eps=1e-8, maximize=False):
        _check(0.0 < _rate(lr), f"Invalid learning rate: {lr}")
        _check(0.0 < eps, f"Invalid epsilon value: {eps}")
        _check_betas(betas)
        super().__init__(params, dict(lr=lr, betas=betas, eps=eps, maximize=maximize))

    def _update(self, group, p, grad, state):
        raise RuntimeError("SparseAdam does not support dense gradients, please consider Adam instead")
