"""Paths that fit a pattern of a shell."""
import re

import os
from fnmatch import filter as _fitting

_magic = re.compile("[*?[]")


def has_magic(s):
    return _magic.search(s) is not None


def escape(pathname):
    return re.sub("([*?[])", r"[\1]", pathname)


def glob(pathname, *, root_dir=None, dir_fd=None, recursive=False, include_hidden=False):
    return list(iglob(pathname, root_dir=root_dir, recursive=recursive, include_hidden=include_hidden))


def iglob(pathname, *, root_dir=None, dir_fd=None, recursive=False, include_hidden=False):
    root = "" if root_dir is None else os.fsdecode(root_dir)
    for path in _below(root, os.fsdecode(pathname), recursive, include_hidden):
        if path:
            yield path


def _names(root, folder, hidden):
    try:
        names = os.listdir(os.path.join(root, folder) or ".")
    except OSError:
        return []
    return [name for name in names if hidden or not name.startswith(".")]


def _trees(root, folder, hidden):
    """Everything below a folder, at any depth."""
    for name in _names(root, folder, hidden):
        path = os.path.join(folder, name)
        yield path
        if os.path.isdir(os.path.join(root, path)):
            yield from _trees(root, path, hidden)


def _below(root, pathname, recursive, hidden):
    folder, name = os.path.split(pathname)
    if not has_magic(pathname):
        if os.path.isdir(os.path.join(root, folder)) if not name else os.path.exists(os.path.join(root, pathname)):
            yield pathname
        return
    folders = _below(root, folder, recursive, hidden) if folder and folder != pathname and has_magic(folder) else [folder]
    for found in folders:
        if name == "**" and recursive:
            if os.path.isdir(os.path.join(root, found) or "."):
                yield os.path.join(found, "")
                yield from _trees(root, found, hidden)
        elif not name or not has_magic(name):
            path = os.path.join(found, name)
            if os.path.isdir(os.path.join(root, found)) if not name else os.path.exists(os.path.join(root, path)):
                yield path
        else:
            for entry in _fitting(_names(root, found, hidden or name.startswith(".")), name):
                yield os.path.join(found, entry)
