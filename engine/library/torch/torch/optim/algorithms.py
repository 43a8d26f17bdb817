# First-order optimisers, each one update rule per parameter.
import math

import torch
import torch._C._aten as _C
from torch.optim.optimizer import Optimizer


def _check(condition, message):
    if not condition:
        raise ValueError(message)


def _number(value):
    return value.item() if isinstance(value, torch.Tensor) else value


def _rate(lr):
    if isinstance(lr, torch.Tensor):
        _check(lr.numel() == 1, "Tensor lr must be 1-element")
    return _number(lr)


def _check_betas(betas):
    _check(0.0 <= betas[0] < 1.0, f"Invalid beta parameter at index 0: {betas[0]}")
    _check(0.0 <= betas[1] < 1.0, f"Invalid beta parameter at index 1: {betas[1]}")


# What changes from step to step: a number, but in a compiled step the tensor that holds it,
# so that one graph is good for every step.
def _current(value):
    return value if torch.compiler.is_compiling() else _number(value)


# A gradient through the step needs the roots as they were.
def _add_eps(group, root):
    return root.add(group["eps"]) if group["differentiable"] else root.add_(group["eps"])


class SGD(Optimizer):
    def __init__(self, params, lr=1e-3, momentum=0, dampening=0, weight_decay=0, nesterov=False, *, maximize=False, foreach=None, differentiable=False, fused=None):
        _check(not _rate(lr) < 0.0, f"Invalid learning rate: {lr}")
        _check(momentum >= 0.0, f"Invalid momentum value: {momentum}")
        _check(weight_decay >= 0.0, f"Invalid weight_decay value: {weight_decay}")
        defaults = dict(lr=lr, momentum=momentum, dampening=dampening, weight_decay=weight_decay, nesterov=nesterov, maximize=maximize, foreach=foreach,
                        differentiable=differentiable, fused=fused)
        if nesterov and (momentum <= 0 or dampening != 0):
            raise ValueError("Nesterov momentum requires a momentum and zero dampening")
        super().__init__(params, defaults)

    def _update_group(self, group):
        if group["foreach"] and torch.compiler.is_compiling():
            return self._update_lists(group)
        for p in group["params"]:
            if p.grad is not None:  # without momentum there is no state
                self._update(group, p, p.grad, self.state[p] if group["momentum"] != 0 else None)

    def _update(self, group, p, grad, state):
        if group["maximize"]:
            grad = -grad
        if group["weight_decay"] != 0:
            grad = grad.add(p, alpha=group["weight_decay"])
        momentum = group["momentum"]
        if momentum != 0:
            buf = state.get("momentum_buffer")
            if buf is None:
                buf = grad.detach().clone()
                state["momentum_buffer"] = buf
            else:
                buf.mul_(momentum).add_(grad, alpha=1 - group["dampening"])
            grad = grad.add(buf, alpha=momentum) if group["nesterov"] else buf
        p.add_(grad, alpha=-_number(group["lr"]))


    # In a compiled step, with `foreach=True`: one node for each operation on all tensors.
    def _update_lists(self, group):
        params = [p for p in group["params"] if p.grad is not None]
        if len(params) == 0:
            return
        grads = [p.grad for p in params]
        momentum = group["momentum"]
        if group["maximize"]:
            grads = torch._foreach_neg(grads)
        if group["weight_decay"] != 0:
            if group["maximize"]:
                torch._foreach_add_(grads, params, alpha=group["weight_decay"])
            else:
                grads = torch._foreach_add(grads, params, alpha=group["weight_decay"])
        if momentum != 0:
            buffers = [self.state[p].get("momentum_buffer") for p in params]
            if all(buffer is not None for buffer in buffers):
                torch._foreach_mul_(buffers, momentum)
                torch._foreach_add_(buffers, grads, alpha=1 - group["dampening"])
            else:
                for i, (p, grad) in enumerate(zip(params, grads)):
                    if buffers[i] is None:
                        buffers[i] = self.state[p]["momentum_buffer"] = grad.detach().clone()
                    else:
                        buffers[i].mul_(momentum).add_(grad, alpha=1 - group["dampening"])
            if group["nesterov"]:
                torch._foreach_add_(grads, buffers, alpha=momentum)
            else:
                grads = buffers
        torch._foreach_add_(params, grads, alpha=-group["lr"])


