# FlopCounterMode: floating point operations of products and convolutions, forward and backward, by module.
import math
import warnings
from collections import defaultdict

import torch
from torch.utils._python_dispatch import TorchDispatchMode
from torch.nn.modules.module import register_module_forward_hook, register_module_forward_pre_hook

aten = torch.ops.aten


def _shape(value):
    if isinstance(value, torch.Tensor):
        return value.shape
    if isinstance(value, (list, tuple)):
        return type(value)([_shape(v) for v in value])
    return value


def _by_shapes(formula):
    def counted(*args, out_val=None, **kwargs):
        kwargs = {name: _shape(value) for name, value in kwargs.items()}
        return formula(*[_shape(a) for a in args], out_shape=_shape(out_val), **kwargs)

    counted._get_raw = True
    return counted


flop_registry = {}


def register_flop_formula(targets, get_raw=False):
    def register(formula):
        if not get_raw:
            formula = _by_shapes(formula)
        for target in targets if isinstance(targets, (list, tuple)) else [targets]:
            if target in flop_registry:
                raise RuntimeError(f"duplicate registrations for {target}")
            flop_registry[target] = formula
        return formula

    return register


@register_flop_formula(aten.mm)
def mm_flop(a_shape, b_shape, *args, out_shape=None, **kwargs):
    return a_shape[0] * b_shape[1] * 2 * a_shape[1]


@register_flop_formula(aten.addmm)
def addmm_flop(self_shape, a_shape, b_shape, out_shape=None, **kwargs):
    return a_shape[0] * b_shape[1] * 2 * a_shape[1]


@register_flop_formula(aten.bmm)
def bmm_flop(a_shape, b_shape, out_shape=None, **kwargs):
    return a_shape[0] * a_shape[1] * b_shape[2] * 2 * a_shape[2]


@register_flop_formula(aten.baddbmm)
def baddbmm_flop(self_shape, a_shape, b_shape, out_shape=None, **kwargs):
    return a_shape[0] * a_shape[1] * b_shape[2] * 2 * a_shape[2]


def conv_flop_count(x_shape, w_shape, out_shape, transposed=False):
    # Each weight meets each place of the smaller side.
    places = (x_shape if transposed else out_shape)[2:]
    return 2 * x_shape[0] * math.prod(w_shape) * math.prod(places)


@register_flop_formula(aten.convolution)
def conv_flop(x_shape, w_shape, bias, stride, padding, dilation, transposed, *args, out_shape=None, **kwargs):
    return conv_flop_count(x_shape, w_shape, out_shape, transposed)


@register_flop_formula(aten.convolution_backward)
def conv_backward_flop(grad_out_shape, x_shape, w_shape, bias, stride, padding, dilation, transposed, output_padding, groups, output_mask, out_shape=None):
    wanted = int(output_mask[0]) + int(output_mask[1])
    return wanted * conv_flop_count(x_shape, w_shape, grad_out_shape, transposed)


class _Modules:
    """The modules that are running, by name: in backward from the gradients of a module's results to those of its inputs."""

    def __init__(self):
        self.parents = {"Global"}
        self.names = {}
        self.running = []

    def __enter__(self):
        self.handles = [register_module_forward_pre_hook(self._before), register_module_forward_hook(self._after)]

    def __exit__(self, *error):
        for handle in self.handles:
            handle.remove()
        self.running.clear()
        self.parents = {"Global"}

    def _name(self, module):
        if module not in self.names:
            self._give_names(module, type(module).__name__)
        return self.names[module]

    def _give_names(self, module, name):
        self.names.setdefault(module, name)
        for child_name, child in module.named_children():
            self._give_names(child, f"{name}.{child_name}")

    def _watch(self, values, change, name):
        def seen(gradient):
            change(name)

        for value in torch.utils._pytree.tree_leaves(values):
            if isinstance(value, torch.Tensor) and value.requires_grad and torch.is_grad_enabled():
                value.register_hook(seen)

    def _before(self, module, inputs):
        if not self.running:
            self.parents = {"Global"}
        name = self._name(module)
        self.running.append(name)
        self.parents.add(name)
        self._watch(inputs, self.parents_discard, name)

    def _after(self, module, inputs, output):
        name = self.running.pop()
        self.parents.discard(name)
        self._watch(output, self.parents_add, name)

    def parents_add(self, name):
        self.parents.add(name)

    def parents_discard(self, name):
        self.parents.discard(name)


