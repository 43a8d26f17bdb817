# Code generation that programs can change: CodeGen and its hooks. Without them the engine
# writes the whole text itself (python_code.cpp); with them it hands over the parts.
from typing import NamedTuple

import torch
import torch.fx._pytree as fx_pytree
import torch.utils._pytree as pytree
from _vitrine_fx import Graph, Node, readable_code
from torch.fx.node import map_aggregate, map_arg

# How operators are written in generated code, by the name of their function.
magic_methods = {
    "eq": "{} == {}", "ne": "{} != {}", "lt": "{} < {}", "gt": "{} > {}", "le": "{} <= {}", "ge": "{} >= {}", "pos": "+{}", "neg": "-{}", "invert": "~{}",
    "add": "{} + {}", "sub": "{} - {}", "mul": "{} * {}", "floordiv": "{} // {}", "truediv": "{} / {}", "div": "{} / {}", "mod": "{} % {}", "pow": "{} ** {}",
    "lshift": "{} << {}", "rshift": "{} >> {}", "and_": "{} & {}", "or_": "{} | {}", "xor": "{} ^ {}", "getitem": "{}[{}]", "matmul": "{} @ {}"}
reflectable_magic_methods = {name: magic_methods[name] for name in (
    "add", "sub", "mul", "floordiv", "truediv", "div", "mod", "pow", "lshift", "rshift", "and_", "or_", "xor", "getitem", "matmul")}
inplace_methods = {
    "iadd": "{} += {}", "iand": "{} &= {}", "ifloordiv": "{} //= {}", "ilshift": "{} <<= {}", "imod": "{} %= {}", "imul": "{} *= {}",
    "imatmul": "{} @= {}", "ior": "{} |= {}", "ipow": "{} **= {}", "irshift": "{} >>= {}", "isub": "{} -= {}", "itruediv": "{} /= {}", "ixor": "{} ^= {}",
    "setitem": "{}[{}] = {}"}


class PythonCode:
    def __init__(self, src, globals):
        self.src = src
        self.globals = globals


class CodeGen:
    def __init__(self):
        self._body_transformer = None
        self._func_name = "forward"

    def gen_fn_def(self, free_vars, maybe_return_annotation, *, expanded_def=False):
        if len(free_vars) == 0 or free_vars[0] != "self":
            free_vars.insert(0, "self")
        return f"def {self._func_name}({', '.join(free_vars)}){maybe_return_annotation}:"

    def generate_output(self, output_args, *, descs=None, repr_fn=repr):
        return f"return {repr_fn(output_args)}"

    def process_inputs(self, *args):
        return args

    def process_outputs(self, outputs):
        return outputs

    def additional_globals(self):
        return []


class _PyTreeInfo(NamedTuple):
    orig_args: list
    in_spec: object
    out_spec: object


class _PyTreeCodeGen(CodeGen):
    """forward() takes and returns structures, the graph their leaves."""

    def __init__(self, pytree_info):
        super().__init__()
        self.pytree_info = pytree_info

    def process_inputs(self, *inputs):
        return [leaf for value in inputs for leaf in pytree.tree_leaves(value)]

    def process_outputs(self, out):
        if self.pytree_info.out_spec is None:
            return out
        return pytree.tree_unflatten(out if isinstance(out, (list, tuple)) else [out], self.pytree_info.out_spec)

    def gen_fn_def(self, free_vars, maybe_return_annotation, *, expanded_def=False):
        names = list(self.pytree_info.orig_args)
        if names and names[0] == "self":
            free_vars.insert(0, "self")
        text = super().gen_fn_def(names[:], maybe_return_annotation)
        if not free_vars:
            return text
        annotated = [v for v in free_vars if ":" in v]
        if annotated:
            text += "\n    " + "; ".join(annotated) + ";\n"
        targets = ", ".join([v.split(":")[0].split("#")[0] for v in free_vars])
        return text + f"\n    {targets}, = fx_pytree.tree_flatten_spec({self._structure(names)}, self._in_spec)"

    def _structure(self, names):
        """The arguments as in_spec has them: a list, or positional ones beside those given by name."""
        spec = self.pytree_info.in_spec
        if spec.type is not tuple or [child.type for child in spec.children_specs] != [tuple, dict]:
            return f"[{', '.join(names)}]"
        positional = len(spec.children_specs[0].children_specs)
        named = ", ".join([f"'{key}':{name}" for key, name in zip(spec.children_specs[1].context, names[positional:])])
        return f"([{', '.join(names[:positional])}], {{{named}}})"

    def generate_output(self, output_args, *, descs=None, repr_fn=repr):
        if self.pytree_info.out_spec is None:
            return super().generate_output(output_args)
        return f"return pytree.tree_unflatten({repr_fn(output_args)}, self._out_spec)"

    def additional_globals(self):
        return [("fx_pytree", fx_pytree), ("pytree", pytree)]


