# Limited-memory BFGS.
import torch
from torch.optim.optimizer import Optimizer


class LBFGS(Optimizer):
    def __init__(self, params, lr=1, max_iter=20, max_eval=None, tolerance_grad=1e-7, tolerance_change=1e-9, history_size=100, line_search_fn=None, *, maximize=False):
        if max_eval is None:
            max_eval = max_iter * 5 // 4
        super().__init__(params, dict(lr=lr, max_iter=max_iter, max_eval=max_eval, tolerance_grad=tolerance_grad, tolerance_change=tolerance_change,
                                      history_size=history_size, line_search_fn=line_search_fn, maximize=maximize))
        if len(self.param_groups) != 1:
            raise ValueError("LBFGS doesn't support per-parameter options (parameter groups)")
        self._params = self.param_groups[0]["params"]

    def _gradient(self):
        flat = torch.cat([(p.grad if p.grad is not None else torch.zeros_like(p)).reshape(-1) for p in self._params])
        return flat.neg() if self.param_groups[0]["maximize"] else flat

    def _move(self, step, direction):
        offset = 0
        for p in self._params:
            n = p.numel()
            p.add_(direction[offset:offset + n].view_as(p), alpha=step)
            offset += n

    def _restore(self, saved):
        for p, value in zip(self._params, saved):
            p.copy_(value)

    def _search(self, evaluate, loss, gradient, direction, step):
        """Backtracks until the strong Wolfe conditions hold, or as near as tries allow."""
        slope = gradient.dot(direction).item()
        saved = [p.clone() for p in self._params]
        low, high = 0.0, None
        best = (loss, gradient, 0.0)
        count = 0
        for _ in range(25):
            self._restore(saved)
            self._move(step, direction)
            new_loss = evaluate()
            new_gradient = self._gradient()
            count += 1
            new_slope = new_gradient.dot(direction).item()
            if new_loss > loss + 1e-4 * step * slope:
                high = step
            elif abs(new_slope) <= -0.9 * slope:
                return new_loss, new_gradient, step, count
            elif new_slope >= 0:
                high = step
                best = (new_loss, new_gradient, step)
            else:
                low = step
                best = (new_loss, new_gradient, step)
            step = (low + high) / 2 if high is not None else step * 2
        self._restore(saved)
        self._move(best[2], direction)
        return best[0], best[1], best[2], count

    def step(self, closure):
        with torch.enable_grad():
            first = closure()
        with torch.no_grad():
            return self._iterate(closure, first)

    def _iterate(self, closure, first):
        group = self.param_groups[0]
        state = self.state[self._params[0]]
        state.setdefault("func_evals", 0)
        state.setdefault("n_iter", 0)
        loss = float(first)
        evals = 1
        state["func_evals"] += 1
        gradient = self._gradient()
        if gradient.abs().max().item() <= group["tolerance_grad"]:
            return first
        direction = state.get("d")
        step = state.get("t")
        ys, ss, ros = state.get("old_dirs", []), state.get("old_stps", []), state.get("ro", [])
        scale = state.get("H_diag", 1.0)
        previous_gradient = state.get("prev_flat_grad")
        iterations = 0

        def evaluate():
            with torch.enable_grad():
                return float(closure())

        while iterations < group["max_iter"]:
            iterations += 1
            state["n_iter"] += 1
            if state["n_iter"] == 1:
                direction, ys, ss, ros, scale = gradient.neg(), [], [], [], 1.0
            else:
                y = gradient.sub(previous_gradient)
                s = direction.mul(step)
                curvature = y.dot(s).item()
                if curvature > 1e-10:
                    if len(ys) == group["history_size"]:
                        ys.pop(0)
                        ss.pop(0)
                        ros.pop(0)
                    ys.append(y)
                    ss.append(s)
                    ros.append(1.0 / curvature)
                    scale = curvature / y.dot(y).item()
                q = gradient.neg()
                alphas = [0.0] * len(ys)
                for i in range(len(ys) - 1, -1, -1):
                    alphas[i] = ss[i].dot(q).item() * ros[i]
                    q.add_(ys[i], alpha=-alphas[i])
                direction = q.mul(scale)
                for i in range(len(ys)):
                    beta = ys[i].dot(direction).item() * ros[i]
                    direction.add_(ss[i], alpha=alphas[i] - beta)
            previous_gradient = gradient.clone()
            previous_loss = loss
            step = min(1.0, 1.0 / gradient.abs().sum().item()) * group["lr"] if state["n_iter"] == 1 else group["lr"]
            slope = gradient.dot(direction).item()
            if slope > -group["tolerance_change"]:
                break
            if group["line_search_fn"] is not None:
                if group["line_search_fn"] != "strong_wolfe":
                    raise RuntimeError("only 'strong_wolfe' is supported")
                loss, gradient, step, used = self._search(evaluate, loss, gradient, direction, step)
            else:
                self._move(step, direction)
                used = 0
                if iterations != group["max_iter"]:
                    loss = evaluate()
                    gradient = self._gradient()
                    used = 1
            evals += used
            state["func_evals"] += used
            if iterations == group["max_iter"] or evals >= group["max_eval"]:
                break
            if gradient.abs().max().item() <= group["tolerance_grad"]:
                break
            if direction.mul(step).abs().max().item() <= group["tolerance_change"] or abs(loss - previous_loss) < group["tolerance_change"]:
                break
        state["d"], state["t"], state["old_dirs"], state["old_stps"], state["ro"] = direction, step, ys, ss, ros
        state["H_diag"], state["prev_flat_grad"], state["prev_loss"] = scale, previous_gradient, loss
        return first
