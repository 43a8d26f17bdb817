// Reads the format of save.cpp. The file is not trusted: damage raises a Python exception.
#include <algorithm>
#include <map>

#include "eager/autograd.h"
#include "tensor/accelerator.h"
#include "torch/binder.h"
#include "torch/objects.h"
#include "torchscript/script/archive.h"
#include "torchscript/script/objects.h"
#include "torchscript/script/save.h"

namespace vt::script {

namespace {

DType dtype_of(const std::string& name) {
  for (DType d : {DType::kBool, DType::kUInt8, DType::kInt8, DType::kInt16, DType::kInt32, DType::kInt64,
                  DType::kFloat16, DType::kBFloat16, DType::kFloat32, DType::kFloat64})
    if (name == safetensors_name(d)) return d;
  damaged("unknown dtype");
}

// Parses the JSON header of safetensors in the fixed form that we write: rows of dtype, shape and offsets.
std::vector<Tensor> read_tensors(const std::string& part) {
  ArchiveIn in(part);
  std::string header = in.text();
  std::string_view data(part);
  data.remove_prefix(8 + header.size());
  std::vector<Tensor> made;
  size_t at = 0;
  auto expect = [&](const char* token) {
    size_t n = std::strlen(token);
    if (header.compare(at, n, token) != 0) damaged("the table of tensors is malformed");
    at += n;
  };
  auto number = [&] {
    size_t begin = at;
    while (at < header.size() && header[at] >= '0' && header[at] <= '9') ++at;
    if (at == begin || at - begin > 15) damaged("the table of tensors is malformed");
    return static_cast<int64_t>(std::stoll(header.substr(begin, at - begin)));
  };
  expect("{");
  while (at < header.size() && header[at] != '}') {
    if (!made.empty()) expect(",");
    expect("\"");
    number();
    expect("\":{\"dtype\":\"");
    size_t quote = header.find('"', at);
    if (quote == std::string::npos) damaged("the table of tensors is malformed");
    DType dtype = dtype_of(header.substr(at, quote - at));
    at = quote;
    expect("\",\"shape\":[");
    std::vector<int64_t> sizes;
    while (at < header.size() && header[at] != ']') {
      if (!sizes.empty()) expect(",");
      sizes.push_back(number());
      if (sizes.size() > static_cast<size_t>(kMaxRank)) damaged("a tensor has too many dimensions");
    }
    expect("],\"data_offsets\":[");
    int64_t begin = number();
    expect(",");
    int64_t end = number();
    expect("]");
    Device place;
    if (header.compare(at, 1, ",") == 0) {
      expect(",\"device\":\"");
      place.kind = header.compare(at, 5, "cuda:") == 0 ? DeviceKind::kCuda : DeviceKind::kWebGpu;
      expect(device_name(place.kind));
      expect(":");
      place.index = static_cast<int16_t>(number());
      expect("\"");
    }
    expect("}");
    int64_t elements = 1;
    for (int64_t size : sizes) {
      if (size > 0 && elements > static_cast<int64_t>(data.size()) / size + 1) damaged("a tensor is too large");
      elements *= size;
    }
    if (begin < 0 || end < begin || end > static_cast<int64_t>(data.size()) ||
        end - begin != elements * dtype_bytes(dtype))
      damaged("a tensor lies outside the data");
    Tensor t = empty_tensor(sizes, dtype);
    if (end > begin) std::memcpy(t.impl()->storage->data(), data.data() + begin, static_cast<size_t>(end - begin));
    if (is_accelerator(place.kind)) t = torch::call_op(torch::need_op({"_to_copy"}), {Arg(t), Arg(), Arg(place)});
    made.push_back(t);
  }
  return made;
}

class Reader {
 public:
  Reader(vm::Interpreter& vm, std::vector<Tensor> tensors) : vm_(vm), tensors_(std::move(tensors)) {}

  vm::Value program(const std::string& data) {
    ArchiveIn whole(data);
    std::string root = whole.text();
    size_t class_count = whole.count();
    std::string classes = whole.text();
    size_t function_count = whole.count();
    std::string functions = whole.text();
    if (class_count > classes.size() || function_count > functions.size()) damaged("a count is out of range");
    for (size_t i = 0; i < class_count; ++i) classes_.push_back(class_named(""));
    for (size_t i = 0; i < function_count; ++i) functions_.push_back(std::make_shared<Function>());
    ArchiveIn class_in(classes);
    in_ = &class_in;
    for (auto& cls : classes_) class_body(*cls);
    ArchiveIn function_in(functions);
    in_ = &function_in;
    for (FunctionPtr& f : functions_) body(*f);
    ArchiveIn root_in(root);
    in_ = &root_in;
    if (in_->tag() == 'F') return wrap_function(functions_.at(function_id()));
    vm::Value object = value(0);
    if (!object.as<ScriptObject>()) damaged("there is no module");
    return object;
  }

