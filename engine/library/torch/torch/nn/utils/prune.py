# Pruning: a parameter NAME becomes NAME_orig times the buffer NAME_mask.
import torch
from torch.nn.parameter import Parameter


class BasePruningMethod:
    PRUNING_TYPE = "unstructured"

    def compute_mask(self, t, default_mask):
        raise NotImplementedError

    def __call__(self, module, inputs):
        setattr(module, self._tensor_name, self.apply_mask(module))

    def apply_mask(self, module):
        mask = getattr(module, self._tensor_name + "_mask")
        return mask.to(dtype=getattr(module, self._tensor_name + "_orig").dtype) * getattr(module, self._tensor_name + "_orig")

    @classmethod
    def apply(cls, module, name, *args, importance_scores=None, **kwargs):
        method = cls(*args, **kwargs)
        method._tensor_name = name
        earlier = None
        for key, hook in list(module._forward_pre_hooks.items()):
            if isinstance(hook, BasePruningMethod) and hook._tensor_name == name:
                earlier = hook
                del module._forward_pre_hooks[key]
        original = getattr(module, name)
        scores = original if importance_scores is None else importance_scores
        if earlier is not None:
            container = earlier if isinstance(earlier, PruningContainer) else PruningContainer(earlier)
            container._tensor_name = name
            container.add_pruning_method(method)
            method = container
        else:
            parameter = module._parameters.pop(name)
            module.register_parameter(name + "_orig", parameter)
            module.register_buffer(name + "_mask", torch.ones_like(parameter))
        default_mask = getattr(module, name + "_mask").detach().clone()
        try:
            with torch.no_grad():
                mask = method.compute_mask(scores, default_mask)
        except Exception:
            if earlier is None:  # the parameter is as it was
                del module._buffers[name + "_mask"]
                module.register_parameter(name, module._parameters.pop(name + "_orig"))
            raise
        module.register_buffer(name + "_mask", mask)
        setattr(module, name, method.apply_mask(module))
        module.register_forward_pre_hook(method)
        return method

    def prune(self, t, default_mask=None, importance_scores=None):
        scores = t if importance_scores is None else importance_scores
        return t * self.compute_mask(scores, torch.ones_like(t) if default_mask is None else default_mask)

    def remove(self, module):
        weight = self.apply_mask(module)
        name = self._tensor_name
        if hasattr(module, name):
            delattr(module, name)
        original = module._parameters.pop(name + "_orig")
        original.data = weight.data
        del module._buffers[name + "_mask"]
        module.register_parameter(name, original)


class PruningContainer(BasePruningMethod):
    def __init__(self, *methods):
        self._methods = list(methods)

    def add_pruning_method(self, method):
        self._methods.append(method)

    def __len__(self):
        return len(self._methods)

    def __iter__(self):
        return iter(self._methods)

    def __getitem__(self, i):
        return self._methods[i]

    def compute_mask(self, t, default_mask):
        # The last method prunes what is still there.
        method = self._methods[-1]
        mask = default_mask.clone()
        if method.PRUNING_TYPE == "unstructured":
            alive = default_mask == 1
            mask[alive] = method.compute_mask(t[alive], default_mask[alive])
            return mask
        if method.PRUNING_TYPE == "structured":
            axis = method.dim % t.dim()
            others = [d for d in range(t.dim()) if d != axis]
            keep = default_mask.abs().sum(others) != 0
            index = [slice(None)] * t.dim()
            index[axis] = keep
            mask[tuple(index)] = method.compute_mask(t[tuple(index)], default_mask[tuple(index)])
            return mask
        return method.compute_mask(t, default_mask)


def _validate_pruning_amount_init(amount):
    if not isinstance(amount, (int, float)):
        raise TypeError(f"Invalid type for amount: {amount}. Must be int or float.")
    if amount < 0 or (isinstance(amount, float) and amount > 1.0):
        raise ValueError(f"amount={amount} should either be a float in the range [0, 1] or a non-negative integer")


def _compute_nparams_toprune(amount, tensor_size):
    if isinstance(amount, float):
        return round(amount * tensor_size)
    return amount


def _validate_pruning_amount(amount, tensor_size):
    if not isinstance(amount, float) and amount > tensor_size:
        raise ValueError(f"amount={amount} should be smaller than the number of parameters to prune={tensor_size}")


class Identity(BasePruningMethod):
    def compute_mask(self, t, default_mask):
        return default_mask


