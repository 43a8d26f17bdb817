# What the inputs and outputs of an exported graph are: parameters, buffers, the user's.
from enum import Enum


class InputKind(Enum):
    USER_INPUT = 1
    PARAMETER = 2
    BUFFER = 3
    CONSTANT_TENSOR = 4


class OutputKind(Enum):
    USER_OUTPUT = 1
    LOSS_OUTPUT = 2
    BUFFER_MUTATION = 3
    USER_INPUT_MUTATION = 6


class _Equal:
    """Equal by their fields."""

    def __eq__(self, other):
        return type(self) is type(other) and self.__dict__ == other.__dict__


class TensorArgument(_Equal):
    def __init__(self, name):
        self.name = name

    def __repr__(self):
        return f"TensorArgument(name='{self.name}')"


class SymIntArgument(_Equal):
    def __init__(self, name):
        self.name = name

    def __repr__(self):
        return f"SymIntArgument(name='{self.name}')"


class ConstantArgument(_Equal):
    def __init__(self, name, value):
        self.name = name
        self.value = value

    def __repr__(self):
        return f"ConstantArgument(name='{self.name}', value={self.value!r})"


class _Spec(_Equal):
    def __str__(self):
        text = f"{self.arg.name}: {self.kind.name}"
        if self.target is not None:
            text += f" target='{self.target}'"
        if getattr(self, "persistent", None) is not None:
            text += f" persistent={self.persistent}"
        return text


class InputSpec(_Spec):
    def __init__(self, kind, arg, target, persistent=None):
        self.kind, self.arg, self.target, self.persistent = kind, arg, target, persistent

    def __repr__(self):
        return f"InputSpec(kind={self.kind!r}, arg={self.arg!r}, target={self.target!r}, persistent={self.persistent!r})"


class OutputSpec(_Spec):
    def __init__(self, kind, arg, target):
        self.kind, self.arg, self.target = kind, arg, target

    def __repr__(self):
        return f"OutputSpec(kind={self.kind!r}, arg={self.arg!r}, target={self.target!r})"


class ExportGraphSignature(_Equal):
    def __init__(self, input_specs, output_specs):
        self.input_specs = input_specs
        self.output_specs = output_specs

    def _of(self, kind):
        return [spec for spec in self.input_specs if spec.kind is kind]

    @property
    def parameters(self):
        return tuple([spec.target for spec in self._of(InputKind.PARAMETER)])

    @property
    def buffers(self):
        return tuple([spec.target for spec in self._of(InputKind.BUFFER)])

    @property
    def user_inputs(self):
        return tuple([spec.arg.value if isinstance(spec.arg, ConstantArgument) else spec.arg.name for spec in self._of(InputKind.USER_INPUT)])

    @property
    def user_outputs(self):
        return tuple([spec.arg.value if isinstance(spec.arg, ConstantArgument) else spec.arg.name
                      for spec in self.output_specs if spec.kind is OutputKind.USER_OUTPUT])

    @property
    def inputs_to_parameters(self):
        return {spec.arg.name: spec.target for spec in self._of(InputKind.PARAMETER)}

    @property
    def inputs_to_buffers(self):
        return {spec.arg.name: spec.target for spec in self._of(InputKind.BUFFER)}

    @property
    def buffers_to_mutate(self):
        return {spec.arg.name: spec.target for spec in self.output_specs if spec.kind is OutputKind.BUFFER_MUTATION}

    def __str__(self):
        inputs = "\n".join([spec.__str__() for spec in self.input_specs])
        outputs = "\n".join([spec.__str__() for spec in self.output_specs])
        return f"\n# inputs\n{inputs}\n\n# outputs\n{outputs}\n"
