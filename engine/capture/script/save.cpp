// A script as bytes and back. The container is a list of named parts with a checksum:
// "version", "code" (to be read by people), "graph" (the program, as the records below),
// "tensors" (safetensors), and the extra files. Reading checks everything that it uses: a
// damaged file is an error, never a crash, and nothing of it is run while it is read.
#include "capture/script/save.h"

#include <algorithm>
#include <cstring>

#include "capture/script/objects.h"
#include "eager/autograd.h"
#include "torch/binder.h"
#include "torch/objects.h"

namespace vt::script {
namespace {

constexpr char kMagic[] = "VTSCRIPT";
constexpr int64_t kVersion = 1;

[[noreturn]] void damaged(const char* why) {
  vm::raise(vm::types().RuntimeError, std::string("PytorchStreamReader failed reading the archive: ") + why +
                                          ". The file is damaged, or was not written by torch.jit.save here");
}

uint64_t checksum(std::string_view data) {
  uint64_t hash = 1469598103934665603ull;
  for (char c : data) hash = (hash ^ static_cast<unsigned char>(c)) * 1099511628211ull;
  return hash;
}

class Out {
 public:
  std::string bytes;
  void number(int64_t n) { bytes.append(reinterpret_cast<const char*>(&n), 8); }
  void real(double d) { bytes.append(reinterpret_cast<const char*>(&d), 8); }
  void text(std::string_view s) {
    number(static_cast<int64_t>(s.size()));
    bytes += s;
  }
  void tag(char c) { bytes += c; }
};
class In {
 public:
  explicit In(std::string_view data) : data_(data) {}
  const char* take(size_t count) {
    if (count > data_.size() - at_) damaged("unexpected end");
    const char* here = data_.data() + at_;
    at_ += count;
    return here;
  }
  int64_t number() {
    int64_t n;
    std::memcpy(&n, take(8), 8);
    return n;
  }
  size_t count() {
    int64_t n = number();
    if (n < 0 || static_cast<uint64_t>(n) > data_.size()) damaged("a length is out of range");
    return static_cast<size_t>(n);
  }
  double real() {
    double d;
    std::memcpy(&d, take(8), 8);
    return d;
  }
  std::string text() {
    size_t n = count();
    return std::string(take(n), n);
  }
  char tag() { return *take(1); }
  bool done() const { return at_ == data_.size(); }

 private:
  std::string_view data_;
  size_t at_ = 0;
};

const char* safetensors_name(DType dtype) {
  switch (dtype) {
    case DType::kBool: return "BOOL";
    case DType::kUInt8: return "U8";
    case DType::kInt8: return "I8";
    case DType::kInt16: return "I16";
    case DType::kInt32: return "I32";
    case DType::kInt64: return "I64";
    case DType::kFloat16: return "F16";
    case DType::kBFloat16: return "BF16";
    case DType::kFloat32: return "F32";
    case DType::kFloat64: return "F64";
  }
  return "";
}

// The tensors of a script by number, each once, as safetensors' header and data.
class TensorTable {
 public:
  int64_t add(const Tensor& t) {
    for (size_t i = 0; i < tensors_.size(); ++i)
      if (tensors_[i].same(t)) return static_cast<int64_t>(i);
    tensors_.push_back(t);
    return static_cast<int64_t>(tensors_.size()) - 1;
  }
  std::string safetensors() const {
    std::string header = "{", data;
    for (size_t i = 0; i < tensors_.size(); ++i) {
      const Tensor& t = tensors_[i];
      Tensor plain;
      {
        GradModeScope scope(false);
        plain = torch::call_op(torch::need_op({"contiguous", "clone"}), {Arg(detach(t))});
      }
      size_t bytes = static_cast<size_t>(plain.numel() * dtype_bytes(plain.dtype()));
      std::string sizes;
      for (int64_t size : plain.sizes()) sizes += (sizes.empty() ? "" : ",") + std::to_string(size);
      header += (i ? ",\"" : "\"") + std::to_string(i) + "\":{\"dtype\":\"" + safetensors_name(t.dtype()) +
                "\",\"shape\":[" + sizes + "],\"data_offsets\":[" + std::to_string(data.size()) + "," +
                std::to_string(data.size() + bytes) + "]}";
      if (bytes)
        data.append(reinterpret_cast<const char*>(plain.impl()->storage->data()) +
                        plain.impl()->offset * dtype_bytes(plain.dtype()),
                    bytes);
    }
    header += "}";
    while (header.size() % 8) header += ' ';
    Out out;
    out.text(header);
    return out.bytes + data;
  }
  const std::vector<Tensor>& all() const { return tensors_; }

