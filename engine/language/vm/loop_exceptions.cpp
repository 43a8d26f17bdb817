// raise, except and with.
#include "vm/loop_helpers.h"
#include "vm/native.h"
#include "vm/slot_table.h"
#include "vm/type_slots.h"

namespace vt::vm {
namespace {

Value instantiate(Interpreter& vm, const Value& what, const char* complaint) {
  if (what.as<Exception>()) return what;
  if (Type* type = what.as<Type>(); type && type->is_subtype_of(types().BaseException)) {
    Value made = vm.call(what, {});
    if (made.as<Exception>()) return made;
    raise(types().TypeError, "calling " + vm.repr(what) + " should have returned an instance of BaseException, not " +
                                 vm.repr(Value::of(type_of(made))));
  }
  raise(types().TypeError, complaint);
}

}  // namespace

Value prepare_raise(Interpreter& vm, const Value& what, const Value* cause) {
  Value exception = instantiate(vm, what, "exceptions must derive from BaseException");
  if (cause) {
    Exception* raised = exception.as<Exception>();
    raised->cause =
        cause->is_none() ? Value() : instantiate(vm, *cause, "exception causes must derive from BaseException");
    raised->suppress_context = true;
  }
  set_context(vm, exception);
  return exception;
}

bool exception_matches(Interpreter& vm, const Value& exception, const Value& wanted) {
  if (const Tuple* tuple = wanted.as<Tuple>()) {
    for (const Value& item : tuple->items)
      if (exception_matches(vm, exception, item)) return true;
    return false;
  }
  Type* type = wanted.as<Type>();
  if (!type || !type->is_subtype_of(types().BaseException))
    raise(types().TypeError, "catching classes that do not inherit from BaseException is not allowed");
  return type_of(exception)->is_subtype_of(type);
}

void before_with(Interpreter& vm, Value* top, const WithProtocol& protocol) {
  Value manager = top[-1];
  Value enter = find_special(vm, manager, protocol.enter);
  std::string complaint =
      std::string("'") + type_name(manager) + "' object does not support the " + protocol.name + " protocol";
  if (enter.is_null()) raise(types().TypeError, complaint);
  Value exit = find_special(vm, manager, protocol.exit);
  if (exit.is_null()) raise(types().TypeError, complaint + " (missed " + protocol.exit->text + " method)");
  Value result = vm.call(enter, {});
  top[-1] = std::move(exit);
  new (top) Value(std::move(result));
}

Value with_except_start(Interpreter& vm, const Value& exit, const Value& exception) {
  const Exception* raised = exception.as<Exception>();
  Value traceback = make<Traceback>(raised->traceback, raised->traceback.empty() ? 0 : raised->traceback.size() - 1);
  return vm.call(exit, {Value::of(type_of(exception)), exception, traceback});
}

}  // namespace vt::vm