class Adam(Optimizer):
    _decoupled = False

    def __init__(self, params, lr=1e-3, betas=(0.9, 0.999), eps=1e-8, weight_decay=0, amsgrad=False, *, foreach=None, maximize=False, capturable=False,
                 differentiable=False, fused=None, decoupled_weight_decay=False):
        if isinstance(lr, torch.Tensor):
            _check(not foreach or capturable, "lr as a Tensor is not supported for capturable=False and foreach=True")
        _check(0.0 <= _rate(lr), f"Invalid learning rate: {lr}")
        _check(0.0 <= eps, f"Invalid epsilon value: {eps}")
        _check_betas(betas)
        _check(0.0 <= weight_decay, f"Invalid weight_decay value: {weight_decay}")
        betas = self._checked_betas(betas, foreach and not capturable)
        defaults = dict(lr=lr, betas=betas, eps=eps, weight_decay=weight_decay, amsgrad=amsgrad, maximize=maximize, foreach=foreach, capturable=capturable,
                        differentiable=differentiable, fused=fused, decoupled_weight_decay=decoupled_weight_decay)
        super().__init__(params, defaults)

    @staticmethod
    def _checked_betas(betas, lists):
        kinds = [float if isinstance(beta, float) else torch.Tensor if isinstance(beta, torch.Tensor) else None for beta in betas[:2]]
        _check(kinds[0] is kinds[1] is not None, "betas must be either both floats or both Tensors")
        if kinds[0] is torch.Tensor:
            for i, beta in enumerate(betas[:2]):
                _check(not lists, f"betas[{i}] as a Tensor is not supported for capturable=False and foreach=True")
                _check(beta.numel() == 1, f"Tensor betas[{i}] must be 1-element")
        return tuple(betas)

    # On a GPU all tensors of a group that are at the same step are one call.
    def _update_group(self, group):
        if group["foreach"] and torch.compiler.is_compiling():
            return self._update_lists(group)
        pending = {}
        for p in group["params"]:
            grad = p.grad
            if grad is None:
                continue
            state = self.state[p]
            if not p.is_cuda or p.dtype != torch.float32 or group["amsgrad"] or group["maximize"] or group["differentiable"] \
                    or not (p.is_contiguous() and grad.is_contiguous()):
                self._update(group, p, grad, state)
                continue
            state["step"] += 1
            step = state["step"].item()
            lists = pending.setdefault(step, ([], [], [], []))
            for items, tensor in zip(lists, (p, grad, state["exp_avg"], state["exp_avg_sq"])):
                items.append(tensor)
        beta1, beta2 = [_number(beta) for beta in group["betas"]]
        decoupled = bool(self._decoupled or group.get("decoupled_weight_decay", False))
        for step, lists in pending.items():
            _C._fused_adam(*lists, _number(group["lr"]), beta1, beta2, group["weight_decay"], group["eps"], decoupled, step)

    def _start(self, group, p, state):
        state["step"] = torch.tensor(0.0, dtype=torch.float32, device="cpu")
        state["exp_avg"] = torch.zeros_like(p)
        state["exp_avg_sq"] = torch.zeros_like(p)
        if group["amsgrad"]:
            state["max_exp_avg_sq"] = torch.zeros_like(p)

    def _update(self, group, p, grad, state):
        beta1, beta2 = [_number(beta) for beta in group["betas"]]
        lr = _current(group["lr"])
        if group["maximize"]:
            grad = -grad
        state["step"] += 1
        by_tensors = torch.compiler.is_compiling() or group["differentiable"]
        step = state["step"] if by_tensors else state["step"].item()
        if group["weight_decay"] != 0:
            if self._decoupled or group.get("decoupled_weight_decay", False):
                p.mul_(1 - lr * group["weight_decay"])
            else:
                grad = grad.add(p, alpha=group["weight_decay"])
        exp_avg = state["exp_avg"]
        exp_avg_sq = state["exp_avg_sq"]
        exp_avg.lerp_(grad, 1 - beta1)
        if by_tensors:
            return self._update_by_tensors(group, p, grad, state)
        exp_avg_sq.mul_(beta2).addcmul_(grad, grad, value=1 - beta2)
        bias_correction1 = 1 - beta1 ** step
        bias_correction2 = 1 - beta2 ** step
        step_size = lr / bias_correction1
        root = bias_correction2 ** 0.5
        if group["amsgrad"]:
            torch.maximum(state["max_exp_avg_sq"], exp_avg_sq, out=state["max_exp_avg_sq"])
            denom = (state["max_exp_avg_sq"].sqrt() / root).add_(group["eps"])
        else:
            denom = (exp_avg_sq.sqrt() / root).add_(group["eps"])
        p.addcdiv_(exp_avg, denom, value=-step_size)


    # While it is compiled, or to be differentiated, the number of steps stays a tensor: the graph holds for every step.
    def _update_by_tensors(self, group, p, grad, state):
        beta1, beta2 = [_number(beta) for beta in group["betas"]]
        step = state["step"]
        exp_avg_sq = state["exp_avg_sq"].mul_(beta2).addcmul_(grad, grad, value=1 - beta2)
        bias_correction1 = 1 - beta1 ** step
        bias_correction2 = 1 - beta2 ** step
        step_size = (group["lr"] / bias_correction1).neg()
        root = bias_correction2.sqrt()
        if group["amsgrad"]:
            state["max_exp_avg_sq"].copy_(torch.maximum(state["max_exp_avg_sq"], exp_avg_sq))
            exp_avg_sq = state["max_exp_avg_sq"]
        denom = (exp_avg_sq.sqrt() / (root * step_size)).add_(group["eps"] / step_size)
        p.addcdiv_(state["exp_avg"].clone() if group["differentiable"] else state["exp_avg"], denom)


    # In a compiled step, with `foreach=True`: one node for each operation on all tensors.
    def _update_lists(self, group):
        params = [p for p in group["params"] if p.grad is not None]
        if len(params) == 0:
            return
        grads = [p.grad for p in params]
        steps, averages, squares = ([self.state[p][name] for p in params] for name in ("step", "exp_avg", "exp_avg_sq"))
        beta1, beta2 = [_number(beta) for beta in group["betas"]]
        lr, decay = group["lr"], group["weight_decay"]
        if group["maximize"]:
            grads = torch._foreach_neg(grads)
        torch._foreach_add_(steps, 1)
        if decay != 0:
            if self._decoupled or group.get("decoupled_weight_decay", False):
                torch._foreach_mul_(params, 1 - lr * decay)
            elif group["maximize"]:
                torch._foreach_add_(grads, params, alpha=decay)
            else:
                grads = torch._foreach_add(grads, params, alpha=decay)
        torch._foreach_lerp_(averages, grads, 1 - beta1)
        torch._foreach_mul_(squares, beta2)
        torch._foreach_addcmul_(squares, grads, grads, 1 - beta2)
        step_sizes = torch._foreach_pow(beta1, steps)
        roots = torch._foreach_pow(beta2, steps)
        torch._foreach_sub_(step_sizes, 1)
        torch._foreach_sub_(roots, 1)
        torch._foreach_neg_(roots)
        torch._foreach_div_(step_sizes, lr)
        torch._foreach_reciprocal_(step_sizes)
        torch._foreach_sqrt_(roots)
        if group["amsgrad"]:
            largest = [self.state[p]["max_exp_avg_sq"] for p in params]
            torch._foreach_maximum_(largest, squares)
            squares = largest
        denominators = torch._foreach_sqrt(squares)
        torch._foreach_div_(denominators, roots)
        torch._foreach_add_(denominators, group["eps"])
        torch._foreach_div_(denominators, step_sizes)
        torch._foreach_addcdiv_(params, averages, denominators)