 private:
  std::vector<Tensor> tensors_;
};

class Writer {
 public:
  explicit Writer(vm::Interpreter& vm) : vm_(vm) {}
  TensorTable tensors;
  std::string code;

  std::string program(const vm::Value& root) {
    Out out;
    out_ = &out;
    if (FunctionObject* f = root.as<FunctionObject>(); f && f->self.is_null()) {
      out.tag('F');
      int64_t id = function(f->function);
      out.number(id);
    } else {
      vm::Value object = f ? f->self : root;
      out.tag('M');
      value(object);
    }
    Out functions;
    // Writing one may name more.
    for (size_t i = 0; i < functions_.size(); ++i) {
      out_ = &functions;
      body(*functions_[i]);
    }
    Out whole;
    whole.text(out.bytes);
    Out classes;
    for (size_t i = 0; i < classes_.size(); ++i) {
      out_ = &classes;
      class_body(*classes_[i]);
      // Methods may be new functions.
      for (size_t k = written_; k < functions_.size(); ++k) {
        out_ = &functions;
        body(*functions_[k]);
      }
    }
    whole.number(static_cast<int64_t>(classes_.size()));
    whole.text(classes.bytes);
    whole.number(static_cast<int64_t>(functions_.size()));
    whole.text(functions.bytes);
    return whole.bytes;
  }

 private:
  int64_t function(const FunctionPtr& f) {
    for (size_t i = 0; i < functions_.size(); ++i)
      if (functions_[i] == f) return static_cast<int64_t>(i);
    ensure_ready(*f);
    functions_.push_back(f);
    return static_cast<int64_t>(functions_.size()) - 1;
  }
  int64_t class_id(const std::shared_ptr<ClassType>& cls) {
    for (size_t i = 0; i < classes_.size(); ++i)
      if (classes_[i] == cls) return static_cast<int64_t>(i);
    classes_.push_back(cls);
    return static_cast<int64_t>(classes_.size()) - 1;
  }

  void type(const TypePtr& t) {
    out_->number(static_cast<int64_t>(t->kind));
    out_->tag(t->inferred ? 'i' : '.');
    out_->text(t->name);
    out_->text(t->detail);
    if (t->kind == TypeKind::kClass) out_->number(class_id(t->cls));
    out_->number(static_cast<int64_t>(t->fields.size()));
    for (const std::string& field : t->fields) out_->text(field);
    out_->number(static_cast<int64_t>(t->inside.size()));
    for (const TypePtr& inner : t->inside) type(inner);
  }

