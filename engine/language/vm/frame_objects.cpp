// Frames as programs see them (sys._getframe, gi_frame): pictures of the moment in which they
// were asked for. Beside frame.h; f_locals of a function is a copy.
#include "vm/builtins/builtins.h"
#include "vm/frame.h"
#include "vm/generator.h"
#include "vm/native.h"
#include "vm/state.h"

namespace vt::vm {
namespace {

struct FrameObject : Object {
  explicit FrameObject(Frame& frame) : Object(Kind::kFrame, types().frame) {
    code = Value::of(frame.code);
    globals = frame.globals ? Value::of(frame.globals) : Value::none();
    locals = local_names(frame);
    const auto& spans = frame.code->code->spans;
    line = frame.next ? spans[frame.instruction()].line : frame.code->code->first_line;
  }
  static bool is_kind(Kind k) { return k == Kind::kFrame; }
  void traverse(Visitor& v) const override {
    for (const Value* value : {&code, &globals, &locals, &back}) v.visit(*value);
  }
  void clear() override { code = globals = locals = back = Value(); }
  Value code, globals, locals, back;
  int64_t line;
};

const FrameObject& frame_of(const Arguments& a) { return *a[0].as<FrameObject>(); }

Value or_none(const Value& v) { return v.is_null() ? Value::none() : v; }

Value frame_repr(Interpreter& vm, const Value& self) {
  const FrameObject& frame = *self.as<FrameObject>();
  const Code& code = *frame.code.as<CodeObject>()->code;
  char address[32];
  std::snprintf(address, sizeof address, "%p", static_cast<const void*>(&frame));
  return make_str("<frame at " + std::string(address) + ", file '" + code.file->name() + "', line " +
                  std::to_string(frame.line) + ", code " + code.name + ">");
}

}  // namespace

// The frame `depth` calls outwards, with those around it.
Value frame_object(Interpreter& vm, int64_t depth) {
  Value found, inner;
  for (Frame* frame = vm.current_frame(); frame; frame = frame->back) {
    if (depth-- > 0) continue;
    Value made = make<FrameObject>(*frame);
    if (found.is_null()) found = made;
    else inner.as<FrameObject>()->back = made;
    inner = made;
  }
  return found;
}

Value frame_object(Generator& generator) { return make<FrameObject>(generator.frame); }

void install_frame_type() {
  Type* type = types().frame;
  type->slots.repr = frame_repr;
  define_property(type, "f_code", [](Interpreter&, const Arguments& a) { return or_none(frame_of(a).code); });
  define_property(type, "f_globals", [](Interpreter&, const Arguments& a) { return or_none(frame_of(a).globals); });
  define_property(type, "f_locals", [](Interpreter&, const Arguments& a) { return or_none(frame_of(a).locals); });
  define_property(type, "f_back", [](Interpreter&, const Arguments& a) { return or_none(frame_of(a).back); });
  define_property(type, "f_lineno", [](Interpreter&, const Arguments& a) { return Value::integer(frame_of(a).line); });
  define_property(type, "f_builtins", [](Interpreter& vm, const Arguments&) { return Value::of(vm.builtins()); });
  define_method(type, "clear", [](Interpreter&, const Arguments&) { return Value::none(); });
}

}  // namespace vt::vm