class AdamW(Adam):
    _decoupled = True

    def __init__(self, params, lr=1e-3, betas=(0.9, 0.999), eps=1e-8, weight_decay=1e-2, amsgrad=False, *, maximize=False, foreach=None, capturable=False,
                 differentiable=False, fused=None):
        super().__init__(params, lr, betas, eps, weight_decay, amsgrad, foreach=foreach, maximize=maximize, capturable=capturable, differentiable=differentiable,
                         fused=fused, decoupled_weight_decay=True)


class RMSprop(Optimizer):
    def __init__(self, params, lr=1e-2, alpha=0.99, eps=1e-8, weight_decay=0, momentum=0, centered=False, capturable=False, foreach=None, maximize=False, differentiable=False):
        _check(0.0 <= _rate(lr), f"Invalid learning rate: {lr}")
        _check(0.0 <= eps, f"Invalid epsilon value: {eps}")
        _check(0.0 <= momentum, f"Invalid momentum value: {momentum}")
        _check(0.0 <= weight_decay, f"Invalid weight_decay value: {weight_decay}")
        _check(0.0 <= alpha, f"Invalid alpha value: {alpha}")
        super().__init__(params, dict(lr=lr, momentum=momentum, alpha=alpha, eps=eps, centered=centered, weight_decay=weight_decay, capturable=capturable,
                                      foreach=foreach, maximize=maximize, differentiable=differentiable))

    def _start(self, group, p, state):
        state["step"] = torch.tensor(0.0, dtype=torch.float32, device="cpu")
        state["square_avg"] = torch.zeros_like(p)
        if group["momentum"] > 0:
            state["momentum_buffer"] = torch.zeros_like(p)
        if group["centered"]:
            state["grad_avg"] = torch.zeros_like(p)

    def _update(self, group, p, grad, state):
        state["step"] += 1
        if group["maximize"]:
            grad = -grad
        if group["weight_decay"] != 0:
            grad = grad.add(p, alpha=group["weight_decay"])
        alpha = group["alpha"]
        square_avg = state["square_avg"]
        square_avg.mul_(alpha).addcmul_(grad, grad, value=1 - alpha)
        if group["centered"]:
            state["grad_avg"].lerp_(grad, 1 - alpha)
            avg = square_avg.addcmul(state["grad_avg"], state["grad_avg"], value=-1).sqrt_()
        else:
            avg = square_avg.sqrt()
        avg = _add_eps(group, avg)
        lr = _number(group["lr"])
        if group["momentum"] > 0:
            state["momentum_buffer"].mul_(group["momentum"]).addcdiv_(grad, avg)
            p.add_(state["momentum_buffer"], alpha=-lr)
        else:
            p.addcdiv_(grad, avg, value=-lr)