def readable_text(graph, class_name, include_stride=False, include_device=False):
    """What print_readable() shows of a graph: with its own code generation, the structures it takes."""
    text = readable_code(graph, class_name, include_stride, include_device)
    codegen = getattr(graph, "_codegen", None)
    if not isinstance(codegen, _PyTreeCodeGen):
        return text
    head, signature, *body = text.split("\n")
    typed = _split_parameters(signature[signature.index("(") + 1:signature.rindex("):")])[1:]
    written = codegen.gen_fn_def(typed, "").replace(";\n    ", ";\n\n    ").split("\n")
    for i in range(len(body)):
        if body[i].startswith("        return ") and codegen.pytree_info.out_spec is not None:
            body[i] = "        " + codegen.generate_output(_Written(body[i].strip()[len("return "):]))
    return "\n".join([head] + ["    " + line if line else line for line in written] + body)


def _split_parameters(text):
    parts, depth, word = [], 0, ""
    for c in text:
        if c == "," and depth == 0:
            parts.append(word.strip())
            word = ""
            continue
        depth += (c in "[(") - (c in "])")
        word += c
    return parts + [word.strip()] if word.strip() else parts


def _custom_code(codegen, parameters, result, body, wrapped, globals, root, output):
    """The source of a graph whose code generation a program changed."""
    if output is not None and type(codegen).generate_output is not CodeGen.generate_output:
        body = [codegen.generate_output(_Written(output)) if piece == "return " + output else piece for piece in body]
    if codegen._body_transformer is not None:
        body = codegen._body_transformer(body)
    for name, value in codegen.additional_globals():
        globals[name] = value
    free_vars = list(parameters)
    prologue = codegen.gen_fn_def(free_vars, result)
    code = "".join([piece for piece in body if not piece.startswith("# COUNTER")]).lstrip("\n")
    code = "\n".join(["    " + line for line in code.split("\n")])
    return f"\n{wrapped}\n\n{prologue}\n{code}"


class _Written:
    """Output arguments that are text already."""

    def __init__(self, text):
        self.text = text

    def __repr__(self):
        return self.text

    __str__ = __repr__


class _Restore:
    """What on_generate_code gives: leaving its `with` block puts the former code generation back."""

    def __init__(self, codegen, former):
        self.codegen = codegen
        self.former = former

    def __enter__(self):
        return None

    def __exit__(self, *exc):
        self.codegen._body_transformer = self.former
        return False


def _codegen_of(graph):
    found = getattr(graph, "_codegen", None)
    if found is None:
        found = CodeGen()
        graph._codegen = found
    return found


def _on_generate_code(graph, make_transformer):
    codegen = _codegen_of(graph)
    former = codegen._body_transformer
    codegen._body_transformer = make_transformer(former)
    return _Restore(codegen, former)


def _set_codegen(graph, codegen):
    graph._codegen = codegen


def _process_inputs(graph, *args):
    return _codegen_of(graph).process_inputs(*args)


def _process_outputs(graph, out):
    return _codegen_of(graph).process_outputs(out)