_SUFFIXES = ["", "K", "M", "B", "T"]


def get_suffix_str(number):
    return _SUFFIXES[max(0, min(len(_SUFFIXES) - 1, (len(str(number)) - 2) // 3))]


def convert_num_with_suffix(number, suffix):
    index = _SUFFIXES.index(suffix)
    return f"{number / 1000 ** index:.3f}{suffix}"


def convert_to_percent_str(part, whole):
    return "0%" if whole == 0 else f"{part / whole:.2%}"


def _table(header, rows):
    # Whole numbers without a suffix lose their digits behind the point.
    if all([row[1].endswith(".000") or row[1].isdigit() for row in rows]):
        rows = [[row[0], row[1].removesuffix(".000"), row[2]] for row in rows]
    widths = [max([len(row[i]) for row in [header] + rows]) for i in range(3)]
    # A header stands two columns from its neighbours at the least.
    widths = [max(width, len(title) + 2) for width, title in zip(widths, header)]
    lines = [header, ["-" * width for width in widths]] + rows
    return "\n".join(["  ".join([row[0].ljust(widths[0]), row[1].rjust(widths[1]), row[2].rjust(widths[2])]) for row in lines])


class FlopCounterMode:
    def __init__(self, mods=None, depth=2, display=True, custom_mapping=None):
        self.flop_counts = defaultdict(lambda: defaultdict(int))
        self.depth = depth
        self.display = display
        self.mode = None
        self.mod_tracker = _Modules()
        if mods is not None:
            warnings.warn("mods argument is not needed anymore, you can stop passing it", stacklevel=2)
        custom = {target: f if getattr(f, "_get_raw", False) else _by_shapes(f) for target, f in (custom_mapping or {}).items()}
        self.flop_registry = {**flop_registry, **custom}

    def get_total_flops(self):
        return sum(self.flop_counts["Global"].values())

    def get_flop_counts(self):
        return {name: dict(counts) for name, counts in self.flop_counts.items()}

    def get_table(self, depth=None):
        depth = self.depth if depth is None else depth
        total = self.get_total_flops()
        suffix = get_suffix_str(total)
        covered = False

        def rows_of(name):
            nonlocal covered
            flops = sum(self.flop_counts[name].values())
            covered |= flops >= total
            shown = [(name, flops)] + [(f"- {op}", count) for op, count in self.flop_counts[name].items()]
            return [[text, convert_num_with_suffix(n, suffix), convert_to_percent_str(n, total)] for text, n in shown]

        rows = []
        for name in sorted(self.flop_counts):
            if name != "Global" and name.count(".") + 1 <= depth:
                rows += rows_of(name)
        if not covered:
            rows = rows_of("Global") + rows
        return _table(["Module", "FLOP", "% Total"], rows or [["Global", "0", "0%"]])

    def __enter__(self):
        self.flop_counts.clear()
        self.mod_tracker.__enter__()
        self.mode = _FlopCounterMode(self)
        self.mode.__enter__()
        return self

    def __exit__(self, *error):
        result = self.mode.__exit__(*error)
        self.mode = None
        self.mod_tracker.__exit__()
        if self.display:
            print(self.get_table(self.depth))
        return result

    def _count_flops(self, packet, out, args, kwargs):
        if packet in self.flop_registry:
            flops = self.flop_registry[packet](*args, **kwargs, out_val=out)
            for name in self.mod_tracker.parents:
                self.flop_counts[name][packet] += flops
        return out


class _FlopCounterMode(TorchDispatchMode):
    def __init__(self, counter):
        self.counter = counter

    def __torch_dispatch__(self, func, types, args=(), kwargs=None):
        kwargs = kwargs or {}
        return self.counter._count_flops(func.overloadpacket, func(*args, **kwargs), args, kwargs)
