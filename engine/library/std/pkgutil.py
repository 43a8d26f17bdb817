"""Objects by their dotted name."""
import importlib


def resolve_name(name):
    """The object at "package.module:attribute.path", or at "package.module.attribute.path"."""
    path, colon, attributes = name.partition(":")
    parts = path.split(".")
    found = importlib.import_module(parts[0] if not colon else path)
    rest = attributes.split(".") if attributes else []
    if not colon:
        rest = parts[1:]
        while rest:
            try:
                found = importlib.import_module(f"{found.__name__}.{rest[0]}")
            except ImportError:
                break
            del rest[0]
    for part in rest:
        found = getattr(found, part)
    return found