class Adagrad(Optimizer):
    def __init__(self, params, lr=1e-2, lr_decay=0, weight_decay=0, initial_accumulator_value=0, eps=1e-10, foreach=None, *, maximize=False, differentiable=False, fused=None):
        _check(0.0 <= _rate(lr), f"Invalid learning rate: {lr}")
        _check(0.0 <= lr_decay, f"Invalid lr_decay value: {lr_decay}")
        _check(0.0 <= weight_decay, f"Invalid weight_decay value: {weight_decay}")
        _check(0.0 <= initial_accumulator_value, f"Invalid initial_accumulator_value value: {initial_accumulator_value}")
        _check(0.0 <= eps, f"Invalid epsilon value: {eps}")
        super().__init__(params, dict(lr=lr, lr_decay=lr_decay, eps=eps, weight_decay=weight_decay, initial_accumulator_value=initial_accumulator_value,
                                      foreach=foreach, maximize=maximize, differentiable=differentiable, fused=fused))
        for group in self.param_groups:
            for p in group["params"]:
                state = self.state[p]
                state["step"] = torch.tensor(0.0, dtype=torch.float32, device="cpu")
                state["sum"] = torch.full_like(p, initial_accumulator_value)

    def _update(self, group, p, grad, state):
        state["step"] += 1
        step = _current(state["step"])
        if group["maximize"]:
            grad = -grad
        if group["weight_decay"] != 0:
            grad = grad.add(p, alpha=group["weight_decay"])
        clr = _number(group["lr"]) / (1 + (step - 1) * group["lr_decay"])
        state["sum"].addcmul_(grad, grad, value=1)
        p.addcdiv_(grad, _add_eps(group, state["sum"].sqrt()), value=-clr)


