// Instructions of raise, except, finally and with.
#include <algorithm>

#include "capture/dynamo/trace_builtins.h"
#include "torch/objects.h"
#include "vm/native.h"

namespace vt::dynamo {

VarRef Tracer::exception_var(const VarRef& given) {
  VarRef v = value_of(given);
  if (v->is(VarKind::kException)) return v;
  vm::Type* type = v->is(VarKind::kValue) ? v->value.as<vm::Type>() : nullptr;
  if (type && type->is_subtype_of(vm::types().BaseException)) return value_of(construct(type, {}, {}));
  if (v->is(VarKind::kValue) && v->value.as<vm::Exception>()) {
    VarRef e = make_exception(v->value.as_object()->type);
    e->value = v->value;
    for (const Value& arg : v->value.as<vm::Exception>()->args.as<vm::Tuple>()->items)
      e->as<ExceptionVariable>().args.push_back(out.from_value(arg));
    return e;
  }
  observe(vm::types().TypeError, "exceptions must derive from BaseException");
}

bool Tracer::step_exceptions(const Instruction& instruction) {
  uint32_t arg = instruction.arg;
  switch (instruction.op) {
    case Op::RAISE_VARARGS: {
      if (arg == 0) {
        if (!handled_) observe(vm::types().RuntimeError, "No active exception to reraise");
        throw Observed{handled_, nullptr};
      }
      VarRef cause = arg == 2 ? pop() : VarRef();
      VarRef exception = exception_var(pop());
      auto write = [&](const char* name, const VarRef& value) {
        std::erase_if(exception->edit_written(), [&](const auto& entry) { return entry.first->text == name; });
        exception->edit_written().emplace_back(vm::intern(name), value);
      };
      if (cause) write("__cause__", is_same(cause, none()) ? none() : exception_var(cause));
      if (handled_ && handled_ != exception) write("__context__", handled_);
      throw Observed{exception, nullptr};
    }
    case Op::PUSH_EXC_INFO: {
      VarRef exception = pop();
      push(handled_ ? handled_ : none());
      push(exception);
      handled_ = exception;
      return true;
    }
    case Op::CHECK_EXC_MATCH: {
      VarRef types = pop_forced();
      Value type_value = need_constant(types, "exception types");
      vm::Type* raised = value_of(stack.back())->type();
      auto matches = [&](const Value& candidate) {
        vm::Type* type = candidate.as<vm::Type>();
        return type && raised && raised->is_subtype_of(type);
      };
      bool match = matches(type_value);
      if (vm::Tuple* tuple = type_value.as<vm::Tuple>())
        match = std::any_of(tuple->items.begin(), tuple->items.end(), matches);
      push(constant_bool(match));
      return true;
    }
    case Op::POP_EXCEPT: {
      VarRef previous = pop();
      handled_ = previous->is(VarKind::kException) ? previous : VarRef();
      return true;
    }
    case Op::RERAISE: throw Observed{value_of(pop()), nullptr};
    case Op::BEFORE_WITH: {
      VarRef manager = pop();
      VarRef known = value_of(manager);
      if (known->is(VarKind::kConstant) && known->value.as<torch::DeviceObject>()) {
        unsupported<Break::kDeviceContext>(
            "Attempted SETUP_WITH/BEFORE_WITH/LOAD_SPECIAL on ConstantVariable(device: " + vm.repr(known->value) + ")");
      }
      if (known->is(VarKind::kObject) && known->source && known->type()->module.starts_with("torch.autograd")) {
        const std::string enter = known->type()->name + ".__enter__";
        unsupported<Break::kSkippedInline>(
            "qualname: " + enter +
                ", name: __enter__, filename: `torch/autograd/grad_mode.py`, skip reason: "
                "skipped according trace_rules.lookup SKIP_DIRS",
            enter);
      }
      VarRef exit = get_attr(manager, vm::intern("__exit__"));
      VarRef enter = get_attr(manager, vm::intern("__enter__"));
      push(exit);
      push(call(enter, {}));
      return true;
    }
    case Op::WITH_EXCEPT_START: {
      VarRef exception = value_of(stack.back());
      VarRef exit = stack[stack.size() - 4];
      VarRef type = out.from_value(Value::of(exception->type()));
      push(call(exit, {type, exception, none()}));
      return true;
    }
    default: return false;
  }
}

std::string exception_text(Tracer& tracer, const Var& exception) {
  std::string args;
  for (const VarRef& arg : exception.parts()) {
    Value plain;
    args += (args.empty() ? "" : ", ") + (tracer.as_constant(arg, &plain) ? tracer.vm.repr(plain) : describe(*arg));
  }
  return (exception.type() ? exception.type()->name : std::string("Exception")) + "(" + args + ")";
}

}  // namespace vt::dynamo
