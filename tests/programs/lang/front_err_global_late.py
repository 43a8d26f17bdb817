# A name may not become global after it was used.
print("this line must not be printed")

def f():
    counter = 1
    global counter
    return counter
