# Errors of the front end of torch.jit.script: what the language of scripts does not have.
class FrontendError(Exception):
    pass


class NotSupportedError(FrontendError):
    pass


class UnsupportedNodeError(NotSupportedError):
    pass