 private:
  size_t function_id() {
    int64_t id = in_->number();
    if (id < 0 || id >= static_cast<int64_t>(functions_.size())) damaged("a function is missing");
    return static_cast<size_t>(id);
  }
  std::shared_ptr<ClassType> class_at() {
    int64_t id = in_->number();
    if (id < 0 || id >= static_cast<int64_t>(classes_.size())) damaged("a class is missing");
    return classes_[static_cast<size_t>(id)];
  }

  TypePtr type(int depth = 0) {
    if (depth > 50) damaged("a type is nested too deeply");
    int64_t kind = in_->number();
    if (kind < 0 || kind > static_cast<int64_t>(TypeKind::kOther)) damaged("an unknown type");
    auto made = std::make_shared<Type>();
    made->kind = static_cast<TypeKind>(kind);
    made->inferred = in_->tag() == 'i';
    made->name = in_->text();
    made->detail = in_->text();
    if (made->kind == TypeKind::kClass) {
      std::shared_ptr<ClassType> cls = class_at();
      for (size_t n = in_->count(); n > 0; --n) in_->text();
      for (size_t n = in_->count(); n > 0; --n) type(depth + 1);
      return cls->type;
    }
    for (size_t n = in_->count(); n > 0; --n) made->fields.push_back(in_->text());
    for (size_t n = in_->count(); n > 0; --n) made->inside.push_back(type(depth + 1));
    size_t wanted =
        made->kind == TypeKind::kDict ? 2
        : made->kind == TypeKind::kList || made->kind == TypeKind::kOptional || made->kind == TypeKind::kFuture
            ? 1
            : made->inside.size();
    if (made->inside.size() != wanted) damaged("a type is malformed");
    return made;
  }

  vm::Value value(int depth) {
    if (depth > 200) damaged("a value is nested too deeply");
    char tag = in_->tag();
    auto items = [&] {
      std::vector<vm::Value> all(in_->count());
      for (vm::Value& item : all) item = value(depth + 1);
      return all;
    };
    switch (tag) {
      case 'N': return vm::Value::none();
      case 'T': return vm::Value::boolean(true);
      case 'f': return vm::Value::boolean(false);
      case 'i': return vm::Value::integer(in_->number());
      case 'r': return vm::Value::real(in_->real());
      case 's': return vm::make_str(in_->text());
      case 'D': return torch::device_value(torch::parse_device(in_->text()));
      case 'd': return torch::dtype_value(static_cast<DType>(std::clamp<int64_t>(in_->number(), 0, 9)));
      case 't': return vm::make_tuple(items());
      case 'l': return vm::make_list(items());
      case 'm': {
        std::vector<vm::Value> flat = items();
        vm::Value dict = vm::make<vm::Dict>();
        for (size_t i = 0; i + 1 < flat.size(); i += 2) dict.as<vm::Dict>()->table.insert(vm_, flat[i], flat[i + 1]);
        return dict;
      }
      case 'P':  // a parameter in older files; loaded as a plain tensor, as in PyTorch
      case 'X': {
        bool grad = in_->tag() == 'g';
        int64_t id = in_->number();
        if (id < 0 || id >= static_cast<int64_t>(tensors_.size())) damaged("a tensor is missing");
        const Tensor& t = tensors_[static_cast<size_t>(id)];
        if (grad && is_floating(t.dtype())) set_requires_grad(t, true);
        return torch::wrap(t);
      }
      case 'O': {
        std::shared_ptr<ClassType> cls = class_at();
        vm::Value made = vm::make<ScriptObject>(cls);
        size_t n = in_->count();
        if (n != cls->attributes.size()) damaged("a module does not fit its class");
        for (size_t i = 0; i < n; ++i) made.as<ScriptObject>()->slots[i] = value(depth + 1);
        return made;
      }
      default: damaged("an unknown value");
    }
  }