  void value(const vm::Value& v) {
    switch (v.tag()) {
      case vm::Tag::kNull:
      case vm::Tag::kNone: return out_->tag('N');
      case vm::Tag::kBool: return out_->tag(v.as_bool() ? 'T' : 'f');
      case vm::Tag::kInt: return out_->tag('i'), out_->number(v.as_int());
      case vm::Tag::kFloat: return out_->tag('r'), out_->real(v.as_float());
      case vm::Tag::kObject: break;
    }
    if (const vm::Str* s = v.as<vm::Str>()) return out_->tag('s'), out_->text(s->text);
    if (const Tensor* t = torch::as_tensor(v)) {
      out_->tag(v.as_object()->type == torch::torch_types().parameter ? 'P' : 'X');
      out_->tag(t->requires_grad() && is_leaf(*t) ? 'g' : '.');
      return out_->number(tensors.add(*t));
    }
    if (v.as<torch::DeviceObject>()) return out_->tag('D'), out_->text(vm_.str(v));
    if (torch::DTypeObject* d = v.as<torch::DTypeObject>())
      return out_->tag('d'), out_->number(static_cast<int64_t>(d->dtype));
    auto items = [&](char tag, const std::vector<vm::Value>& all) {
      out_->tag(tag);
      out_->number(static_cast<int64_t>(all.size()));
      for (const vm::Value& item : all) value(item);
    };
    if (const vm::Tuple* tuple = v.as<vm::Tuple>()) return items('t', tuple->items);
    if (const vm::List* list = v.as<vm::List>()) return items('l', list->items);
    if (const vm::Dict* dict = v.as<vm::Dict>()) {
      std::vector<vm::Value> flat;
      for (const auto& entry : dict->table.entries())
        if (!entry.key.is_null()) {
          flat.push_back(entry.key);
          flat.push_back(entry.value);
        }
      return items('m', flat);
    }
    if (ScriptObject* object = v.as<ScriptObject>()) {
      out_->tag('O');
      out_->number(class_id(object->cls));
      out_->number(static_cast<int64_t>(object->slots.size()));
      for (const vm::Value& slot : object->slots) value(slot);
      return;
    }
    vm::raise(vm::types().RuntimeError, std::string("Could not save a value of type ") + vm::type_name(v));
  }

  void class_body(ClassType& cls) {
    out_->text(cls.qualified);
    out_->text(cls.original_name);
    out_->number(static_cast<int64_t>(cls.attributes.size()));
    for (const ClassAttribute& a : cls.attributes) {
      out_->text(a.name);
      out_->number(static_cast<int64_t>(a.kind));
      type(a.type);
    }
    out_->number(static_cast<int64_t>(cls.constants.size()));
    for (const auto& [name, constant] : cls.constants) {
      out_->text(name);
      value(constant);
    }
    std::vector<std::string> ready;
    for (const std::string& name : cls.method_order) ready.push_back(name);
    out_->number(static_cast<int64_t>(ready.size()));
    for (const std::string& name : ready) {
      out_->text(name);
      out_->number(function(cls.methods[name]));
    }
  }

  void body(Function& f) {
    ++written_;
    code += code_text(f, nullptr) + "\n";
    out_->text(f.name);
    out_->text(f.qualified);
    out_->tag(f.owner ? 'm' : '.');
    out_->number(static_cast<int64_t>(f.arguments.size()));
    for (const Argument& a : f.arguments) {
      out_->text(a.name);
      type(a.type);
      out_->tag(a.has_default ? 'd' : '.');
      out_->tag(a.keyword_only ? 'k' : '.');
      if (a.has_default) value(a.default_value);
    }
    type(f.result);
    graph(*f.graph);
  }