class Adadelta(Optimizer):
    def __init__(self, params, lr=1.0, rho=0.9, eps=1e-6, weight_decay=0, foreach=None, *, capturable=False, maximize=False, differentiable=False):
        _check(0.0 <= _rate(lr), f"Invalid learning rate: {lr}")
        _check(0.0 <= rho <= 1.0, f"Invalid rho value: {rho}")
        _check(0.0 <= eps, f"Invalid epsilon value: {eps}")
        _check(0.0 <= weight_decay, f"Invalid weight_decay value: {weight_decay}")
        super().__init__(params, dict(lr=lr, rho=rho, eps=eps, weight_decay=weight_decay, maximize=maximize, capturable=capturable, foreach=foreach, differentiable=differentiable))

    def _start(self, group, p, state):
        state["step"] = torch.tensor(0.0, dtype=torch.float32, device="cpu")
        state["square_avg"] = torch.zeros_like(p)
        state["acc_delta"] = torch.zeros_like(p)

    def _update(self, group, p, grad, state):
        state["step"] += 1
        if group["maximize"]:
            grad = -grad
        if group["weight_decay"] != 0:
            grad = grad.add(p, alpha=group["weight_decay"])
        rho, eps = group["rho"], group["eps"]
        state["square_avg"].mul_(rho).addcmul_(grad, grad, value=1 - rho)
        std = state["square_avg"].add(eps).sqrt_()
        delta = state["acc_delta"].add(eps).sqrt_()
        if group["differentiable"]:
            delta = delta.clone()
        delta.div_(std).mul_(grad)
        state["acc_delta"].mul_(rho).addcmul_(delta, delta, value=1 - rho)
        p.add_(delta, alpha=-_number(group["lr"]))


class Adamax(Optimizer):
    def __init__(self, params, lr=2e-3, betas=(0.9, 0.999), eps=1e-8, weight_decay=0, foreach=None, *, maximize=False, differentiable=False, capturable=False):
        _check(0.0 <= _rate(lr), f"Invalid learning rate: {lr}")
        _check(0.0 <= eps, f"Invalid epsilon value: {eps}")
        _check_betas(betas)
        _check(0.0 <= weight_decay, f"Invalid weight_decay value: {weight_decay}")
        super().__init__(params, dict(lr=lr, betas=betas, eps=eps, weight_decay=weight_decay, foreach=foreach, maximize=maximize, differentiable=differentiable, capturable=capturable))

    def _start(self, group, p, state):
        state["step"] = torch.tensor(0.0, dtype=torch.float32, device="cpu")
        state["exp_avg"] = torch.zeros_like(p)
        state["exp_inf"] = torch.zeros_like(p)

    def _update(self, group, p, grad, state):
        state["step"] += 1
        if group["maximize"]:
            grad = -grad
        if group["weight_decay"] != 0:
            grad = grad.add(p, alpha=group["weight_decay"])
        beta1, beta2 = group["betas"]
        state["exp_avg"].lerp_(grad, 1 - beta1)
        largest = state["exp_inf"]
        parts = (largest.mul_(beta2), grad.abs().add_(group["eps"]))
        if group["differentiable"]:
            largest.copy_(torch.maximum(*parts))
        else:
            torch.maximum(*parts, out=largest)
        if torch.compiler.is_compiling():
            p.addcdiv_(state["exp_avg"], largest * (beta1 ** state["step"] - 1).div_(group["lr"]))
        else:
            p.addcdiv_(state["exp_avg"], largest, value=-_number(group["lr"]) / (1 - beta1 ** state["step"].item()))


