class TorchDynamoException(RuntimeError):
    pass


class InternalTorchDynamoError(TorchDynamoException):
    pass


class RestartAnalysis(TorchDynamoException):
    pass


class SkipFrame(TorchDynamoException):
    pass


class TorchRuntimeError(TorchDynamoException):
    pass


class InvalidBackend(TorchDynamoException):
    def __init__(self, name, suggestions=()):
        meant = f", did you mean: {', '.join(repr(s) for s in suggestions)}?" if suggestions else "."
        super().__init__(f"Invalid backend: {name!r}{meant} See `torch._dynamo.list_backends()` for available backends.")


class ResetRequired(TorchDynamoException):
    pass


_VERBOSE_HINT = ("Set TORCHDYNAMO_VERBOSE=1 for the internal stack trace (please do this especially if you're reporting a bug to PyTorch). "
                 'For even more developer context, set TORCH_LOGS="+dynamo"')


class BackendCompilerFailed(TorchDynamoException):
    def __init__(self, backend_name, inner_exception):
        self.backend_name = backend_name
        self.inner_exception = inner_exception
        super().__init__(f"backend={self.backend_name!r} raised:\n{type(inner_exception).__name__}: {inner_exception}\n\n{_VERBOSE_HINT}\n")


class Unsupported(TorchDynamoException):
    def __init__(self, msg, *args, **kwargs):
        super().__init__(msg)
        self.msg = msg


class UncapturedHigherOrderOpError(TorchDynamoException):
    pass


class RecompileError(TorchDynamoException):
    pass


class RecompileLimitExceeded(Unsupported):
    pass


class FailOnRecompileLimitHit(Exception):
    pass


class FailOnCacheLimitHit(FailOnRecompileLimitHit):
    pass


class ConstraintViolationError(RuntimeError):
    pass


class UserError(Unsupported):
    pass


class CondOpArgsMismatchError(UserError):
    pass


class ArgsMismatchError(Unsupported):
    pass


class IncorrectUsage(Exception):
    pass