  void class_body(ClassType& cls) {
    cls.qualified = in_->text();
    cls.original_name = in_->text();
    auto named = std::make_shared<Type>(*cls.type);
    named->name = cls.qualified;
    *std::const_pointer_cast<Type>(cls.type) = *named;
    for (size_t n = in_->count(); n > 0; --n) {
      ClassAttribute a;
      a.name = in_->text();
      a.kind = static_cast<AttributeKind>(std::clamp<int64_t>(in_->number(), 0, 3));
      a.type = type();
      cls.attributes.push_back(std::move(a));
    }
    for (size_t n = in_->count(); n > 0; --n) {
      std::string name = in_->text();
      cls.constants[name] = value(0);
    }
    for (size_t n = in_->count(); n > 0; --n) {
      std::string name = in_->text();
      cls.methods[name] = functions_.at(function_id());
      cls.methods[name]->owner = &cls;
      cls.method_order.push_back(name);
    }
  }

  void body(Function& f) {
    f.name = in_->text();
    f.qualified = in_->text();
    const bool declared = in_->tag() == 'I';
    for (size_t n = in_->count(); n > 0; --n) {
      Argument a;
      a.name = in_->text();
      a.type = type();
      a.has_default = in_->tag() == 'd';
      a.keyword_only = in_->tag() == 'k';
      if (a.has_default) a.default_value = value(0);
      f.arguments.push_back(std::move(a));
    }
    f.result = type();
    f.state = Function::State::kReady;
    if (declared) {
      if (!f.owner) damaged("a method has no class");
      f.owner->interface = true;
      return;
    }
    f.graph = graph();
    if (f.graph->outputs().size() != 1 || f.graph->inputs().size() != f.arguments.size())
      damaged("a graph does not fit its signature");
  }

  std::shared_ptr<Graph> graph() {
    auto made = std::make_shared<Graph>();
    std::vector<Value*> outer = std::move(values_);
    values_.clear();
    block(*made, *made->top, 0);
    values_ = std::move(outer);
    return made;
  }
  void define(Value* v) {
    std::string name = in_->text();
    v->type = type();
    if (!name.empty()) v->set_name(name);
    values_.push_back(v);
  }
  Value* at() {
    int64_t id = in_->number();
    if (id < 0 || id >= static_cast<int64_t>(values_.size()) || !values_[static_cast<size_t>(id)])
      damaged("a value is used before it is made");
    return values_[static_cast<size_t>(id)];
  }
  void block(Graph& g, Block& b, int depth) {
    if (depth > 100) damaged("blocks are nested too deeply");
    const size_t outside = values_.size();
    for (size_t n = in_->count(); n > 0; --n) define(b.add_input(nullptr));
    for (size_t n = in_->count(); n > 0; --n) node(g, b, depth);
    for (size_t n = in_->count(); n > 0; --n) b.add_output(at());
    std::fill(values_.begin() + static_cast<std::ptrdiff_t>(outside), values_.end(), nullptr);  // not visible outside
  }
  void node(Graph& g, Block& b, int depth) {
    Node* n = g.create(in_->text(), 0);
    b.append(n);
    std::string overload = in_->text();
    bool has_schema = in_->tag() == 's';
    if (has_schema) {
      n->schema = find_schema(n->kind, overload);
      if (!n->schema) damaged("an unknown operator");
    }
    for (size_t k = in_->count(); k > 0; --k) n->add_input(at());
    for (size_t k = in_->count(); k > 0; --k) {
      Attribute& a = n->attributes[in_->text()];
      a.kind = static_cast<Attribute::Kind>(std::clamp<int64_t>(in_->number(), 0, 2));
      a.text = in_->text();
      for (size_t t = in_->count(); t > 0; --t) a.types.push_back(type());
      if (a.kind == Attribute::Kind::kGraph) a.graph = graph();
    }
    char payload = in_->tag();
    if (payload == 'F') n->function = functions_.at(function_id());
    else if (payload == 'C') n->constant = value(0);
    else if (payload == 'M') n->constant = context_manager();
    std::string place = in_->text();
    (void)place;
    const auto first = static_cast<std::ptrdiff_t>(values_.size());
    for (size_t k = in_->count(); k > 0; --k) define(n->add_output());
    const std::vector<Value*> own(values_.begin() + first, values_.end());
    std::fill(values_.begin() + first, values_.end(), nullptr);  // not defined inside the blocks
    for (size_t k = in_->count(); k > 0; --k) block(g, *n->add_block(), depth + 1);
    std::copy(own.begin(), own.end(), values_.begin() + first);
    check(*n);
  }
  // Finds a library context manager by name; accepts nothing else.
  vm::Value context_manager() {
    std::string module = in_->text(), name = in_->text();
    vm::Module* found = module.rfind("torch", 0) == 0 ? vm_.find_module(module) : nullptr;
    vm::Value manager = found ? vm_.find_attribute(vm::Value::of(found), vm::intern(name)) : vm::Value();
    vm::Type* type = manager.is_null() ? nullptr : manager.as<vm::Type>();
    if (!type || type->module != module || !type->find(vm::intern("__enter__"))) damaged("an unknown context manager");
    return manager;
  }
  // Minimum number of inputs that the interpreter reads, for nodes without a schema.
  static size_t least_inputs(const Node& n) {
    static const std::map<std::string, size_t> kLeast = {
        {"prim::GetAttr", 1},     {"prim::SetAttr", 2},        {"prim::CallMethod", 1},
        {"prim::TupleUnpack", 1}, {"prim::ListUnpack", 1},     {"prim::TupleIndex", 2},
        {"prim::StringIndex", 2}, {"prim::Enter", 1},          {"prim::Exit", 1},
        {"prim::isinstance", 1},  {"prim::unchecked_cast", 1}, {"prim::unchecked_unwrap_optional", 1},
        {"prim::NumToTensor", 1}, {"prim::EnumName", 1},       {"prim::EnumValue", 1},
        {"prim::tolist", 1},      {"aten::wait", 1},           {"aten::format", 1}};
    const auto found = kLeast.find(n.kind);
    return found == kLeast.end() ? 0 : found->second;
  }
  // Checks the invariants that the interpreter relies on.
  static void check(const Node& n) {
    bool good = n.inputs.size() >= least_inputs(n);
    if (!good) {
      damaged("a node is malformed");
    } else if (n.is("prim::If")) {
      good = n.inputs.size() == 1 && n.blocks.size() == 2;
      for (const auto& b : n.blocks) good = good && b->result->inputs.size() == n.outputs.size();
    } else if (n.is("prim::Loop")) {
      good = n.blocks.size() == 1 && n.inputs.size() == n.outputs.size() + 2 &&
             n.block(0)->param->outputs.size() == n.outputs.size() + 1 &&
             n.block(0)->result->inputs.size() == n.outputs.size() + 1;
    } else if (n.is("prim::CallFunction")) {
      good = !n.inputs.empty() && n.inputs[0]->node->function;
    } else if (n.is("prim::CallMethod")) {
      const auto called = n.attributes.find("name");
      const bool manager = !n.inputs.empty() && is(n.inputs[0]->type, TypeKind::kOther) &&
                           called != n.attributes.end() && called->second.text == "__init__";
      good = n.function != nullptr || manager;
    } else if (n.is("prim::Constant") || n.is("prim::GetAttr")) {
      good = n.outputs.size() == 1;
    } else if (n.is("prim::CreateObject")) {
      good = n.outputs.size() == 1 && (is(n.output()->type, TypeKind::kClass) || n.constant.as<vm::Type>());
    } else if (n.schema && !n.schema->variadic) {
      good = n.inputs.size() == n.schema->arguments.size() && n.outputs.size() == n.schema->results.size();
    }
    if (!good) damaged("a node is malformed");
  }