class RandomUnstructured(BasePruningMethod):
    def __init__(self, amount):
        _validate_pruning_amount_init(amount)
        self.amount = amount

    def compute_mask(self, t, default_mask):
        _validate_pruning_amount(self.amount, t.nelement())
        count = _compute_nparams_toprune(self.amount, t.nelement())
        mask = default_mask.clone()
        if count:
            chosen = torch.topk(torch.rand_like(t).view(-1), k=count)
            mask.view(-1)[chosen.indices] = 0
        return mask


class L1Unstructured(BasePruningMethod):
    def __init__(self, amount):
        _validate_pruning_amount_init(amount)
        self.amount = amount

    def compute_mask(self, t, default_mask):
        _validate_pruning_amount(self.amount, t.nelement())
        count = _compute_nparams_toprune(self.amount, t.nelement())
        mask = default_mask.clone()
        if count:
            lowest = torch.topk(torch.abs(t).view(-1), k=count, largest=False)
            mask.view(-1)[lowest.indices] = 0
        return mask


class LnStructured(BasePruningMethod):
    PRUNING_TYPE = "structured"

    def __init__(self, amount, n, dim=-1):
        _validate_pruning_amount_init(amount)
        self.amount = amount
        self.n = n
        self.dim = dim

    def _scores(self, t):
        return torch.norm(t, p=self.n, dim=[d for d in range(t.dim()) if d != self.dim % t.dim()])

    def compute_mask(self, t, default_mask):
        size = t.shape[self.dim]
        _validate_pruning_amount(self.amount, size)
        count = _compute_nparams_toprune(self.amount, size)
        if count == 0:
            return default_mask
        highest = torch.topk(self._scores(t), k=size - count, largest=True)
        keep = torch.zeros_like(t)
        index = [slice(None)] * t.dim()
        index[self.dim] = highest.indices
        keep[tuple(index)] = 1
        return keep * default_mask


class RandomStructured(LnStructured):
    def __init__(self, amount, dim=-1):
        super().__init__(amount, None, dim)

    def _scores(self, t):
        return torch.rand(t.shape[self.dim])


class CustomFromMask(BasePruningMethod):
    PRUNING_TYPE = "global"

    def __init__(self, mask):
        self.mask = mask

    def compute_mask(self, t, default_mask):
        return default_mask * self.mask.to(dtype=default_mask.dtype)


def identity(module, name):
    Identity.apply(module, name)
    return module


def random_unstructured(module, name, amount):
    RandomUnstructured.apply(module, name, amount)
    return module


def l1_unstructured(module, name, amount, importance_scores=None):
    L1Unstructured.apply(module, name, amount, importance_scores=importance_scores)
    return module


def random_structured(module, name, amount, dim):
    RandomStructured.apply(module, name, amount, dim)
    return module


def ln_structured(module, name, amount, n, dim, importance_scores=None):
    LnStructured.apply(module, name, amount, n, dim, importance_scores=importance_scores)
    return module


def custom_from_mask(module, name, mask):
    CustomFromMask.apply(module, name, mask)
    return module


def global_unstructured(parameters, pruning_method, importance_scores=None, **kwargs):
    if importance_scores is not None and not isinstance(importance_scores, dict):
        raise TypeError("global_unstructured(): importance_scores must be of type dict")
    if not hasattr(parameters, "__iter__"):
        raise TypeError("global_unstructured(): parameters is not an Iterable")
    parameters = list(parameters)
    values = [getattr(module, name) for module, name in parameters]
    scores = importance_scores or {}
    flat = torch.cat([scores.get(place, v).reshape(-1) for place, v in zip(parameters, values)])
    masks = torch.cat([getattr(module, name + "_mask", torch.ones_like(v)).reshape(-1) for (module, name), v in zip(parameters, values)])
    container = PruningContainer(pruning_method(**kwargs))
    final = container.compute_mask(flat, masks)
    pointer = 0
    for (module, name), v in zip(parameters, values):
        custom_from_mask(module, name, final[pointer:pointer + v.numel()].view_as(v))
        pointer += v.numel()


def is_pruned(module):
    for _, submodule in module.named_modules():
        for hook in submodule._forward_pre_hooks.values():
            if isinstance(hook, BasePruningMethod):
                return True
    return False


def remove(module, name):
    for key, hook in list(module._forward_pre_hooks.items()):
        if isinstance(hook, BasePruningMethod) and hook._tensor_name == name:
            hook.remove(module)
            del module._forward_pre_hooks[key]
            return module
    raise ValueError(f"Parameter '{name}' of module {module} has to be pruned before pruning can be removed")
