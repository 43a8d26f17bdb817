# finally runs on return, break, continue and exceptions, in the right order.
log = []

def paths(kind):
    for i in range(3):
        try:
            try:
                if kind == "return" and i == 1:
                    return ("value", i)
                if kind == "break" and i == 1:
                    break
                if kind == "continue" and i == 1:
                    continue
                if kind == "raise" and i == 1:
                    raise ValueError(i)
                log.append(("body", i))
            finally:
                log.append(("inner", i))
        except ValueError as e:
            log.append(("caught", e.args))
        finally:
            log.append(("outer", i))
    else:
        log.append("else")
    return "end"

for kind in ("return", "break", "continue", "raise"):
    log.clear()
    print(kind, paths(kind), log)
