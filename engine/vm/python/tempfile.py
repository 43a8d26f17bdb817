"""Names for files that live as long as the run."""
import io

_count = 0


def gettempdir():
    return "/tmp"


def mktemp(suffix="", prefix="tmp", dir=None):
    global _count
    _count += 1
    return f"{dir or gettempdir()}/{prefix}{_count:08d}{suffix}"


def mkdtemp(suffix=None, prefix=None, dir=None):
    return mktemp(suffix or "", prefix or "tmp", dir)


class NamedTemporaryFile:
    def __init__(self, mode="w+b", suffix="", prefix="tmp", dir=None, delete=True, **keywords):
        self.name = mktemp(suffix or "", prefix or "tmp", dir)
        self._delete = delete
        self._file = io._open(self.name, mode)

    def __enter__(self):
        return self

    def __exit__(self, *exc_info):
        self.close()

    def __getattr__(self, name):
        return getattr(self._file, name)

    def close(self):
        self._file.close()
        if self._delete:
            io._written.pop(self.name, None)


TemporaryFile = NamedTemporaryFile


class TemporaryDirectory:
    def __init__(self, suffix=None, prefix=None, dir=None):
        self.name = mkdtemp(suffix, prefix, dir)

    def __enter__(self):
        return self.name

    def __exit__(self, *exc_info):
        self.cleanup()

    def cleanup(self):
        for path in [p for p in io._written if p.startswith(self.name + "/")]:
            del io._written[path]