  vm::Interpreter& vm_;
  std::vector<Tensor> tensors_;
  ArchiveIn* in_ = nullptr;
  std::vector<std::shared_ptr<ClassType>> classes_;
  std::vector<FunctionPtr> functions_;
  std::vector<Value*> values_;
};

}  // namespace

vm::Value from_bytes(vm::Interpreter& vm, const std::string& data) {
  if (data.compare(0, sizeof kMagic - 1, kMagic) != 0) damaged("not a saved script");
  ArchiveIn in(std::string_view(data).substr(sizeof kMagic - 1));
  std::map<std::string, std::string> parts;
  for (size_t n = in.count(); n > 0; --n) {
    std::string name = in.text(), part = in.text();
    if (static_cast<uint64_t>(in.number()) != checksum(part)) damaged("a checksum does not match");
    parts[name] = std::move(part);
  }
  if (parts["version"] != std::to_string(kVersion))
    vm::raise(vm::types().RuntimeError, "Attempted to read a script of version '" + parts["version"] +
                                            "', but this build reads version " + std::to_string(kVersion));
  Reader reader(vm, read_tensors(parts["tensors"]));
  vm::Value object = reader.program(parts["graph"]);
  vm::Value extra = vm::make<vm::Dict>();
  for (const auto& [name, part] : parts)
    if (name.rfind("extra/", 0) == 0)
      extra.as<vm::Dict>()->table.insert(vm::intern(name.substr(6)), vm::make<vm::Bytes>(part));
  return vm::make_tuple({object, extra});
}

}  // namespace vt::script
