"""Messages as they are written: no catalogues of translations."""


def gettext(message):
    return message


def ngettext(singular, plural, n):
    return singular if n == 1 else plural
