// Imports: native loaders, frozen modules in the language, then what the host finds beside the program.
#include <algorithm>
#include <cstdlib>
#include <string_view>
#include <unordered_map>

#include "frontend/frontend.h"
#include "vm/bootstrap.h"
#include "vm/library_names.h"
#include "vm/native.h"
#include "vm/slot_table.h"
#include "vm/state.h"

#ifdef __EMSCRIPTEN__
#include <emscripten.h>
// clang-format off
// The text of a module in library.json, which the host reads once; null without it.
EM_JS(char*, vt_library_text, (const char* name), {
  try {
    Module.vtLibrary = Module.vtLibrary || JSON.parse(Module.readLibrary());
  } catch (error) {
    return 0;
  }
  var text = Module.vtLibrary[UTF8ToString(name)];
  if (text === undefined) return 0;
  var length = lengthBytesUTF8(text) + 1, copy = _malloc(length);
  stringToUTF8(text, copy, length);
  return copy;
});
// clang-format on
#endif

namespace vt::vm {
namespace {

[[noreturn]] void not_found(const std::string& name, const std::string& parent_package) {
  std::string message = "No module named '" + name + "'";
  if (!parent_package.empty()) message += "; '" + parent_package + "' is not a package";
  else if (is_library_name(name)) message += ": this part of Python's library is not carried along";
  Value exception = make<Exception>(types().ModuleNotFoundError, make_tuple({make_str(message)}));
  exception.as<Exception>()->attributes_slot()->as<Dict>()->table.insert(intern("name"), make_str(name));
  raise_value(std::move(exception));
}

// A module of the engine whose text was left out of the binary (only in WebAssembly).
std::string library_text(const std::string& name) {
#ifdef __EMSCRIPTEN__
  if (char* text = vt_library_text(name.c_str())) {
    std::string copy = text;
    std::free(text);
    return copy;
  }
#endif
  raise(types().ImportError,
        "the part of the library that holds '" + name + "' could not be read; check the connection and run again");
}

// The modules of the engine are the same in every run: compiled once per thread.
Result<std::shared_ptr<const Code>> compile_frozen(const std::string& name, const std::string& source) {
  thread_local std::unordered_map<std::string, std::shared_ptr<const Code>> compiled;
  auto known = compiled.find(name);
  if (known != compiled.end() && known->second->file->text() == source) return known->second;
  auto code = compile_source(std::make_shared<SourceFile>("<frozen " + name + ">", source));
  if (code.ok()) compiled[name] = code.value();
  return code;
}

Value run_frozen(Interpreter& vm, const std::string& name, const std::string& source, Module& module) {
  Result<std::shared_ptr<const Code>> code = compile_frozen(name, source);
  if (!code)
    raise(types().SyntaxError,
          code.error().message + " (<frozen " + name + ">, line " + std::to_string(code.error().span.line) + ")");
  return run_module_code(vm, make<CodeObject>(code.value()), module.attributes);
}

Value run_file(Interpreter& vm, const ModuleFile& file, Module& module) {
  auto source = std::make_shared<SourceFile>(file.path, file.text);
  Result<std::shared_ptr<const Code>> code = compile_source(source);
  if (!code) raise_value(syntax_error(*source, code.error()));
  return run_module_code(vm, make<CodeObject>(code.value()), module.attributes);
}

bool has_submodules(const Interpreter::State& state, const std::string& name) {
  std::string prefix = name + ".";
  for (const auto& entry : state.loaders)
    if (entry.first.rfind(prefix, 0) == 0) return true;
  for (const auto& entry : state.frozen)
    if (entry.first.rfind(prefix, 0) == 0) return true;
  return false;
}

bool is_package(const Interpreter::State& state, const Module& module) {
  return has_submodules(state, module.name) || module.attributes.as<Dict>()->table.find(names().path_);
}

Value load_module(Interpreter& vm, const std::string& name) {
  Interpreter::State& state = vm.state();
  auto loader = state.loaders.find(name);
  auto frozen = state.frozen.find(name);
  const bool submodules = has_submodules(state, name);
  std::optional<ModuleFile> file;
  if (loader == state.loaders.end() && frozen == state.frozen.end() && !submodules) {
    if (state.host.find_module) file = state.host.find_module(name);
    if (!file) return Value();
  }
  Value made = make<Module>(name);
  Module& module = *made.as<Module>();
  HashTable& table = module.attributes.as<Dict>()->table;
  table.insert(names().name_, make_str(name));
  table.insert(names().doc_, Value::none());
  size_t dot = name.rfind('.');
  const bool package = submodules || (file && file->package);
  table.insert(names().package_, make_str(package ? name : dot == std::string::npos ? "" : name.substr(0, dot)));
  if (file && !file->path.empty()) table.insert(names().file_, make_str(file->path));
  if (package) {
    std::string folder = file ? file->path.substr(0, file->path.rfind('/')) : "<frozen " + name + ">";
    table.insert(names().path_, make_list({make_str(folder)}));
  }
  HashTable& modules = state.modules.as<Dict>()->table;
  modules.insert(intern(name), made);
  state.loading.push_back(&module);
  const auto loaded = [&] { state.loading.erase(std::find(state.loading.begin(), state.loading.end(), &module)); };
  try {
    if (loader != state.loaders.end()) loader->second(vm, module);
    if (frozen != state.frozen.end()) {
      if (frozen->second.empty()) frozen->second = library_text(name);
      run_frozen(vm, name, frozen->second, module);
    }
    if (file) run_file(vm, *file, module);
    loaded();
  } catch (...) {
    loaded();
    modules.erase(intern(name));
    throw;
  }
  Value* final_module = modules.find(intern(name));  // a module may replace itself
  return final_module ? *final_module : made;
}

}  // namespace

bool is_loading(const Interpreter::State& state, const Module& module) {
  return std::find(state.loading.begin(), state.loading.end(), &module) != state.loading.end();
}

Value run_module_code(Interpreter& vm, const Value& code_value, const Value& globals, const Value& locals) {
  NativeCallGuard guard(vm);
  Interpreter::State& state = vm.state();
  CodeObject* code = code_value.as<CodeObject>();
  CodeRuntime* runtime = runtime_of(code);
  bool opened;
  Value* slots = reserve_stack(state, runtime->frame_size, nullptr, opened);
  for (uint32_t i = 0; i < runtime->slot_count; ++i) new (slots + i) Value();
  Frame* frame = push_frame(state, code, slots);
  frame->entry_flags = static_cast<uint8_t>(kEntry | (opened ? kOwnBlock : 0));
  frame->code_owner = code_value;
  frame->namespace_dict = locals.is_null() ? globals : locals;
  frame->globals = globals.as<Dict>();
  frame->builtins = vm.builtins();
  HashTable& table = frame->globals->table;
  if (!table.find(names().builtins_)) table.insert(names().builtins_, state.builtins);
  return run_loop(vm);
}

void Interpreter::add_module(std::string name, ModuleLoader loader) {
  state_->loaders[std::move(name)] = std::move(loader);
}
void Interpreter::add_frozen_module(std::string name, std::string_view source) {
  constexpr std::string_view kPackage = ".__init__";
  if (name.ends_with(kPackage)) {
    name.resize(name.size() - kPackage.size());
    state_->frozen[name + std::string(kPackage)] = std::string(source);  // a submodule makes a package
  }
  state_->frozen[std::move(name)] = std::string(source);
}
void Interpreter::add_frozen_modules(std::span<const std::pair<std::string_view, std::string_view>> modules) {
  for (const auto& [name, source] : modules) add_frozen_module(std::string(name), source);
}

Module* Interpreter::find_module(std::string_view name) {
  Value* found = state_->modules.as<Dict>()->table.find(intern(name));
  return found ? found->as<Module>() : nullptr;
}

Value Interpreter::import_module(std::string_view full_name) {
  HashTable& modules = state_->modules.as<Dict>()->table;
  std::string name(full_name);
  if (name.empty()) raise(types().ValueError, "Empty module name");
  Value parent, current;
  for (size_t end = name.find('.');; end = name.find('.', end + 1)) {
    std::string prefix = name.substr(0, end);
    if (prefix.empty()) continue;  // a name that starts with a dot has no package outside
    size_t dot = prefix.rfind('.');
    std::string leaf = dot == std::string::npos ? prefix : prefix.substr(dot + 1);
    if (Value* found = modules.find(intern(prefix))) {
      current = *found;
      if (current.is_none()) not_found(prefix, "");
    } else {
      current = load_module(*this, prefix);
      if (current.is_null()) {
        const Module* outer = parent.as<Module>();
        std::string package = outer && !is_package(*state_, *outer) ? outer->name : "";
        not_found(prefix, package);
      }
      if (!parent.is_null() && parent.as<Module>() &&
          !parent.as<Module>()->attributes.as<Dict>()->table.find(intern(leaf)))
        set_attribute(parent, intern(leaf), current);
    }
    parent = current;
    if (end == std::string::npos) return current;
  }
}

// The package that a relative import starts from.
static std::string resolve_name(std::string_view name, int64_t level, Dict* globals) {
  if (level == 0) return std::string(name);
  std::string package;
  if (Value* found = globals->table.find(names().package_))
    if (const Str* text = found->as<Str>()) package = text->text;
  if (package.empty()) raise(types().ImportError, "attempted relative import with no known parent package");
  for (int64_t i = 1; i < level; ++i) {
    size_t dot = package.rfind('.');
    if (dot == std::string::npos) raise(types().ImportError, "attempted relative import beyond top-level package");
    package.resize(dot);
  }
  return name.empty() ? package : package + "." + std::string(name);
}

Value import_name(Interpreter& vm, std::string_view name, const Value& from_list, int64_t level, Dict* globals) {
  std::string full = resolve_name(name, level, globals);
  Value leaf = vm.import_module(full);
  const Tuple* wanted = from_list.as<Tuple>();
  if (wanted && !wanted->items.empty()) {
    for (const Value& item : wanted->items) {  // submodules named in the list are imported too
      const Str* text = item.as<Str>();
      if (!text || text->text == "*" || !vm.find_attribute(leaf, const_cast<Str*>(text)).is_null()) continue;
      std::string sub = full + "." + text->text;
      const Module* package = leaf.as<Module>();
      const auto& host = vm.state().host;
      if (vm.state().loaders.count(sub) || vm.state().frozen.count(sub) || has_submodules(vm.state(), sub) ||
          (host.find_module && package && is_package(vm.state(), *package) && host.find_module(sub)))
        vm.import_module(sub);
    }
    return leaf;
  }
  if (level > 0) return leaf;
  return vm.import_module(full.substr(0, full.find('.')));
}

Value import_from(Interpreter& vm, const Value& module, Str* name) {
  Value found = vm.find_attribute(module, name);
  if (!found.is_null()) return found;
  std::string owner = "<unknown module name>";
  if (const Module* known = module.as<Module>()) {
    owner = known->name;
    if (Value* sub = vm.state().modules.as<Dict>()->table.find(intern(owner + "." + name->text))) return *sub;
  }
  std::string place = "unknown location", partly;
  if (const Module* known = module.as<Module>()) {
    if (Value* file = known->attributes.as<Dict>()->table.find(names().file_)) place = vm.str(*file);
    if (is_loading(vm.state(), *known)) partly = "partially initialized module ";
  }
  Value exception = make<Exception>(
      types().ImportError,
      make_tuple({make_str("cannot import name '" + name->text + "' from " + partly + "'" + owner + "' (" +
                           (partly.empty() ? "" : "most likely due to a circular import) (") + place + ")")}));
  HashTable& fields = exception.as<Exception>()->attributes_slot()->as<Dict>()->table;
  fields.insert(intern("name"), make_str(owner));
  fields.insert(intern("name_from"), Value::of(name));
  raise_value(std::move(exception));
}

void import_star(Interpreter& vm, const Value& module, Dict* into) {
  Value listed = vm.find_attribute(module, names().all_);
  if (!listed.is_null()) {
    for (const Value& name : vm.to_vector(listed))
      into->table.insert(vm, name, vm.get_attribute(module, name.as<Str>()));
    return;
  }
  Value namespace_dict = vm.get_attribute(module, names().dict_);
  for (const auto& entry : namespace_dict.as<Dict>()->table.entries()) {
    const Str* name = entry.key.as<Str>();
    if (name && name->text[0] != '_') into->table.insert(vm, entry.key, entry.value);
  }
}

}  // namespace vt::vm
