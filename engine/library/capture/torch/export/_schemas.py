# Operators' schemas as texts: the names and defaults of their arguments, so that an exported
# call shows what differs from a default and nothing else.
import torch.fx as fx
from torch.fx.graph import _split_parameters

REQUIRED = object()


def _split_arguments(schema):
    return _split_parameters(schema[schema.index("(") + 1:schema.rindex(") ->")])


def argument_names(schema):
    return [part if part == "*" else part.split("=")[0].split(" ")[-1] for part in _split_arguments(schema)]


def defaults_of(schema):
    found = []
    for part in _split_arguments(schema):
        if part == "*":
            continue
        if "=" not in part:
            found.append(REQUIRED)
            continue
        text = part.split("=", 1)[1]
        known = {"None": None, "True": True, "False": False}
        if text in known:
            found.append(known[text])
        elif text.startswith("["):
            found.append([int(item) for item in text[1:-1].split(",") if item.strip()])
        elif text.startswith('"'):
            found.append(text[1:-1])
        elif text == "Mean":
            found.append(1)
        else:
            try:
                found.append(int(text))
            except ValueError:
                try:
                    found.append(float(text))
                except ValueError:
                    found.append(None)
    return found


def same_value(value, default):
    if default is REQUIRED or isinstance(value, fx.Node):
        return False
    if isinstance(value, list) and isinstance(default, int) and not isinstance(default, bool):
        return all([item == default for item in value])
    if isinstance(value, list) != isinstance(default, list):
        return False
    if isinstance(value, list) and any([isinstance(item, fx.Node) for item in value]):
        return False
    return type(value) is type(default) and value == default or value is default
