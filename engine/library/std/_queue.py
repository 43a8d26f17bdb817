"""What queue takes from C; its own SimpleQueue is the one in Python."""


class Empty(Exception):
    pass
