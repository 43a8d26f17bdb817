# Limited-memory BFGS.
import torch
from torch.optim.algorithms import _check, _rate
from torch.optim.optimizer import Optimizer


class _Point:
    def __init__(self, step, loss, gradient, slope):
        self.step = step
        self.loss = loss
        self.gradient = gradient
        self.slope = slope


def _cubic_minimum(a, b, bounds=None):
    """Where the cubic through two points with their slopes is least, within bounds."""
    low, high = bounds if bounds is not None else (min(a.step, b.step), max(a.step, b.step))
    if a.step > b.step:
        a, b = b, a
    d1 = a.slope + b.slope - 3 * (a.loss - b.loss) / (a.step - b.step)
    square = d1 ** 2 - a.slope * b.slope
    if square < 0:
        return (low + high) / 2.0
    d2 = square.sqrt()
    least = b.step - (b.step - a.step) * ((b.slope + d2 - d1) / (b.slope - a.slope + 2 * d2))
    return min(max(least, low), high)


def _strong_wolfe(probe, start, step, size, tolerance, c1=1e-4, c2=0.9, tries=25):
    """A step that satisfies the strong Wolfe conditions (Nocedal and Wright, algorithms 3.5 and 3.6), and the calls it took."""
    def too_high(point):
        return point.loss > start.loss + c1 * point.step * start.slope

    def flat(point):
        return abs(point.slope) <= -c2 * start.slope

    before, here = start, probe(step)
    calls, rounds = 1, 0
    while rounds < tries:
        if too_high(here) or (rounds > 1 and here.loss >= before.loss):
            break
        if flat(here):
            return here, calls
        if here.slope >= 0:
            break
        step = _cubic_minimum(before, here, (here.step + 0.01 * (here.step - before.step), here.step * 10))
        before, here = here, probe(step)
        calls += 1
        rounds += 1
    bracket = [start, here] if rounds == tries else [before, here]
    low, high = (0, 1) if bracket[0].loss <= bracket[1].loss else (1, 0)
    stuck = False
    while rounds < tries:
        if abs(bracket[1].step - bracket[0].step) * size < tolerance:
            break
        step = _cubic_minimum(bracket[0], bracket[1])
        first, last = min(bracket[0].step, bracket[1].step), max(bracket[0].step, bracket[1].step)
        margin = 0.1 * (last - first)
        if min(last - step, step - first) < margin:  # too near an end twice: a little further in
            if stuck or step >= last or step <= first:
                step = last - margin if abs(step - last) < abs(step - first) else first + margin
                stuck = False
            else:
                stuck = True
        else:
            stuck = False
        here = probe(step)
        calls += 1
        rounds += 1
        if too_high(here) or here.loss >= bracket[low].loss:
            bracket[high] = here
            low, high = (0, 1) if bracket[0].loss <= bracket[1].loss else (1, 0)
            continue
        done = flat(here)
        if not done and here.slope * (bracket[high].step - bracket[low].step) >= 0:
            bracket[high] = bracket[low]
        bracket[low] = here
        if done:
            break
    return bracket[low], calls


class LBFGS(Optimizer):
    def __init__(self, params, lr=1, max_iter=20, max_eval=None, tolerance_grad=1e-7, tolerance_change=1e-9, history_size=100, line_search_fn=None, *, maximize=False):
        if max_eval is None:
            max_eval = max_iter * 5 // 4
        _check(0.0 <= _rate(lr), f"Invalid learning rate: {lr}")
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

    def _probe(self, evaluate, saved, direction, step):
        """Loss, gradient and slope at a step along the direction; the parameters stay."""
        self._move(step, direction)
        loss = evaluate()
        gradient = self._gradient()
        self._restore(saved)
        return _Point(step, loss, gradient, gradient.dot(direction))

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
                curvature = y.dot(s)
                if curvature > 1e-10:
                    if len(ys) == group["history_size"]:
                        ys.pop(0)
                        ss.pop(0)
                        ros.pop(0)
                    ys.append(y)
                    ss.append(s)
                    ros.append(1.0 / curvature)
                    scale = curvature / y.dot(y)
                q = gradient.neg()
                alphas = state.setdefault("al", [None] * group["history_size"])
                for i in range(len(ys) - 1, -1, -1):
                    alphas[i] = ss[i].dot(q) * ros[i]
                    q.add_(ys[i], alpha=-alphas[i])
                direction = q.mul(scale)
                for i in range(len(ys)):
                    beta = ys[i].dot(direction) * ros[i]
                    direction.add_(ss[i], alpha=alphas[i] - beta)
            previous_gradient = gradient.clone()
            previous_loss = loss
            step = min(1.0, 1.0 / gradient.abs().sum()) * group["lr"] if state["n_iter"] == 1 else group["lr"]
            slope = gradient.dot(direction)
            if slope > -group["tolerance_change"]:
                break
            if group["line_search_fn"] is not None:
                if group["line_search_fn"] != "strong_wolfe":
                    raise RuntimeError("only 'strong_wolfe' is supported")
                saved = [p.clone() for p in self._params]
                found, used = _strong_wolfe(lambda t: self._probe(evaluate, saved, direction, t), _Point(0, loss, gradient, slope), step,
                                            direction.abs().max(), group["tolerance_change"])
                loss, gradient, step = found.loss, found.gradient, found.step
                self._move(step, direction)
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
        state["H_diag"], state["prev_flat_grad"], state["prev_loss"] = scale, previous_gradient, previous_loss
        return first
