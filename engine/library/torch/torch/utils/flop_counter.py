# FlopCounterMode: counts the floating-point operations of matrix products and convolutions, by module.
import functools
import warnings
from collections import defaultdict
from math import prod

import torch
from torch._ops import OpOverloadPacket
from torch.utils._python_dispatch import TorchDispatchMode
from torch.utils._pytree import tree_map
from torch.utils.module_tracker import ModuleTracker

aten = torch.ops.aten
flop_registry = {}


def get_shape(value):
    return value.shape if isinstance(value, torch.Tensor) else value


def shape_wrapper(formula):
    """The formula of shapes, as one of arguments and their result."""
    @functools.wraps(formula)
    def of_values(*args, out_val=None, **kwargs):
        args, kwargs, out_shape = tree_map(get_shape, (args, kwargs, out_val))
        return formula(*args, out_shape=out_shape, **kwargs)
    return of_values


def register_flop_formula(targets, get_raw=False):
    """Decorates a formula `(*shapes, out_shape=None, **kwargs) -> int`; with `get_raw` it is given values and `out_val`."""
    def register(formula):
        stored = formula if get_raw else shape_wrapper(formula)
        for target in targets if isinstance(targets, (list, tuple)) else [targets]:
            if not isinstance(target, OpOverloadPacket):
                raise ValueError(
                    "register_flop_formula(targets): expected each target to be OpOverloadPacket (i.e. torch.ops.mylib.foo), "
                    f"JitFunction, or HigherOrderOperator, got {target} which is of type {type(target)}")
            if target in flop_registry:
                raise RuntimeError(f"duplicate registrations for {target}")
            flop_registry[target] = stored
        return formula
    return register


@register_flop_formula(aten.mm)
def mm_flop(a_shape, b_shape, *args, out_shape=None, **kwargs):
    """2 m k n for (m, k) times (k, n)."""
    return 2 * prod(a_shape) * b_shape[-1]


@register_flop_formula(aten.addmm)
def addmm_flop(self_shape, a_shape, b_shape, out_shape=None, **kwargs):
    return mm_flop(a_shape, b_shape)


@register_flop_formula(aten.bmm)
def bmm_flop(a_shape, b_shape, out_shape=None, **kwargs):
    """2 b m k n for (b, m, k) times (b, k, n)."""
    return 2 * prod(a_shape) * b_shape[-1]


@register_flop_formula(aten.baddbmm)
def baddbmm_flop(self_shape, a_shape, b_shape, out_shape=None, **kwargs):
    return bmm_flop(a_shape, b_shape)


def conv_flop_count(x_shape, w_shape, out_shape, transposed=False):
    """Each weight meets each position of the smaller image, which a transposed convolution reads: 2 for a product and a sum."""
    return 2 * x_shape[0] * prod((x_shape if transposed else out_shape)[2:]) * prod(w_shape)


@register_flop_formula(aten.convolution)
def conv_flop(x_shape, w_shape, _bias, _stride, _padding, _dilation, transposed, *args, out_shape=None, **kwargs):
    return conv_flop_count(x_shape, w_shape, out_shape, transposed)


@register_flop_formula(aten.convolution_backward)
def conv_backward_flop(grad_out_shape, x_shape, w_shape, _bias, _stride, _padding, _dilation, transposed, _output_padding,
                       _groups, output_mask, out_shape):
    count = 0
    if output_mask[0]:
        count += conv_flop_count(grad_out_shape, w_shape, x_shape, not transposed)
    if output_mask[1]:
        # A convolution of the larger image by the smaller one; channels of other groups are counted too.
        large, small = (grad_out_shape, x_shape) if transposed else (x_shape, grad_out_shape)
        count += 2 * large[1] * prod(w_shape[2:]) * prod(small)
    return count


_SUFFIXES = ("", "K", "M", "B", "T")


def _suffix_of(count):
    return max(0, min(len(_SUFFIXES) - 1, (len(str(count)) - 2) // 3))


def _count_text(count, suffix):
    return f"{count / 1000 ** suffix:.3f}{_SUFFIXES[suffix]}" if suffix else str(count)


def _share_text(count, total):
    return f"{count / total:.2%}" if total else "0%"


def _table(rows):
    widths = [max(len(rows[0][i]) + 2, *[len(row[i]) for row in rows]) for i in range(3)]
    rows.insert(1, ["-" * width for width in widths])
    return "\n".join([f"{a:<{widths[0]}}  {b:>{widths[1]}}  {c:>{widths[2]}}" for a, b, c in rows])


class FlopCounterMode(TorchDispatchMode):
    """While entered, counts the operations of matrix products and convolutions, attributed to the modules they run in.

    `depth` is the depth of modules in the table that is printed at the end if `display` is set. `custom_mapping` holds
    formulas for more operators, packet -> formula of shapes (or of values, if its attribute `_get_raw` is set).
    """

    def __init__(self, mods=None, depth=2, display=True, custom_mapping=None):
        super().__init__()
        if mods is not None:
            warnings.warn("mods argument is not needed anymore, you can stop passing it", stacklevel=2)
        self.depth = depth
        self.display = display
        self.flop_counts = defaultdict(lambda: defaultdict(int))
        self.flop_registry = dict(flop_registry)
        for target, formula in (custom_mapping or {}).items():
            self.flop_registry[target] = formula if getattr(formula, "_get_raw", False) else shape_wrapper(formula)
        self.mod_tracker = ModuleTracker()

    def get_total_flops(self):
        return sum(self.flop_counts["Global"].values())

    def get_flop_counts(self):
        return {name: dict(counts) for name, counts in self.flop_counts.items()}

    def get_table(self, depth=None):
        depth = self.depth if depth is None else depth
        total = self.get_total_flops()
        suffix = _suffix_of(total)

        def rows_of(name):
            counts = self.flop_counts[name]
            lines = [(name, sum(counts.values())), *[(f"- {packet}", count) for packet, count in counts.items()]]
            return [[text, _count_text(count, suffix), _share_text(count, total)] for text, count in lines]

        shown = [name for name in sorted(self.flop_counts) if name != "Global" and name.count(".") < depth]
        # A module that does everything says what the line of the whole would say.
        whole = not any([sum(self.flop_counts[name].values()) >= total for name in shown])
        rows = [row for name in (["Global"] if whole else []) + shown for row in rows_of(name)]
        return _table([["Module", "FLOP", "% Total"], *rows])

    def __enter__(self):
        self.flop_counts.clear()
        self.mod_tracker.__enter__()
        super().__enter__()
        return self

    def __exit__(self, *args):
        result = super().__exit__(*args)
        self.mod_tracker.__exit__()
        if self.display:
            print(self.get_table(self.depth))
        return result

    def __torch_dispatch__(self, func, types, args=(), kwargs=None):
        kwargs = kwargs or {}
        out = func(*args, **kwargs)
        formula = self.flop_registry.get(func._overloadpacket)
        if formula is not None:
            count = formula(*args, **kwargs, out_val=out)
            for name in self.mod_tracker.parents:
                self.flop_counts[name][func._overloadpacket] += count
        return out
