"""Copies, moves and removals of files and whole folders."""
import os
from collections import namedtuple as _namedtuple


class Error(OSError):
    pass


class SameFileError(Error):
    pass


def copyfileobj(fsrc, fdst, length=0):
    fdst.write(fsrc.read())


def copyfile(src, dst, *, follow_symlinks=True):
    if os.path.exists(dst) and os.path.samefile(src, dst):
        raise SameFileError(f"{src!r} and {dst!r} are the same file")
    with open(src, "rb") as source, open(dst, "wb") as target:
        target.write(source.read())
    return dst


def copy(src, dst, *, follow_symlinks=True):
    if os.path.isdir(dst):
        dst = os.path.join(dst, os.path.basename(src))
    return copyfile(src, dst)


copy2 = copy


def ignore_patterns(*patterns):
    from fnmatch import filter

    return lambda path, names: {name for pattern in patterns for name in filter(names, pattern)}


def copytree(src, dst, symlinks=False, ignore=None, copy_function=copy2, ignore_dangling_symlinks=False, dirs_exist_ok=False):
    names = os.listdir(src)
    left_out = ignore(os.fspath(src), names) if ignore is not None else ()
    os.makedirs(dst, exist_ok=dirs_exist_ok)
    for name in names:
        if name in left_out:
            continue
        source, target = os.path.join(src, name), os.path.join(dst, name)
        if os.path.isdir(source):
            copytree(source, target, symlinks, ignore, copy_function, ignore_dangling_symlinks, dirs_exist_ok)
        else:
            copy_function(source, target)
    return dst


def rmtree(path, ignore_errors=False, onerror=None, *, onexc=None, dir_fd=None):
    try:
        for name in os.listdir(path):
            below = os.path.join(path, name)
            if os.path.isdir(below):
                rmtree(below, ignore_errors, onerror, onexc=onexc)
            else:
                os.remove(below)
        os.rmdir(path)
    except OSError as error:
        if onexc is not None:
            onexc(rmtree, path, error)
        elif not ignore_errors:
            raise


def move(src, dst, copy_function=copy2):
    target = dst
    if os.path.isdir(dst):
        target = os.path.join(dst, os.path.basename(os.fspath(src).rstrip("/")))
        if os.path.exists(target):
            raise Error(f"Destination path '{target}' already exists")
    try:
        os.rename(src, target)
    except OSError as error:
        if error.errno != 18:  # on another device
            raise
        if os.path.isdir(src):
            copytree(src, target, copy_function=copy_function)
            rmtree(src)
        else:
            copy_function(src, target)
            os.remove(src)
    return target


terminal_size = _namedtuple("terminal_size", "columns lines")


def get_terminal_size(fallback=(80, 24)):
    return terminal_size(*fallback)


def which(cmd, mode=None, path=None):
    for folder in (path or os.environ.get("PATH", "")).split(os.pathsep):
        found = os.path.join(folder, cmd)
        if folder and os.path.isfile(found):
            return found
    return None
