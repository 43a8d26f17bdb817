__version__ = "2.14.1"
cuda = None
hip = None
git_version = "unknown"
debug = False