class NAdam(Optimizer):
    def __init__(self, params, lr=2e-3, betas=(0.9, 0.999), eps=1e-8, weight_decay=0, momentum_decay=4e-3, decoupled_weight_decay=False, *, foreach=None, maximize=False,
                 capturable=False, differentiable=False):
        _check(0.0 <= _rate(lr), f"Invalid learning rate: {lr}")
        _check(0.0 <= eps, f"Invalid epsilon value: {eps}")
        _check_betas(betas)
        _check(0.0 <= weight_decay, f"Invalid weight_decay value: {weight_decay}")
        _check(0.0 <= momentum_decay, f"Invalid momentum_decay value: {momentum_decay}")
        super().__init__(params, dict(lr=lr, betas=betas, eps=eps, weight_decay=weight_decay, momentum_decay=momentum_decay, decoupled_weight_decay=decoupled_weight_decay,
                                      maximize=maximize, foreach=foreach, capturable=capturable, differentiable=differentiable))

    def _start(self, group, p, state):
        state["step"] = torch.tensor(0.0, dtype=torch.float32, device="cpu")
        state["mu_product"] = torch.ones((), dtype=torch.float32)
        state["exp_avg"] = torch.zeros_like(p)
        state["exp_avg_sq"] = torch.zeros_like(p)

    def _update(self, group, p, grad, state):
        state["step"] += 1
        step = _current(state["step"])
        lr = _number(group["lr"])
        beta1, beta2 = group["betas"]
        if group["maximize"]:
            grad = -grad
        bias_correction2 = 1 - beta2 ** step
        if group["weight_decay"] != 0:
            if group["decoupled_weight_decay"]:
                p.mul_(1 - lr * group["weight_decay"])
            else:
                grad = grad.add(p, alpha=group["weight_decay"])
        mu = beta1 * (1.0 - 0.5 * (0.96 ** (step * group["momentum_decay"])))
        mu_next = beta1 * (1.0 - 0.5 * (0.96 ** ((step + 1) * group["momentum_decay"])))
        state["mu_product"] *= mu
        mu_product = _current(state["mu_product"])
        state["exp_avg"].lerp_(grad, 1 - beta1)
        state["exp_avg_sq"].mul_(beta2).addcmul_(grad, grad, value=1 - beta2)
        denom = state["exp_avg_sq"].div(bias_correction2).sqrt()
        if torch.compiler.is_compiling() or group["differentiable"]:
            denom = denom.add(group["eps"])
            mu_product_next = mu_product * mu_next
            grad = grad * (-lr * (1.0 - mu) / (1.0 - mu_product))
            average = state["exp_avg"] * (-lr * mu_next / (1.0 - mu_product_next))
            p.addcdiv_(grad, denom).addcdiv_(average, denom)
            return
        denom.add_(group["eps"])
        p.addcdiv_(grad, denom, value=-lr * (1.0 - mu) / (1.0 - mu_product))
        p.addcdiv_(state["exp_avg"], denom, value=-lr * mu_next / (1.0 - mu_product * mu_next))


class RAdam(Optimizer):
    def __init__(self, params, lr=1e-3, betas=(0.9, 0.999), eps=1e-8, weight_decay=0, decoupled_weight_decay=False, *, foreach=None, maximize=False, capturable=False, differentiable=False):
        _check(0.0 <= _rate(lr), f"Invalid learning rate: {lr}")
        _check(0.0 <= eps, f"Invalid epsilon value: {eps}")
        _check_betas(betas)
        _check(0.0 <= weight_decay, f"Invalid weight_decay value: {weight_decay}")
        super().__init__(params, dict(lr=lr, betas=betas, eps=eps, weight_decay=weight_decay, maximize=maximize, foreach=foreach, capturable=capturable,
                                      decoupled_weight_decay=decoupled_weight_decay, differentiable=differentiable))

    def _start(self, group, p, state):
        state["step"] = torch.tensor(0.0, dtype=torch.float32, device="cpu")
        state["exp_avg"] = torch.zeros_like(p)
        state["exp_avg_sq"] = torch.zeros_like(p)

    def _update(self, group, p, grad, state):
        state["step"] += 1
        step = _current(state["step"])
        lr = _number(group["lr"])
        beta1, beta2 = group["betas"]
        if group["maximize"]:
            grad = -grad
        if group["weight_decay"] != 0:
            if group["decoupled_weight_decay"]:
                p.mul_(1 - lr * group["weight_decay"])
            else:
                grad = grad.add(p, alpha=group["weight_decay"])
        state["exp_avg"].lerp_(grad, 1 - beta1)
        state["exp_avg_sq"].mul_(beta2).addcmul_(grad, grad, value=1 - beta2)
        bias_correction1 = 1 - beta1 ** step
        bias_correction2 = 1 - beta2 ** step
        corrected = state["exp_avg"] / bias_correction1
        rho_inf = 2 / (1 - beta2) - 1
        rho_t = rho_inf - 2 * step * (beta2 ** step) / bias_correction2
        if torch.compiler.is_compiling():
            enough = rho_t > 5.0
            rect = ((rho_t - 4) * (rho_t - 2) * rho_inf / ((rho_inf - 4) * (rho_inf - 2) * rho_t)) ** 0.5
            root = state["exp_avg_sq"].sqrt().add_(group["eps"])
            update = torch.where(enough, rect * (bias_correction2 ** 0.5 / root), 1.0)
            p.add_(corrected * lr * update, alpha=-1.0)
        elif rho_t > 5.0:
            rect = math.sqrt((rho_t - 4) * (rho_t - 2) * rho_inf / ((rho_inf - 4) * (rho_inf - 2) * rho_t))
            adaptive = (bias_correction2 ** 0.5) / _add_eps(group, state["exp_avg_sq"].sqrt())
            p.add_(corrected * lr * adaptive * rect, alpha=-1.0)
        else:
            p.add_(corrected * lr, alpha=-1.0)


