"""Files and folders under names of their own, for a while."""
import io
from random import Random as _Random

import os
import shutil

template = "tmp"
tempdir = None
_letters = _Random()


def gettempdir():
    return tempdir or next((os.environ[name] for name in ("TMPDIR", "TEMP", "TMP") if os.environ.get(name)), "/tmp")


def gettempprefix():
    return template


def mktemp(suffix="", prefix=template, dir=None):
    while True:
        name = "".join(_letters.choices("abcdefghijklmnopqrstuvwxyz0123456789_", k=8))
        path = os.path.join(os.path.abspath(dir or gettempdir()), f"{prefix or template}{name}{suffix or ''}")
        if not os.path.exists(path):
            return path


def mkdtemp(suffix=None, prefix=None, dir=None):
    path = mktemp(suffix, prefix, dir)
    os.mkdir(path)
    return path


class _Temporary:
    """A file that goes when it is closed."""

    def __init__(self, file, name, delete, delete_on_close):
        self.file, self.name = file, name
        self._delete, self._delete_on_close = delete, delete_on_close

    def __enter__(self):
        self.file.__enter__()
        return self

    def __exit__(self, *exc_info):
        self.close()
        self._remove()

    def __iter__(self):
        return iter(self.file)

    def __getattr__(self, name):
        return getattr(self.file, name)

    def _remove(self):
        if self._delete:
            self._delete = False
            try:
                os.remove(self.name)
            except FileNotFoundError:
                pass

    def close(self):
        self.file.close()
        if self._delete_on_close:
            self._remove()

    def __del__(self):
        self.close()
        self._remove()


def NamedTemporaryFile(mode="w+b", buffering=-1, encoding=None, newline=None, suffix=None, prefix=None, dir=None, delete=True, *, errors=None, delete_on_close=True):
    path = mktemp(suffix, prefix, dir)
    return _Temporary(open(path, mode, buffering, encoding, errors, newline), path, delete, delete_on_close)


def TemporaryFile(mode="w+b", buffering=-1, encoding=None, newline=None, suffix=None, prefix=None, dir=None, *, errors=None):
    return NamedTemporaryFile(mode, buffering, encoding, newline, suffix, prefix, dir, errors=errors)


def SpooledTemporaryFile(max_size=0, mode="w+b", **keywords):
    return io.BytesIO() if "b" in mode else io.StringIO()


class TemporaryDirectory:
    def __init__(self, suffix=None, prefix=None, dir=None, ignore_cleanup_errors=False, *, delete=True):
        self.name = mkdtemp(suffix, prefix, dir)
        self._delete = delete

    def __repr__(self):
        return f"<TemporaryDirectory {self.name!r}>"

    def __enter__(self):
        return self.name

    def __exit__(self, *exc_info):
        if self._delete:
            self.cleanup()

    def __del__(self):
        if self._delete:
            self.cleanup()

    def cleanup(self):
        if os.path.exists(self.name):
            shutil.rmtree(self.name)
