# A missing comma in a call is named as such.
print("this line must not be printed")
values = max(1, 2 3)
