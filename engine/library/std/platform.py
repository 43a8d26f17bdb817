"""What the program runs on, as far as it matters to one."""
import sys


def system():
    return "Linux"


def machine():
    return "x86_64"


processor = machine


def node():
    return "localhost"


def release():
    return ""


version = release


def python_version():
    return "{}.{}.{}".format(*sys.version_info[:3])


def python_version_tuple():
    return tuple(python_version().split("."))


def python_implementation():
    return "CPython"


def platform(aliased=False, terse=False):
    return f"{system()}-{machine()}"


def architecture():
    return "64bit", "ELF"
