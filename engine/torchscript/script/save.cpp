// Serializes a script (load.cpp reads it). The container is a list of named parts with a checksum: "version",
// "code" (for humans), "graph" (the program, in the records below), "tensors" (safetensors), and the extra
// files. load.cpp checks everything that it reads: a damaged file is an error, never a crash, and no code of
// the file runs while it is loaded.
#include "torchscript/script/save.h"

#include <algorithm>
#include <cstring>

#include "eager/autograd.h"
#include "tensor/accelerator.h"
#include "torch/binder.h"
#include "torch/objects.h"
#include "torchscript/script/archive.h"
#include "torchscript/script/objects.h"

namespace vt::script {
namespace {

// The tensors of a script, numbered, without duplicates; written as header and data of safetensors.
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
        plain = on_host(torch::call_op(torch::need_op({"contiguous", "clone"}), {Arg(detach(t))}));
      }
      size_t bytes = static_cast<size_t>(plain.numel() * dtype_bytes(plain.dtype()));
      std::string sizes;
      for (int64_t size : plain.sizes()) sizes += (sizes.empty() ? "" : ",") + std::to_string(size);
      header += (i ? ",\"" : "\"") + std::to_string(i) + "\":{\"dtype\":\"" + safetensors_name(t.dtype()) +
                "\",\"shape\":[" + sizes + "],\"data_offsets\":[" + std::to_string(data.size()) + "," +
                std::to_string(data.size() + bytes) + "]" +
                (is_accelerator(t.device().kind) ? ",\"device\":\"" + device_text(t.device()) + "\"}" : "}");
      if (bytes)
        data.append(reinterpret_cast<const char*>(plain.impl()->storage->data()) +
                        plain.impl()->offset * dtype_bytes(plain.dtype()),
                    bytes);
    }
    header += "}";
    while (header.size() % 8) header += ' ';
    ArchiveOut out;
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
    ArchiveOut out;
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
    ArchiveOut functions;
    // Writing a function may append further functions.
    for (size_t i = 0; i < functions_.size(); ++i) {
      out_ = &functions;
      body(*functions_[i]);
    }
    ArchiveOut whole;
    whole.text(out.bytes);
    ArchiveOut classes;
    for (size_t i = 0; i < classes_.size(); ++i) {
      out_ = &classes;
      class_body(*classes_[i]);
      // Methods may append further functions.
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
      out_->tag('X');
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
    const bool declared = f.owner && f.owner->interface;
    if (!declared) code += code_text(f, nullptr) + "\n";
    out_->text(f.name);
    out_->text(f.qualified);
    out_->tag(declared ? 'I' : f.owner ? 'm' : '.');
    out_->number(static_cast<int64_t>(f.arguments.size()));
    for (const Argument& a : f.arguments) {
      out_->text(a.name);
      type(a.type);
      out_->tag(a.has_default ? 'd' : '.');
      out_->tag(a.keyword_only ? 'k' : '.');
      if (a.has_default) value(a.default_value);
    }
    type(f.result);
    if (!declared) graph(*f.graph);
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
    const vm::Type* manager = n.is("prim::CreateObject") ? n.constant.as<vm::Type>() : nullptr;
    out_->tag(n.function ? 'F' : n.is("prim::Constant") ? 'C' : manager ? 'M' : '.');
    if (n.function) out_->number(function(n.function));
    else if (manager) out_->text(manager->module), out_->text(manager->name);
    else if (n.is("prim::Constant")) value(n.constant);
    out_->text(n.range.valid() ? n.range.highlight() : "");
    out_->number(static_cast<int64_t>(n.outputs.size()));
    for (const Value* v : n.outputs) define(v);
    out_->number(static_cast<int64_t>(n.blocks.size()));
    for (auto& inner : n.blocks) block(*inner);
  }

  vm::Interpreter& vm_;
  ArchiveOut* out_ = nullptr;
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
  ArchiveOut out;
  out.bytes = kMagic;
  out.number(static_cast<int64_t>(parts.size()));
  for (const auto& [name, data] : parts) {
    out.text(name);
    out.text(data);
    out.number(static_cast<int64_t>(checksum(data)));
  }
  return vm::make<vm::Bytes>(std::move(out.bytes));
}

}  // namespace vt::script
