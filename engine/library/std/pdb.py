"""Places to stop at: a recorded run marks them for the step panel."""


def set_trace(*, header=None):
    breakpoint()
