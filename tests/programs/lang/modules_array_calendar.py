# feature: arrays of numbers, calendars
import calendar, array
print(calendar.weekday(2024,2,1), repr(calendar.weekday(2024,2,1)), calendar.monthrange(2024,2), repr(calendar.MONDAY), calendar.JANUARY, calendar.FEBRUARY, repr(calendar.FEBRUARY), calendar.Month(3), repr(calendar.Day.FRIDAY), str(calendar.Day.FRIDAY), f"{calendar.SUNDAY}")
print(list(calendar.month_name), calendar.day_abbr[-1], calendar.month_name[1:3], len(calendar.day_name))
for f in [lambda: calendar.monthrange(2024, 13), lambda: calendar.setfirstweekday(9), lambda: calendar.month_name[13], lambda: calendar.TextCalendar(9).formatmonth(2024,1), lambda: calendar.weekday(2024,2,30), lambda: calendar.monthrange(2024, "a")]:
    try: print(f())
    except Exception as e: print(type(e).__mro__[:3], e, repr(e))
print(calendar.month(2024, 2), end="|\n"); print(calendar.calendar(2024, m=4)[:300]); print(calendar.TextCalendar(6).formatmonth(2023, 10, w=4, l=2), end="|\n")
print(list(calendar.Calendar(6).iterweekdays()))
print(calendar.HTMLCalendar().formatmonth(2024,2)[:400])
print(calendar.firstweekday(), calendar.timegm((2024,1,1,0,0,0)), calendar.week(calendar.monthcalendar(2024,2)[0] and [(1,0)], 3))
A=array.array
for a in [("b",[1000]),("b",[-1000]),("B",[-1]),("B",[256]),("h",[10**6]),("h",[-10**6]),("H",[-1]),("H",[10**6]),("i",[2**40]),("i",[-2**40]),("I",[-1]),("I",[2**40]),("l",[2**70]),("l",[-2**70]),("L",[-1]),("L",[2**70]),("q",[2**70]),("Q",[-1]),("Q",[2**70]),("i",["a"]),("i",[1.5]),("f",["a"]),("d",["a"]),("u",[1]),("u",["ab"]),("u","héy"),("z",),("ab",),(1,),(),("i",5),("i","abc"),("i",b"abc"),("i",b"abcdefgh"),("f",[1,0.1,1e40]),("d",[1,0.1]),("i",A("d",[1.0])),("i",A("b",[1])),("i",[True,2]),("f",[10**400]),("u",A("i")),("i",range(3)),("I",["a"]),("L",[1.5]),("Q",["a"]),("b",["a"]),("B",[2.5]), ("h",[None]), ("i",None), ("i",{1:2}), ("i",[1],3)]:
    try: print(a, A(*a))
    except Exception as e: print(a, type(e).__name__, e)
x=A("i",[1,2,3,4,5])
def s(k,v): x[k]=v
def d(k): del x[k]
for f in [lambda:x[9],lambda:x["a"],lambda:x[1.0],lambda:x[1:3],lambda:x[::-2],lambda:s(9,1),lambda:s("a",1),lambda:s(slice(0,2),[1]),lambda:s(slice(0,2),A("d",[1])),lambda:s(slice(0,2),A("i",[7])),lambda:s(slice(None,None,2),A("i",[7])),lambda:x,lambda:x+[1],lambda:x+A("d"),lambda:x+A("i",[9]),lambda:x*2,lambda:2*x,lambda:x*-1,lambda:x*1.5,lambda:x.index(99),lambda:x.index(7),lambda:x.index(4,2),lambda:x.remove(99),lambda:x.pop(),lambda:x.pop(20),lambda:A("i").pop(),lambda:x.extend([1.5]),lambda:x.extend(A("d",[1])),lambda:x.extend(5),lambda:x.append("q"),lambda:x.insert(0,9),lambda:x.insert(-100,8),lambda:x.insert(100,7),lambda:x,lambda:x==A("i",x),lambda:x<A("i",[100]),lambda:x==list(x),lambda:x!=A("d",x),lambda:A("d",[1])==A("i",[1]),lambda:x.tobytes(),lambda:x.tolist(),lambda:x.fromlist([1,"a"]),lambda:x,lambda:x.frombytes(b"abc"),lambda:x.frombytes(b"abcd"),lambda:x.fromlist((1,)),lambda:(x.itemsize,x.typecode,len(x),x.count(7)),lambda:x.byteswap(),lambda:x,lambda:A("f").itemsize,lambda:A("u").itemsize,lambda:A("u","ab").tounicode(),lambda:x.tounicode(),lambda:x.fromunicode("a"),lambda:d(0),lambda:d(slice(0,2)),lambda:d(99),lambda:x,lambda:x.reverse(),lambda:x,lambda:list(reversed(x)),lambda:3 in x,lambda:type(x),lambda:bool(A("i")),lambda:repr(A("i")),lambda:str(A("u","a\n'")),lambda:array.typecodes,lambda:array.ArrayType,lambda:__import__("copy").copy(x)==x,lambda:__import__("copy").deepcopy(x),lambda:__import__("pickle").loads(__import__("pickle").dumps(x)),lambda:sum(x),lambda:max(x),lambda:sorted(x)[:2],lambda:x.__class_getitem__(int),lambda:x.buffer_info()[1],lambda:bytes(A("b",[1,2])),lambda:A("i",memoryview(b"abcd")),lambda:x.extend(b"ab"),lambda:x,lambda:[*x][:2],lambda:A(typecode="i"), lambda: A("i",[1,2]) < A("i",[1,3]), lambda: A("i",[1]) < A("d",[1.5]), lambda: x.index("a"), lambda: A("i",[1,2,3]).index(3,0,1), lambda: x.pop("a"), lambda: x.append(2**40), lambda: isinstance(x, __import__("collections.abc").abc.MutableSequence), lambda: A("d",[float("nan"), 1e16, -0.0]), lambda: A("q",[2**62]).tobytes(), lambda: A("i", iter([1,2])), lambda: A("i", (x for x in "a"))]:
    try: print(f())
    except Exception as e: print(type(e).__name__, e)
try: x += [1]
except TypeError as e: print(e)
try: x += A("d",[1])
except TypeError as e: print(e)
y=x; y+=A("i",[5]); y*=2; print(x is y, y)
