// The module `_vitrine_fx`: what the Python side of torch.fx needs from the engine.
#include "capture/fx/native_module.h"

#include <algorithm>

#include "capture/fx/graph.h"
#include "capture/fx/graph_event.h"
#include "frontend/frontend.h"
#include "support/events.h"
#include "vm/bootstrap.h"
#include "vm/frame.h"
#include "vm/native.h"
#include "vm/state.h"

namespace vt::fx {
namespace {
using vm::Arguments;
using vm::Module;

Value map_leaves_call(Interpreter& vm, const Arguments& a) {
  vm::check_count(a, "map_leaves", 2, 2);
  return immutable_copy(map_leaves(a[0], [&](const Value& leaf) { return vm.call(a[1], {leaf}); }));
}

std::shared_ptr<const Code> function_code(const std::string& name, const std::string& source) {
  auto file = std::make_shared<const SourceFile>(name, source);
  Result<std::shared_ptr<const Code>> compiled = compile_source(file);
  if (!compiled.ok()) vm::raise_value(vm::syntax_error(*file, compiled.error()));
  for (const Constant& constant : compiled.value()->constants) {
    auto code = std::get_if<std::shared_ptr<const Code>>(&constant.value);
    if (code && *code && (*code)->name == "forward") return *code;
  }
  vm::raise(vm::types().RuntimeError, "the code of the graph defines no forward()");
}

// Default values of trailing placeholders become the defaults of forward().
Value forward_defaults(const Graph& graph) {
  std::vector<Value> defaults;
  for (Node* node = graph.first(); !graph.is_end(node); node = node->next) {
    if (node->op != NodeOp::kPlaceholder) continue;
    const std::vector<Value>& args = node->args.as<vm::Tuple>()->items;
    if (!args.empty()) defaults.push_back(args[0]);
    else if (!defaults.empty() && !node->target.as<vm::Str>()->text.starts_with("*")) defaults.clear();
  }
  return defaults.empty() ? Value() : vm::make_tuple(std::move(defaults));
}

// Position of the function that the graph was traced from, for events: " from model.py:12 in forward".
std::string traced_place(const Graph& graph) {
  Dict* attributes = graph.attributes.as<Dict>();
  const Value* place = attributes ? attributes->table.find(vm::intern("_traced_place")) : nullptr;
  return place ? std::string(vm::expect_str(*place, "place")) : "";
}

Value compile_forward(Interpreter& vm, const Arguments& a) {
  vm::check_count(a, "compile_forward", 3, 3);
  static int64_t next_key = 0;
  std::string name = "<eval_with_key>." + std::to_string(next_key++) + traced_place(*a[0].as<Graph>());
  std::shared_ptr<const Code> code = function_code(name, std::string(vm::expect_str(a[1], "source")));
  Value globals = a[2];
  globals.as<Dict>()->table.insert(vm::intern("__builtins__"), Value::of(vm.builtins()));
  Value function = vm::make<vm::Function>(vm::make<vm::CodeObject>(std::move(code)), globals);
  function.as<vm::Function>()->defaults = forward_defaults(*a[0].as<Graph>());
  return function;
}

// note_graph(graph, owner, module): a module was recompiled; emits the event with its present graph.
Value note_graph(Interpreter& vm, const Arguments& a) {
  vm::check_count(a, "note_graph", 2, 3);
  report_graph(vm, *a[0].as<Graph>(), std::string(vm::expect_str(a[1], "owner")), a.size() > 2 ? a[2] : Value());
  return Value::none();
}

Value has_listeners(Interpreter&, const Arguments&) { return Value::boolean(event_log().active()); }

// Rows of (key, path, type, kind, inputs, weights), weights as (name, type).
std::vector<LayerRow> layer_rows(Interpreter& vm, const Value& list) {
  std::vector<LayerRow> rows;
  for (const Value& item : vm.to_vector(list)) {
    const std::vector<Value> cells = vm.to_vector(item);
    LayerRow row{vm.str(cells.at(0)), vm.str(cells.at(1)), vm.str(cells.at(2)), vm.str(cells.at(3)), {}, {}};
    for (const Value& input : vm.to_vector(cells.at(4))) row.inputs.push_back(vm.str(input));
    for (const Value& weight : vm.to_vector(cells.at(5))) {
      const std::vector<Value> pair = vm.to_vector(weight);
      row.weights.emplace_back(vm.str(pair.at(0)), vm.str(pair.at(1)));
    }
    rows.push_back(std::move(row));
  }
  return rows;
}
// note_modules(title, before, after): a model was converted layer by layer; emits the events for both states.
Value note_modules(Interpreter& vm, const Arguments& a) {
  vm::check_count(a, "note_modules", 3, 3);
  report_modules(vm, std::string(vm::expect_str(a[0], "title")), layer_rows(vm, a[1]), layer_rows(vm, a[2]));
  return Value::none();
}

// Runs the source that a program's CodeGen generated, and returns its forward(); the defaults are evaluated too.
Value run_source(Interpreter& vm, const Arguments& a) {
  vm::check_count(a, "run_source", 2, 2);
  auto file = std::make_shared<const SourceFile>("<eval_with_key>", std::string(vm::expect_str(a[0], "source")));
  Result<std::shared_ptr<const Code>> compiled = compile_source(file);
  if (!compiled.ok()) vm::raise_value(vm::syntax_error(*file, compiled.error()));
  Value globals = a[1];
  globals.as<Dict>()->table.insert(vm::intern("__builtins__"), Value::of(vm.builtins()));
  Value code = vm::make<vm::CodeObject>(compiled.value());
  vm::run_module_code(vm, code, globals);
  const Value* made = globals.as<Dict>()->table.find(vm::intern("forward"));
  if (!made) vm::raise(vm::types().RuntimeError, "the code of the graph defines no forward()");
  return *made;
}

Value readable(Interpreter& vm, const Arguments& a) {
  TypeDetail detail{.strides = a.size() > 2 && vm.truth(a[2]), .device = a.size() > 3 && vm.truth(a[3])};
  return vm::make_str(readable_code(vm, *a[0].as<Graph>(), vm::expect_str(a[1], "class_name"), detail));
}

// Formats rows as a table under a header; each column is as wide as its widest cell.
std::string table_text(const std::vector<std::vector<std::string>>& rows) {
  std::vector<size_t> widths;
  auto width = [](const std::string& text) {
    return static_cast<size_t>(std::count_if(text.begin(), text.end(), [](char c) { return (c & 0xc0) != 0x80; }));
  };
  for (size_t c = 0; c < rows[0].size(); ++c) {
    size_t widest = width(rows[0][c]) + 2;
    for (size_t r = 1; r < rows.size(); ++r) widest = std::max(widest, width(rows[r][c]));
    widths.push_back(widest);
  }
  auto line = [&](auto cell) {
    std::string text;
    for (size_t c = 0; c < widths.size(); ++c) text += (c ? "  " : "") + cell(c);
    text.erase(text.find_last_not_of(' ') + 1);
    return text;
  };
  auto padded = [&](const std::string& text, size_t c) { return text + std::string(widths[c] - width(text), ' '); };
  std::string text = line([&](size_t c) { return padded(rows[0][c], c); }) + "\n" +
                     line([&](size_t c) { return std::string(widths[c], '-'); });
  for (size_t r = 1; r < rows.size(); ++r) text += "\n" + line([&](size_t c) { return padded(rows[r][c], c); });
  return text;
}

Value tabulate(Interpreter& vm, const Arguments& a) {
  std::vector<std::vector<std::string>> rows(1);
  for (const Value& cell : vm.to_vector(a[1])) rows[0].push_back(vm.str(cell));
  for (const Value& row : vm.to_vector(a[0])) {
    rows.emplace_back();
    for (const Value& cell : vm.to_vector(row)) rows.back().push_back(vm.str(cell));
  }
  return vm::make_str(table_text(rows));
}

const vm::Function* plain_function(const Value& callable) {
  if (vm::BoundMethod* method = callable.as<vm::BoundMethod>()) return plain_function(method->function);
  return callable.as<vm::Function>();
}

// (name, kind, has default, default) per parameter; kind is "", "keyword", "*" or "**".
Value function_parameters(Interpreter&, const Arguments& a) {
  const vm::Function* function = plain_function(a[0]);
  if (!function)
    vm::raise(vm::types().TypeError, std::string(vm::type_name(a[0])) + " object has no signature that can be traced");
  const Code& code = *function->code_object()->code;
  std::vector<Value> rows;
  auto add = [&](size_t slot, const char* kind, Value value) {
    bool given = !value.is_null();
    rows.push_back(vm::make_tuple({vm::make_str(code.local_names[slot]), vm::make_str(kind), Value::boolean(given),
                                   given ? value : Value::none()}));
  };
  const vm::Tuple* defaults = function->defaults.as<vm::Tuple>();
  size_t positional = static_cast<size_t>(code.argument_count), slot = 0;
  size_t first_default = positional - (defaults ? defaults->items.size() : 0);
  size_t skip = a[0].as<vm::BoundMethod>() ? 1 : 0;
  for (; slot < positional; ++slot) {
    if (slot >= skip) add(slot, "", slot >= first_default ? defaults->items[slot - first_default] : Value());
  }
  size_t keyword_end = positional + static_cast<size_t>(code.keyword_only_count);
  size_t star = keyword_end, double_star = keyword_end + (code.flags & kHasVarArgs ? 1 : 0);
  for (slot = positional; slot < keyword_end; ++slot) {
    Value* value = function->keyword_defaults.as<Dict>()
                       ? function->keyword_defaults.as<Dict>()->table.find(vm::intern(code.local_names[slot]))
                       : nullptr;
    add(slot, "keyword", value ? *value : Value());
  }
  if (code.flags & kHasVarArgs) add(star, "*", {});
  if (code.flags & kHasVarKeywords) add(double_star, "**", {});
  return vm::make_list(std::move(rows));
}

// Calls a function with one object (a proxy) each for *args and **kwargs, without packing or unpacking them.
Value call_with_slots(Interpreter& vm, const Arguments& a) {
  vm::check_count(a, "call_with_slots", 5, 5);
  const vm::Function* function = plain_function(a[0]);
  const Code& code = *function->code_object()->code;
  std::vector<Value> locals = a[1].as<vm::List>()->items;
  for (int i = 0; i < code.keyword_only_count; ++i) {
    const std::string& name = code.local_names[static_cast<size_t>(code.argument_count + i)];
    Value* given = a[2].as<Dict>()->table.find(vm::intern(name));
    locals.push_back(given ? *given : Value());
  }
  if (code.flags & kHasVarArgs) locals.push_back(a[3]);
  if (code.flags & kHasVarKeywords) locals.push_back(a[4]);
  return vm.run_code(function->code_object(), const_cast<vm::Function*>(function), std::move(locals));
}

// For `a, b = proxy`: the number of targets of the unpacking statement that called __iter__; -1 if it does not unpack.
Value unpack_count(Interpreter& vm, const Arguments&) {
  const vm::Frame* frame = vm.current_frame();  // Proxy.__iter__
  if (frame) frame = frame->back;
  if (!frame) return Value::integer(-1);
  const Instruction& instruction = frame->code->code->instructions[frame->instruction()];
  return Value::integer(instruction.op == Op::UNPACK_SEQUENCE ? static_cast<int64_t>(instruction.arg) : -1);
}

// Globals of the code that called torch.fx.wrap.
Value caller_globals(Interpreter& vm, const Arguments&) {
  const vm::Frame* frame = vm.current_frame();
  if (frame && frame->back) frame = frame->back;
  return frame && frame->globals ? Value::of(frame->globals) : Value::none();
}

// Whether torch.fx.wrap was called at module level.
Value caller_is_module(Interpreter& vm, const Arguments&) {
  const vm::Frame* frame = vm.current_frame();
  if (frame && frame->back) frame = frame->back;
  return Value::boolean(frame && frame->code->code->name == "<module>");
}

Value is_tensor_method(Interpreter&, const Arguments& a) {
  const vm::NativeFunction* function = a[0].as<vm::NativeFunction>();
  return Value::boolean(function && function->is_method);
}

void load(Interpreter&, Module& module) {
  vm::set_attribute(module, "Node", Value::of(node_type()));
  vm::set_attribute(module, "Graph", Value::of(graph_type()));
  vm::set_attribute(module, "immutable_list", Value::of(immutable_list_type()));
  vm::set_attribute(module, "immutable_dict", Value::of(immutable_dict_type()));
  vm::define_function(module, "map_leaves", map_leaves_call);
  vm::define_function(module, "compile_forward", compile_forward);
  vm::define_function(module, "run_source", run_source);
  vm::define_function(module, "note_graph", note_graph);
  vm::define_function(module, "note_modules", note_modules);
  vm::define_function(module, "has_listeners", has_listeners);
  vm::define_function(module, "readable_code", readable);
  vm::define_function(module, "tabulate", tabulate);
  vm::define_function(module, "function_parameters", function_parameters);
  vm::define_function(module, "call_with_slots", call_with_slots);
  vm::define_function(module, "unpack_count", unpack_count);
  vm::define_function(module, "patch_globals", caller_globals);
  vm::define_function(module, "caller_is_module", caller_is_module);
  vm::define_function(module, "qualified_torch_method", is_tensor_method);
}

}  // namespace

void install_fx(Interpreter& vm) { vm.add_module("_vitrine_fx", load); }

}  // namespace vt::fx
