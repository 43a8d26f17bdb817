"""The C locale, which is the only one."""
LC_CTYPE, LC_NUMERIC, LC_TIME, LC_COLLATE, LC_MONETARY, LC_MESSAGES, LC_ALL = range(7)


class Error(Exception):
    pass


def setlocale(category, locale=None):
    if locale in (None, "", "C", "POSIX"):
        return "C"
    raise Error("unsupported locale setting")


def getlocale(category=LC_CTYPE):
    return "en_US", "UTF-8"


def getencoding():
    return "utf-8"


def getpreferredencoding(do_setlocale=True):
    return "utf-8"