  void graph(Graph& g) {
    std::unordered_map<const Value*, int64_t> saved = std::move(numbers_);
    numbers_.clear();
    block(*g.top);
    numbers_ = std::move(saved);
  }
  void define(const Value* v) {
    int64_t id = static_cast<int64_t>(numbers_.size());
    numbers_[v] = id;
    out_->text(v->name);
    type(v->type);
  }
  void block(Block& b) {
    out_->number(static_cast<int64_t>(b.inputs().size()));
    for (const Value* v : b.inputs()) define(v);
    std::vector<Node*> nodes = b.nodes();
    out_->number(static_cast<int64_t>(nodes.size()));
    for (Node* node : nodes) this->node(*node);
    out_->number(static_cast<int64_t>(b.outputs().size()));
    for (const Value* v : b.outputs()) out_->number(numbers_.at(v));
  }
  void node(Node& n) {
    if (n.is("prim::PythonOp"))
      vm::raise(
          vm::types().RuntimeError,
          "\nCould not export Python function call '" + vm_.str(vm_.get_attribute(n.constant, "__name__")) +
              "'. Remove calls to Python functions before export. Did you forget to add @script or @script_method "
              "annotation? If this is a nn.ModuleList, add it to __constants__:\n" +
              n.range.highlight());
    if (n.is("prim::CreateObject"))
      vm::raise(vm::types().RuntimeError, "\nCould not export a context manager of Python:\n" + n.range.highlight());
    out_->text(n.kind);
    out_->text(n.schema ? n.schema->overload : "");
    out_->tag(n.schema ? 's' : '.');
    out_->number(static_cast<int64_t>(n.inputs.size()));
    for (const Value* v : n.inputs) out_->number(numbers_.at(v));
    out_->number(static_cast<int64_t>(n.attributes.size()));
    for (const auto& [name, a] : n.attributes) {
      out_->text(name);
      out_->number(static_cast<int64_t>(a.kind));
      out_->text(a.text);
      out_->number(static_cast<int64_t>(a.types.size()));
      for (const TypePtr& t : a.types) type(t);
      if (a.kind == Attribute::Kind::kGraph) graph(*a.graph);
    }
    out_->tag(n.function ? 'F' : n.is("prim::Constant") ? 'C' : '.');
    if (n.function) out_->number(function(n.function));
    else if (n.is("prim::Constant")) value(n.constant);
    out_->text(n.range.valid() ? n.range.highlight() : "");
    out_->number(static_cast<int64_t>(n.outputs.size()));
    for (const Value* v : n.outputs) define(v);
    out_->number(static_cast<int64_t>(n.blocks.size()));
    for (auto& inner : n.blocks) block(*inner);
  }

  vm::Interpreter& vm_;
  Out* out_ = nullptr;
  std::vector<FunctionPtr> functions_;
  std::vector<std::shared_ptr<ClassType>> classes_;
  size_t written_ = 0;
  std::unordered_map<const Value*, int64_t> numbers_;
};

}  // namespace

vm::Value to_bytes(vm::Interpreter& vm, const vm::Value& root, const vm::Value& extra) {
  Writer writer(vm);
  std::string graph = writer.program(root);
  std::vector<std::pair<std::string, std::string>> parts = {{"version", std::to_string(kVersion)},
                                                            {"code", writer.code},
                                                            {"graph", graph},
                                                            {"tensors", writer.tensors.safetensors()}};
  for (const auto& entry : extra.as<vm::Dict>()->table.entries())
    if (!entry.key.is_null()) parts.push_back({"extra/" + vm.str(entry.key), entry.value.as<vm::Bytes>()->data});
  Out out;
  out.bytes = kMagic;
  out.number(static_cast<int64_t>(parts.size()));
  for (const auto& [name, data] : parts) {
    out.text(name);
    out.text(data);
    out.number(static_cast<int64_t>(checksum(data)));
  }
  return vm::make<vm::Bytes>(std::move(out.bytes));
}

// --- reading ----------------------------------------------------------------------------

namespace {

DType dtype_of(const std::string& name) {
  for (DType d : {DType::kBool, DType::kUInt8, DType::kInt8, DType::kInt16, DType::kInt32, DType::kInt64,
                  DType::kFloat16, DType::kBFloat16, DType::kFloat32, DType::kFloat64})
    if (name == safetensors_name(d)) return d;
  damaged("unknown dtype");
}

// The header of safetensors is JSON of a known form: rows of dtype, shape and offsets.
std::vector<Tensor> read_tensors(const std::string& part) {
  In in(part);
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
    expect("]}");
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
    made.push_back(t);
  }
  return made;
}

class Reader {
 public:
  Reader(vm::Interpreter& vm, std::vector<Tensor> tensors) : vm_(vm), tensors_(std::move(tensors)) {}

