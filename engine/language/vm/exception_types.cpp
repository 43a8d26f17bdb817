// BaseException and its kin: construction, text, and the attributes that programs read.
#include "vm/bootstrap.h"
#include "vm/native.h"
#include "vm/slot_table.h"
#include "vm/state.h"

namespace vt::vm {

void raise_value(Value exception) { throw Raised{std::move(exception)}; }

void raise(Type* type, const std::string& message) {
  std::vector<Value> args;
  if (!message.empty()) args.push_back(make_str(message));
  raise_value(make<Exception>(type, make_tuple(std::move(args))));
}

namespace {

Exception* self_of(const Arguments& a) { return a[0].as<Exception>(); }
const std::vector<Value>& args_of(const Exception& exception) { return exception.args.as<Tuple>()->items; }
Value or_none(const Value& v) { return v.is_null() ? Value::none() : v; }

void set_field(Exception& exception, const char* name, Value value) {
  exception.attributes_slot()->as<Dict>()->table.insert(intern(name), std::move(value));
}

Value field_of(const Exception& exception, const char* name) {
  Dict* fields = exception.attributes.as<Dict>();
  const Value* found = fields ? fields->table.find(intern(name)) : nullptr;
  return found ? *found : Value::none();
}

// Of SyntaxError's second argument.
constexpr const char* kPlaceFields[] = {"filename", "lineno", "offset", "text", "end_lineno", "end_offset"};

bool is_coding_error(const Type* type) {
  return type->is_subtype_of(types().UnicodeEncodeError) || type->is_subtype_of(types().UnicodeDecodeError);
}

// Fields that some types take from their arguments.
void fill_fields(Exception& exception) {
  const auto& args = args_of(exception);
  if (args.size() >= 2 && args.size() <= 5 && exception.type->is_subtype_of(types().OSError)) {
    set_field(exception, "errno", args[0]);
    set_field(exception, "strerror", args[1]);
    if (args.size() >= 3) {
      set_field(exception, "filename", args[2]);
      if (args.size() >= 5) set_field(exception, "filename2", args[4]);
      exception.args = make_tuple({args[0], args[1]});
    }
  }
  if (exception.type->is_subtype_of(types().SyntaxError)) {
    set_field(exception, "msg", args.empty() ? Value::none() : args[0]);
    const Tuple* place = args.size() == 2 ? args[1].as<Tuple>() : nullptr;
    for (size_t i = 0; place && i < std::min(place->items.size(), std::size(kPlaceFields)); ++i)
      set_field(exception, kPlaceFields[i], place->items[i]);
  }
  if (is_coding_error(exception.type)) {
    constexpr const char* kFields[] = {"encoding", "object", "start", "end", "reason"};
    if (args.size() != std::size(kFields))
      raise(types().TypeError, "function takes exactly 5 arguments (" + std::to_string(args.size()) + " given)");
    for (size_t i = 0; i < args.size(); ++i) set_field(exception, kFields[i], args[i]);
  }
}

// OSError(2, ...) is a FileNotFoundError.
Type* by_errno(Type* type, const Arguments& a) {
  if (type != types().OSError || a.positional < 2 || a.positional > 5 || !a[0].is_int()) return type;
  const BuiltinTypes& t = types();
  const std::pair<int64_t, Type*> known[] = {
      {1, t.PermissionError},          {2, t.FileNotFoundError},      {3, t.ProcessLookupError},
      {4, t.InterruptedError},         {10, t.ChildProcessError},     {11, t.BlockingIOError},
      {13, t.PermissionError},         {17, t.FileExistsError},       {20, t.NotADirectoryError},
      {21, t.IsADirectoryError},       {32, t.BrokenPipeError},       {110, t.TimeoutError},
      {103, t.ConnectionAbortedError}, {104, t.ConnectionResetError}, {111, t.ConnectionRefusedError}};
  for (const auto& [number, found] : known)
    if (a[0].as_int() == number) return found;
  return type;
}

// ImportError("text", name="module"): keywords become fields, where the class has them.
void take_keywords(Exception& exception, const Arguments& a) {
  const Type* type = exception.type;
  std::string base;
  std::vector<std::string_view> known;
  if (type->is_subtype_of(types().ImportError)) base = "ImportError", known = {"name", "path", "name_from"};
  else if (type->is_subtype_of(types().AttributeError)) base = "AttributeError", known = {"name", "obj"};
  else if (type->is_subtype_of(types().NameError)) base = "NameError", known = {"name"};
  for (size_t i = 0; i < a.keywords; ++i) {
    const std::string& name = a.keyword_names[i].as<Str>()->text;
    if (base.empty()) raise(types().TypeError, type->name + "() takes no keyword arguments");
    if (std::find(known.begin(), known.end(), name) == known.end())
      raise(types().TypeError, "'" + name + "' is an invalid keyword argument for " + base + "()");
    set_field(exception, name.c_str(), a.values[a.positional + i]);
  }
}

Value exception_construct(Interpreter&, Type* type, const Arguments& a) {
  type = by_errno(type, a);
  Value made = make<Exception>(type, make_tuple(std::vector<Value>(a.values, a.values + a.positional)));
  Exception& exception = *made.as<Exception>();
  take_keywords(exception, a);
  fill_fields(exception);
  return made;
}

void exception_initialize(Interpreter&, const Value& self, const Arguments& a) {
  Exception& exception = *self.as<Exception>();
  take_keywords(exception, a);
  exception.args = make_tuple(std::vector<Value>(a.values, a.values + a.positional));
  fill_fields(exception);
}

Value exception_str(Interpreter& vm, const Value& self) {
  const auto& args = args_of(*self.as<Exception>());
  if (args.empty()) return make_str("");
  return make_str(args.size() == 1 ? vm.str(args[0]) : vm.repr(self.as<Exception>()->args));
}

Value exception_repr(Interpreter& vm, const Value& self) {
  const auto& args = args_of(*self.as<Exception>());
  std::string inside = args.size() == 1 ? "(" + vm.repr(args[0]) + ")" : vm.repr(self.as<Exception>()->args);
  return make_str(type_of(self)->name + inside);
}

// A missing key is shown as code, so that '' and '1' can be told from nothing and 1.
Value key_error_str(Interpreter& vm, const Value& self) {
  const auto& args = args_of(*self.as<Exception>());
  return args.size() == 1 ? make_str(vm.repr(args[0])) : exception_str(vm, self);
}

Value os_error_str(Interpreter& vm, const Value& self) {
  const Exception& exception = *self.as<Exception>();
  const Dict* fields = exception.attributes.as<Dict>();
  Value* number = fields ? const_cast<Dict*>(fields)->table.find(intern("errno")) : nullptr;
  if (!number) return exception_str(vm, self);
  HashTable& table = const_cast<Dict*>(fields)->table;
  std::string text = "[Errno " + vm.str(*number) + "] " + vm.str(*table.find(intern("strerror")));
  if (Value* file = table.find(intern("filename"))) text += ": " + vm.repr(*file);
  if (Value* other = table.find(intern("filename2"))) text += " -> " + vm.repr(*other);
  return make_str(text);
}

Value syntax_error_str(Interpreter& vm, const Value& self) {
  const Exception& exception = *self.as<Exception>();
  const Value message = field_of(exception, "msg"), file = field_of(exception, "filename"),
              line = field_of(exception, "lineno");
  std::string place;
  if (const Str* name = file.as<Str>()) place = name->text.substr(name->text.rfind('/') + 1);
  if (line.is_int()) place += (place.empty() ? "line " : ", line ") + std::to_string(line.as_int());
  return make_str(vm.str(message) + (place.empty() ? "" : " (" + place + ")"));
}

// "'utf-8' codec can't decode byte 0xff in position 0: invalid start byte"
Value coding_error_str(Interpreter& vm, const Value& self) {
  const Exception& exception = *self.as<Exception>();
  const Value object = field_of(exception, "object");
  const int64_t first = vm.to_index(field_of(exception, "start")), end = vm.to_index(field_of(exception, "end"));
  const Bytes* bytes = object.as<Bytes>();
  const std::string at = " in position " + std::to_string(first);
  std::string what = (bytes ? "bytes" : "characters") + at + "-" + std::to_string(end - 1);
  if (end == first + 1) {
    char shown[16] = "";
    if (bytes) {
      const bool inside = first >= 0 && first < static_cast<int64_t>(bytes->data.size());
      std::snprintf(shown, sizeof shown, "0x%02x", inside ? static_cast<unsigned char>(bytes->data[first]) : 0u);
      what = std::string("byte ") + shown + at;
    } else {
      const auto c = static_cast<unsigned>(
          vm.call(*vm.builtins()->table.find(intern("ord")), {vm.get_item(object, Value::integer(first))}).as_int());
      std::snprintf(shown, sizeof shown, c < 0x100 ? "\\x%02x" : c < 0x10000 ? "\\u%04x" : "\\U%08x", c);
      what = std::string("character '") + shown + "'" + at;
    }
  }
  return make_str("'" + vm.str(field_of(exception, "encoding")) + "' codec can't " + (bytes ? "decode " : "encode ") +
                  what + ": " + vm.str(field_of(exception, "reason")));
}

template <Value Exception::*field>
Value get_link(Interpreter&, const Arguments& a) {
  return or_none(self_of(a)->*field);
}

Value set_cause(Interpreter&, const Arguments& a) {
  if (!a[1].is_none() && !a[1].as<Exception>())
    raise(types().TypeError, "exception cause must be None or derive from BaseException");
  self_of(a)->cause = a[1].is_none() ? Value() : a[1];
  self_of(a)->suppress_context = true;
  return Value::none();
}
Value set_context_field(Interpreter&, const Arguments& a) {
  if (!a[1].is_none() && !a[1].as<Exception>())
    raise(types().TypeError, "exception context must be None or derive from BaseException");
  self_of(a)->context = a[1].is_none() ? Value() : a[1];
  return Value::none();
}

Value get_traceback(Interpreter&, const Arguments& a) {
  const auto& entries = self_of(a)->traceback;
  return entries.empty() ? Value::none() : make<Traceback>(entries, entries.size() - 1);
}
Value set_traceback(Interpreter&, const Arguments& a) {
  if (a[1].is_none()) self_of(a)->traceback.clear();
  else if (const Traceback* given = a[1].as<Traceback>())
    self_of(a)->traceback.assign(given->entries.begin(),
                                 given->entries.begin() + static_cast<ptrdiff_t>(given->index + 1));
  else raise(types().TypeError, "__traceback__ must be a traceback or None");
  return Value::none();
}

Value with_traceback(Interpreter& vm, const Arguments& a) {
  check_count(a, "with_traceback", 1, 1, true);
  set_traceback(vm, a);
  return a[0];
}

Value add_note(Interpreter&, const Arguments& a) {
  check_count(a, "add_note", 1, 1, true);
  if (!a[1].as<Str>()) raise(types().TypeError, std::string("note must be a str, not '") + type_name(a[1]) + "'");
  Exception* exception = self_of(a);
  if (exception->notes.is_null()) exception->notes = make_list({});
  if (!exception->notes.as<List>()) raise(types().TypeError, "Cannot add note: __notes__ is not a list");
  exception->notes.as<List>()->items.push_back(a[1]);
  return Value::none();
}
Value get_notes(Interpreter&, const Arguments& a) {
  if (self_of(a)->notes.is_null()) no_attribute(a[0], names().notes_);
  return self_of(a)->notes;
}
Value delete_notes(Interpreter& vm, const Arguments& a) {
  get_notes(vm, a);
  self_of(a)->notes = Value();
  return Value::none();
}
Value set_notes(Interpreter&, const Arguments& a) {
  self_of(a)->notes = a[1];
  return Value::none();
}

// Attributes that read as an argument: StopIteration.value, SystemExit.code.
Value first_argument(Interpreter&, const Arguments& a) {
  const auto& args = args_of(*self_of(a));
  return args.empty() ? Value::none() : args.size() == 1 ? args[0] : self_of(a)->args;
}
Value stop_value(Interpreter&, const Arguments& a) {
  if (self_of(a)->attributes.as<Dict>())
    if (Value* set = self_of(a)->attributes.as<Dict>()->table.find(intern("value"))) return *set;
  const auto& args = args_of(*self_of(a));
  return args.empty() ? Value::none() : args[0];
}

Value set_stop_value(Interpreter&, const Arguments& a) {
  set_field(*self_of(a), "value", a[1]);
  return Value::none();
}

Traceback* traceback_of(const Arguments& a) { return a[0].as<Traceback>(); }

// The namespace of the module that a place is in; the program's where no module has that file.
Value globals_of(Interpreter& vm, const Arguments& a) {
  const std::string& file = traceback_of(a)->entries[traceback_of(a)->index].file->name();
  for (const auto& entry : vm.state().modules.as<Dict>()->table.entries()) {
    const Module* module = entry.value.as<Module>();
    if (!module) continue;
    Value* path = module->attributes.as<Dict>()->table.find(names().file_);
    const Str* text = path ? path->as<Str>() : nullptr;
    if (text ? text->text == file : file == "<frozen " + module->name + ">") return module->attributes;
  }
  return Value::of(vm.main_globals());
}

// What tb_next leads to, with the traceback that it came from: a change of it shows there too.
struct InnerTraceback final : Traceback {
  explicit InnerTraceback(const Value& from)
      : Traceback(from.as<Traceback>()->entries, from.as<Traceback>()->index - 1), outer(from) {}
  void traverse(Visitor& visitor) const override { visitor.visit(outer); }
  void clear() override { outer = Value(); }
  Value outer;
};

Value get_next(Interpreter&, const Arguments& a) {
  return traceback_of(a)->index == 0 ? Value::none() : make<InnerTraceback>(a[0]);
}

Value set_next(Interpreter&, const Arguments& a) {
  const Traceback* next = a[1].as<Traceback>();
  if (!next && !a[1].is_none())
    raise(types().TypeError, "expected traceback object or None, got '" + type_of(a[1])->name + "'");
  std::vector<TracebackEntry> further_in;
  if (next) further_in.assign(next->entries.begin(), next->entries.begin() + static_cast<ptrdiff_t>(next->index + 1));
  const size_t dropped = traceback_of(a)->index;
  for (Traceback* changed = traceback_of(a); changed;) {
    changed->entries.erase(changed->entries.begin(), changed->entries.begin() + static_cast<ptrdiff_t>(dropped));
    changed->entries.insert(changed->entries.begin(), further_in.begin(), further_in.end());
    changed->index += further_in.size() - dropped;
    const auto* inner = dynamic_cast<InnerTraceback*>(changed);
    changed = inner ? inner->outer.as<Traceback>() : nullptr;
  }
  return Value::none();
}

void install_traceback() {
  Type* type = types().traceback;
  define_property(type, "tb_lineno", [](Interpreter&, const Arguments& a) {
    return Value::integer(traceback_of(a)->entries[traceback_of(a)->index].span.line);
  });
  define_property(type, "tb_next", get_next, set_next);
  // Frames of the past are not kept; what is left of one is its place.
  define_property(type, "tb_frame", [](Interpreter&, const Arguments& a) { return a[0]; });
  define_property(type, "f_code", [](Interpreter&, const Arguments& a) { return a[0]; });
  define_property(type, "f_globals", globals_of);
  define_property(type, "f_lineno", [](Interpreter&, const Arguments& a) {
    return Value::integer(traceback_of(a)->entries[traceback_of(a)->index].span.line);
  });
  define_property(type, "co_name", [](Interpreter&, const Arguments& a) {
    return make_str(traceback_of(a)->entries[traceback_of(a)->index].function);
  });
  define_property(type, "co_filename", [](Interpreter&, const Arguments& a) {
    return make_str(traceback_of(a)->entries[traceback_of(a)->index].file->name());
  });
}

}  // namespace

void install_exception_types() {
  Type* type = types().BaseException;
  type->slots.construct = exception_construct;
  type->slots.initialize = exception_initialize;
  type->slots.str = exception_str;
  type->slots.repr = exception_repr;
  types().KeyError->slots.str = key_error_str;
  types().OSError->slots.str = os_error_str;
  types().SyntaxError->slots.str = syntax_error_str;
  types().UnicodeEncodeError->slots.str = types().UnicodeDecodeError->slots.str = coding_error_str;
  define_property(
      type, "args", [](Interpreter&, const Arguments& a) { return self_of(a)->args; },
      [](Interpreter& vm, const Arguments& a) {
        self_of(a)->args = make_tuple(vm.to_vector(a[1]));
        return Value::none();
      });
  define_property(type, "__cause__", get_link<&Exception::cause>, set_cause);
  define_property(type, "__context__", get_link<&Exception::context>, set_context_field);
  define_property(
      type, "__suppress_context__",
      [](Interpreter&, const Arguments& a) { return Value::boolean(self_of(a)->suppress_context); },
      [](Interpreter& vm, const Arguments& a) {
        self_of(a)->suppress_context = vm.truth(a[1]);
        return Value::none();
      });
  define_property(type, "__traceback__", get_traceback, set_traceback);
  define_property(type, "__notes__", get_notes, set_notes);
  type->find(names().notes_)->as<Property>()->deleter = Value::adopt(new NativeFunction("__notes__", delete_notes));
  define_method(type, "with_traceback", with_traceback);
  define_method(type, "add_note", add_note);
  define_property(types().StopIteration, "value", stop_value, set_stop_value);
  define_property(types().SystemExit, "code", first_argument);
  for (Type* named : {types().NameError, types().AttributeError, types().ImportError})
    named->set("name", Value::none());
  types().SyntaxError->set("msg", Value::none());
  types().SyntaxError->set("print_file_and_line", Value::none());
  for (const char* field : kPlaceFields) types().SyntaxError->set(field, Value::none());
  types().AttributeError->set("obj", Value::none());
  types().ImportError->set("path", Value::none());
  define_property(
      types().ImportError, "msg",
      [](Interpreter&, const Arguments& a) {
        const Value own = field_of(*self_of(a), "msg");
        if (!own.is_none()) return own;
        const auto& args = args_of(*self_of(a));
        return args.size() == 1 ? args[0] : Value::none();
      },
      [](Interpreter&, const Arguments& a) {
        set_field(*self_of(a), "msg", a[1]);
        return Value::none();
      });
  for (const char* field : {"errno", "strerror", "filename", "filename2"}) types().OSError->set(field, Value::none());
  install_traceback();
}

}  // namespace vt::vm
