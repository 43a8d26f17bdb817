# What exceptions of the library carry, and texts that fail.
import traceback

try:
    import nope.x
except ImportError as e:
    print(e.msg, e.name, e.path)
e = OSError(2, "no", "a", None, "b")
print(e.filename, e.filename2, e.strerror, e.errno, e)


class Missing(ImportError):
    def __init__(self, name):
        super().__init__(f"no {name}", name=name)


try:
    raise Missing("extra")
except ImportError as e:
    print(e, e.name, e.msg)


class Silent(Exception):
    def __str__(self):
        raise RuntimeError("no text")


try:
    raise Silent(1)
except Silent as e:
    print(traceback.format_exception_only(e))