  vm::Value program(const std::string& data) {
    In whole(data);
    std::string root = whole.text();
    size_t class_count = whole.count();
    std::string classes = whole.text();
    size_t function_count = whole.count();
    std::string functions = whole.text();
    if (class_count > classes.size() || function_count > functions.size()) damaged("a count is out of range");
    for (size_t i = 0; i < class_count; ++i) classes_.push_back(make_class("__torch__.loading"));
    for (size_t i = 0; i < function_count; ++i) functions_.push_back(std::make_shared<Function>());
    In class_in(classes);
    in_ = &class_in;
    for (auto& cls : classes_) class_body(*cls);
    In function_in(functions);
    in_ = &function_in;
    for (FunctionPtr& f : functions_) body(*f);
    In root_in(root);
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
      case 'P':
      case 'X': {
        bool grad = in_->tag() == 'g';
        int64_t id = in_->number();
        if (id < 0 || id >= static_cast<int64_t>(tensors_.size())) damaged("a tensor is missing");
        const Tensor& t = tensors_[static_cast<size_t>(id)];
        if (grad && is_floating(t.dtype())) set_requires_grad(t, true);
        return tag == 'P' && !t.impl()->python_object ? torch::wrap_as(t, torch::torch_types().parameter)
                                                      : torch::wrap(t);
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
    in_->tag();
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
    f.graph = graph();
    if (f.graph->outputs().size() != 1 || f.graph->inputs().size() != f.arguments.size())
      damaged("a graph does not fit its signature");
    f.state = Function::State::kReady;
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
    if (id < 0 || id >= static_cast<int64_t>(values_.size())) damaged("a value is used before it is made");
    return values_[static_cast<size_t>(id)];
  }
  void block(Graph& g, Block& b, int depth) {
    if (depth > 100) damaged("blocks are nested too deeply");
    size_t visible = values_.size();
    (void)visible;
    for (size_t n = in_->count(); n > 0; --n) define(b.add_input(nullptr));
    for (size_t n = in_->count(); n > 0; --n) node(g, b, depth);
    for (size_t n = in_->count(); n > 0; --n) b.add_output(at());
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
    std::string place = in_->text();
    (void)place;
    for (size_t k = in_->count(); k > 0; --k) define(n->add_output());
    for (size_t k = in_->count(); k > 0; --k) block(g, *n->add_block(), depth + 1);
    check(*n);
  }
  // What the interpreter relies on.
  static void check(const Node& n) {
    bool good = true;
    if (n.is("prim::If")) {
      good = n.inputs.size() == 1 && n.blocks.size() == 2;
      for (const auto& b : n.blocks) good = good && b->result->inputs.size() == n.outputs.size();
    } else if (n.is("prim::Loop")) {
      good = n.blocks.size() == 1 && n.inputs.size() == n.outputs.size() + 2 &&
             n.block(0)->param->outputs.size() == n.outputs.size() + 1 &&
             n.block(0)->result->inputs.size() == n.outputs.size() + 1;
    } else if (n.is("prim::CallFunction")) {
      good = !n.inputs.empty() && n.inputs[0]->node->function;
    } else if (n.is("prim::CallMethod")) {
      good = n.function != nullptr;
    } else if (n.is("prim::Constant") || n.is("prim::GetAttr")) {
      good = n.outputs.size() == 1;
    } else if (n.schema && !n.schema->variadic) {
      good = n.inputs.size() == n.schema->arguments.size() && n.outputs.size() == n.schema->results.size();
    }
    if (!good) damaged("a node is malformed");
  }

  vm::Interpreter& vm_;
  std::vector<Tensor> tensors_;
  In* in_ = nullptr;
  std::vector<std::shared_ptr<ClassType>> classes_;
  std::vector<FunctionPtr> functions_;
  std::vector<Value*> values_;
};

}  // namespace

vm::Value from_bytes(vm::Interpreter& vm, const std::string& data) {
  if (data.compare(0, sizeof kMagic - 1, kMagic) != 0) damaged("not a saved script");
  In in(std::string_view(data).substr(sizeof kMagic - 1));
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
