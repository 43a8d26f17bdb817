import enum


class GuardSource(enum.Enum):
    LOCAL = 0
    GLOBAL = 1
    SHAPE_ENV = 6


class Guard:
    """One check of a compiled frame: which value, where it came from, what is checked."""

    def __init__(self, name, source, create_fn_name, guard_types=None, code_list=None):
        self.name = name
        self.source = GuardSource[source]
        self._create_fn_name = create_fn_name
        self.guard_types = guard_types
        self.code_list = code_list
        self.obj_weakref = None
        self.guarded_class_weakref = None

    def create_fn_name(self):
        return self._create_fn_name

    def __str__(self):
        return f"""
    Name: {self.name!r}
    Source: {self.source.name.lower()}
    Create Function: {self._create_fn_name}
    Guard Types: {self.guard_types}
    Code List: {self.code_list}
    Object Weakref: {self.obj_weakref}
    Guarded Class Weakref: {self.guarded_class_weakref}
"""[1:]
