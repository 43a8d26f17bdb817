"""Words of a command line, as a shell would cut and quote them."""
import re as _re
import sys as _sys
from collections import deque as _deque
from io import StringIO as _StringIO

__all__ = ["shlex", "split", "quote", "join"]

_unsafe = _re.compile(r"[^\w@%+=:,./-]", _re.ASCII).search
_LETTERS = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_"


class shlex:
    def __init__(self, instream=None, infile=None, posix=False, punctuation_chars=False):
        self.instream = _StringIO(instream) if isinstance(instream, str) else _sys.stdin if instream is None else instream
        self.infile = None if instream is None else infile
        self.posix = posix
        self.eof = None if posix else ""
        self.commenters = "#"
        self.wordchars = _LETTERS
        if posix:
            self.wordchars += "".join(chr(c) for c in [*range(0xDF, 0xF7), *range(0xF8, 0x100), *range(0xC0, 0xD7), *range(0xD8, 0xDF)])
        self.whitespace = " \t\r\n"
        self.whitespace_split = False
        self.quotes = "'\""
        self.escape = "\\"
        self.escapedquotes = '"'
        self.state = " "  # None at the end, "a" in a word, "c" in punctuation, or the quote or escape it is in
        self.pushback = _deque()
        self.lineno = 1
        self.debug = 0
        self.token = ""
        self.filestack = _deque()
        self.source = None
        self._punctuation_chars = "();<>|&" if punctuation_chars is True else punctuation_chars or ""
        if self._punctuation_chars:
            self._pushed_back = _deque()
            self.wordchars = "".join(c for c in self.wordchars + "~-./*?=" if c not in self._punctuation_chars)

    @property
    def punctuation_chars(self):
        return self._punctuation_chars

    def push_token(self, tok):
        self.pushback.appendleft(tok)

    def push_source(self, newstream, newfile=None):
        self.filestack.appendleft((self.infile, self.instream, self.lineno))
        self.infile, self.lineno = newfile, 1
        self.instream = _StringIO(newstream) if isinstance(newstream, str) else newstream

    def pop_source(self):
        self.instream.close()
        self.infile, self.instream, self.lineno = self.filestack.popleft()
        self.state = " "

    def get_token(self):
        if self.pushback:
            return self.pushback.popleft()
        token = self.read_token()
        while self.source is not None and token == self.source:
            opened = self.sourcehook(self.read_token())
            if opened:
                self.push_source(opened[1], opened[0])
            token = self.get_token()
        while token == self.eof:
            if not self.filestack:
                return self.eof
            self.pop_source()
            token = self.get_token()
        return token

    def sourcehook(self, newfile):
        if newfile[:1] == '"':
            newfile = newfile[1:-1]
        return newfile, open(newfile)

    def _next_char(self):
        char = self._pushed_back.pop() if self._punctuation_chars and self._pushed_back else self.instream.read(1)
        if char == "\n":
            self.lineno += 1
        return char

    def _skip_comment(self):
        self.instream.readline()
        self.lineno += 1

    def read_token(self):
        self._quoted = False
        self._outside = " "  # where an escape or a quote began
        while True:
            char = self._next_char()
            if self.state is None:
                self.token = ""
                break
            if self.state == " ":
                ended = self._between(char)
            elif self.state in self.quotes:
                ended = self._in_quotes(char)
            elif self.state in self.escape:
                ended = self._after_escape(char)
            else:
                ended = self._in_word(char)
            if ended:
                break
        result, self.token = self.token, ""
        return None if self.posix and not self._quoted and result == "" else result

    def _complete(self):
        return bool(self.token or (self.posix and self._quoted))

    def _between(self, char):
        if not char:
            self.state = None
            return True
        if char in self.whitespace:
            return self._complete()
        if char in self.commenters:
            self._skip_comment()
        elif self.posix and char in self.escape:
            self._outside = "a"
            self.state = char
        elif char in self.wordchars:
            self.token = char
            self.state = "a"
        elif char in self._punctuation_chars:
            self.token = char
            self.state = "c"
        elif char in self.quotes:
            if not self.posix:
                self.token = char
            self.state = char
        else:
            self.token = char
            if not self.whitespace_split:
                return True
            self.state = "a"
        return False

    def _in_quotes(self, char):
        self._quoted = True
        if not char:
            raise ValueError("No closing quotation")
        if char == self.state:
            if not self.posix:
                self.token += char
                self.state = " "
                return True
            self.state = "a"
        elif self.posix and char in self.escape and self.state in self.escapedquotes:
            self._outside = self.state
            self.state = char
        else:
            self.token += char
        return False

    def _after_escape(self, char):
        if not char:
            raise ValueError("No escaped character")
        # Inside quotes an escape stands for itself unless it is before the quote or another escape.
        if self._outside in self.quotes and char != self.state and char != self._outside:
            self.token += self.state
        self.token += char
        self.state = self._outside
        return False

    def _in_word(self, char):
        if not char:
            self.state = None
            return True
        if char in self.whitespace:
            self.state = " "
            return self._complete()
        if char in self.commenters:
            self._skip_comment()
            if self.posix:
                self.state = " "
                return self._complete()
        elif self.state == "c":
            if char not in self._punctuation_chars:
                if char not in self.whitespace:
                    self._pushed_back.append(char)
                self.state = " "
                return True
            self.token += char
        elif self.posix and char in self.quotes:
            self.state = char
        elif self.posix and char in self.escape:
            self._outside = "a"
            self.state = char
        elif char in self.wordchars or char in self.quotes or (self.whitespace_split and char not in self._punctuation_chars):
            self.token += char
        else:
            if self._punctuation_chars:
                self._pushed_back.append(char)
            else:
                self.pushback.appendleft(char)
            self.state = " "
            return self._complete()
        return False

    def error_leader(self, infile=None, lineno=None):
        return f'"{self.infile if infile is None else infile}", line {self.lineno if lineno is None else lineno}: '

    def __iter__(self):
        return self

    def __next__(self):
        token = self.get_token()
        if token == self.eof:
            raise StopIteration
        return token


def split(s, comments=False, posix=True):
    if s is None:
        raise ValueError("s argument must not be None")
    lexer = shlex(s, posix=posix)
    lexer.whitespace_split = True
    if not comments:
        lexer.commenters = ""
    return list(lexer)


def join(split_command):
    return " ".join(quote(word) for word in split_command)


def quote(s):
    if not s:
        return "''"
    if _unsafe(s) is None:
        return s
    return "'" + s.replace("'", "'\"'\"'") + "'"