class Rprop(Optimizer):
    def __init__(self, params, lr=1e-2, etas=(0.5, 1.2), step_sizes=(1e-6, 50), *, capturable=False, foreach=None, maximize=False, differentiable=False):
        _check(0.0 <= _rate(lr), f"Invalid learning rate: {lr}")
        _check(0.0 < etas[0] < 1.0 < etas[1], f"Invalid eta values: {etas[0]}, {etas[1]}")
        super().__init__(params, dict(lr=lr, etas=etas, step_sizes=step_sizes, foreach=foreach, maximize=maximize, differentiable=differentiable, capturable=capturable))

    def _start(self, group, p, state):
        state["step"] = torch.tensor(0.0, dtype=torch.float32, device="cpu")
        state["prev"] = torch.zeros_like(p)
        state["step_size"] = torch.full_like(p, _number(group["lr"]))

    def _update(self, group, p, grad, state):
        state["step"] += 1
        if group["maximize"]:
            grad = -grad
        low, high = group["etas"]
        factor = grad.mul(state["prev"]).sign()
        factor.copy_(torch.where(factor.gt(0), high, factor))
        factor.copy_(torch.where(factor.lt(0), low, factor))
        factor.copy_(torch.where(factor.eq(0), 1, factor))
        state["step_size"].mul_(factor).clamp_(*group["step_sizes"])
        grad = grad.clone()
        grad.copy_(torch.where(factor.eq(low), 0, grad))
        p.addcmul_(grad.sign(), state["step_size"], value=-1)
        state["prev"].copy_(grad)


class ASGD(Optimizer):
    def __init__(self, params, lr=1e-2, lambd=1e-4, alpha=0.75, t0=1e6, weight_decay=0, foreach=None, maximize=False, differentiable=False, capturable=False):
        _check(0.0 <= _rate(lr), f"Invalid learning rate: {lr}")
        _check(0.0 <= weight_decay, f"Invalid weight_decay value: {weight_decay}")
        super().__init__(params, dict(lr=lr, lambd=lambd, alpha=alpha, t0=t0, weight_decay=weight_decay, foreach=foreach, maximize=maximize, differentiable=differentiable, capturable=capturable))

    def _start(self, group, p, state):
        state["step"] = torch.zeros((), dtype=torch.float32)
        state["eta"] = torch.tensor(_number(group["lr"]), dtype=torch.float32)
        state["mu"] = torch.ones((), dtype=torch.float32)
        state["ax"] = torch.zeros_like(p)

    def _update(self, group, p, grad, state):
        lr = _number(group["lr"])
        state["step"] += 1
        step = _current(state["step"])
        if group["maximize"]:
            grad = -grad
        if group["weight_decay"] != 0:
            grad = grad.add(p, alpha=group["weight_decay"])
        if torch.compiler.is_compiling():
            return self._update_by_tensors(group, p, grad, state)
        eta = state["eta"].item()
        p.mul_(1 - group["lambd"] * eta)
        p.add_(grad, alpha=-eta)
        mu = state["mu"].item()
        if mu == 1:
            state["ax"].copy_(p)
        else:
            state["ax"].add_(p.sub(state["ax"]).mul_(mu))
        state["eta"].fill_(lr / ((1 + group["lambd"] * lr * step) ** group["alpha"]))
        state["mu"].fill_(1 / max(1, step - group["t0"]))

    def _update_by_tensors(self, group, p, grad, state):
        eta, average, step = state["eta"], state["ax"], state["step"]
        p.mul_(1 - group["lambd"] * eta)
        p.addcmul_(grad, eta, value=-1)
        average.add_(p.sub(average).mul_(state["mu"]))
        eta.copy_(group["lr"] / ((1 + group["lambd"] * group["lr"] * step) ** group["alpha"]))
        state["mu"].copy_(1 / torch.maximum(step - group["t0"], torch.ones_like(step)))
