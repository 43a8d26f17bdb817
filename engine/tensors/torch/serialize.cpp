#include "torch/serialize.h"

#include <cstring>
#include <unordered_map>

#include "device/cuda.h"
#include "eager/autograd.h"
#include "tensor/accelerator.h"
#include "tensor/extent.h"
#include "torch/binder.h"

namespace vt::torch {
namespace {

using vm::types;
constexpr char kMagic[] = "VTSAVE3\n";

class Writer {
 public:
  explicit Writer(Interpreter& vm) : vm_(vm) {}
  std::string out = kMagic;

  void write(const Value& v, int depth = 0) {
    if (depth > 500) vm::raise(types().RecursionError, "object is nested too deeply to save");
    switch (v.tag()) {
      case vm::Tag::kNull:
      case vm::Tag::kNone: out += 'N'; return;
      case vm::Tag::kBool: out += v.as_bool() ? 'T' : 'F'; return;
      case vm::Tag::kInt:
        out += 'i';
        number(v.as_int());
        return;
      case vm::Tag::kFloat:
        out += 'f';
        real(v.as_float());
        return;
      case vm::Tag::kObject: break;
    }
    if (vm::Str* s = v.as<vm::Str>()) return out += 's', text(s->text);
    if (vm::Bytes* b = v.as<vm::Bytes>()) return out += 'b', text(b->data);
    if (DTypeObject* d = v.as<DTypeObject>()) return out += 'd', number(static_cast<int64_t>(d->dtype));
    if (v.as<DeviceObject>()) return out += 'D', text(vm_.str(v));
    if (written_before(v)) return;
    if (const Tensor* t = as_tensor(v)) return tensor(v, *t);
    if (v.as<vm::BigInt>()) return out += 'I', text(vm_.str(v));
    Type* type = vm::type_of(v);
    if (v.as_object()->kind == Kind::kSize) return sequence('z', v.as<vm::Tuple>()->items, depth);
    bool result = type->is_subtype_of(types().tuple) && vm_.str(vm_.get_attribute(Value::of(type), "__module__")) ==
                                                            "torch.return_types";  // goes by its items
    if (type == types().tuple || result) return sequence('t', v.as<vm::Tuple>()->items, depth);
    if (type == types().list) return sequence('l', v.as<vm::List>()->items, depth);
    if (type == types().set) return sequence('e', vm_.to_vector(v), depth);
    if (type == types().frozenset) return sequence('q', vm_.to_vector(v), depth);
    bool known_dict = type == types().dict || type->name == "OrderedDict" || type->name == "Counter";
    if (vm::Dict* d = v.as<vm::Dict>(); d && known_dict) return dict(v, *d, depth);
    if (v.as<Type>() || v.as<vm::Function>() || v.as<vm::NativeFunction>()) return global(v);
    object(v, depth);
  }

 private:
  // An object that is there twice is written once; later places say which it was.
  bool written_before(const Value& v) {
    auto [found, fresh] = objects_.emplace(v.as_object(), static_cast<int64_t>(objects_.size()));
    if (!fresh) out += 'R', number(found->second);
    return !fresh;
  }
  // Classes and functions are kept by name.
  void global(const Value& v) {
    std::string module = vm_.str(vm_.get_attribute(v, "__module__")),
                name = vm_.str(vm_.get_attribute(v, "__qualname__"));
    named_global(v, module, name);
  }
  void named_global(const Value& v, const std::string& module, const std::string& name) {
    if (name.find("<locals>") != std::string::npos && name.find("<lambda>") == std::string::npos)
      refuse("Can't pickle local object " + vm_.repr(v));
    if (!find(module, name)) refuse("Can't pickle " + vm_.repr(v) + ": it's not found as " + module + "." + name);
    out += 'C';
    text(module);
    text(name);
  }
  bool find(const std::string& module, const std::string& name) {
    Value found = vm_.call(vm_.get_attribute(vm_.import_module("torch.serialization"), "_exists"),
                           {vm::make_str(module), vm::make_str(name)});
    return found.is_bool() && found.as_bool();
  }
  [[noreturn]] void refuse(const std::string& message) {
    Value error = vm_.get_attribute(vm_.import_module("pickle"), "PicklingError");
    vm::raise(error.as<Type>(), message);
  }
  // Everything else as the language takes it apart: what makes it, and what is put in then.
  void object(const Value& v, int depth) {
    Value parts = vm_.call(vm_.get_attribute(v, "__reduce_ex__"), {Value::integer(2)});
    kept_values_.push_back(parts);  // so that no other object gets its address
    if (vm::Str* name = parts.as<vm::Str>())
      return named_global(v, vm_.str(vm_.get_attribute(v, "__module__")), name->text);
    vm::Tuple* tuple = parts.as<vm::Tuple>();
    if (!tuple || tuple->items.size() < 2) refuse("__reduce__ must return a string or tuple");
    out += 'O';
    for (size_t i = 0; i < 5; ++i) {
      Value part = i < tuple->items.size() ? tuple->items[i] : Value::none();
      if (i >= 3 && !part.is_none()) part = vm::make_list(vm_.to_vector(part));
      kept_values_.push_back(part);
      write(part, depth + 1);
    }
  }
  void number(int64_t n) { out.append(reinterpret_cast<const char*>(&n), 8); }
  void real(double d) { out.append(reinterpret_cast<const char*>(&d), 8); }
  void text(const std::string& s) {
    number(static_cast<int64_t>(s.size()));
    out += s;
  }
  void sequence(char tag, const std::vector<Value>& items, int depth) {
    out += tag;
    number(static_cast<int64_t>(items.size()));
    for (const Value& item : items) write(item, depth + 1);
  }
  void dict(const Value& v, vm::Dict& d, int depth) {
    const std::string& name = vm::type_of(v)->name;
    const Value* slot = v.as_object()->attributes_if_any();
    const Value attributes = slot && !slot->is_null() ? *slot : Value();  // `_metadata` of a state dict
    const bool has_attributes = !attributes.is_null() && attributes.as<vm::Dict>()->table.size() > 0;
    if (has_attributes) out += 'A';
    out += name == "OrderedDict" ? 'o' : name == "Counter" ? 'c' : 'm';
    number(static_cast<int64_t>(d.table.size()));
    for (const auto& entry : d.table.entries()) {
      if (entry.key.is_null()) continue;
      write(entry.key, depth + 1);
      write(entry.value, depth + 1);
    }
    if (!has_attributes) return;
    kept_values_.push_back(attributes);
    write(attributes, depth + 1);
  }
  void tensor(const Value& v, const Tensor& t) {
    if (is_accelerator(t.device().kind)) out += 'G', text(device_text(t.device()));
    out += v.as_object()->type == torch_types().parameter ? 'P' : 'X';
    out += t.requires_grad() ? 'T' : 'F';
    number(static_cast<int64_t>(t.dtype()));
    Tensor plain = t;
    if (is_accelerator(t.device().kind)) {
      GradModeScope scope(false);
      plain = on_host(call_op(need_op({"contiguous", "clone"}), {Arg(detach(t))}));
      kept_.push_back(plain);  // so that no other storage gets its address
    }
    storage(*plain.impl()->storage);
    number(plain.impl()->offset);
    number(plain.rank());
    for (int64_t size : plain.sizes()) number(size);
    for (int64_t stride : plain.strides()) number(stride);
  }
  // The first tensor of a storage brings all of its bytes, the others its number.
  void storage(const Storage& s) {
    auto [found, fresh] = storages_.emplace(&s, static_cast<int64_t>(storages_.size()));
    number(found->second);
    if (!fresh) return;
    number(s.bytes());
    if (s.bytes() > 0 && !s.data()) tensor_error("Cannot copy out of meta tensor; no data!", "NotImplementedError");
    if (s.bytes() > 0) out.append(reinterpret_cast<const char*>(s.data()), static_cast<size_t>(s.bytes()));
  }

  Interpreter& vm_;
  std::unordered_map<const Storage*, int64_t> storages_;
  std::unordered_map<const vm::Object*, int64_t> objects_;
  TensorList kept_;
  std::vector<Value> kept_values_;
};

class Reader {
 public:
  // `find_global(module, name)` gives a class or a function, or raises.
  Reader(Interpreter& vm, const std::string& data, Value find_global)
      : vm_(vm), data_(data), find_global_(std::move(find_global)) {
    if (data_.compare(0, sizeof kMagic - 1, kMagic) != 0) broken();
    at_ = sizeof kMagic - 1;
  }

  Value read(int depth = 0) {
    if (depth > 500) broken();
    char tag = *take(1);
    switch (tag) {
      case 'N': return Value::none();
      case 'T': return Value::boolean(true);
      case 'F': return Value::boolean(false);
      case 'i': return Value::integer(number());
      case 'f': {
        double d;
        std::memcpy(&d, take(8), 8);
        return Value::real(d);
      }
      case 's': return vm::make_str(text());
      case 'b': return vm::make<vm::Bytes>(text());
      case 'd': return dtype_value(dtype());
      case 'D': return device_value(parse_device(text()));
      case 'G': place_ = parse_device(text()); return read(depth);
      case 'A': {
        Value made = read(depth + 1), attributes = read(depth + 1);
        if (!attributes.as<vm::Dict>()) broken();
        for (const auto& entry : attributes.as<vm::Dict>()->table.entries())
          if (vm::Str* name = entry.key.is_null() ? nullptr : entry.key.as<vm::Str>())
            vm_.set_attribute(made, vm::intern(name->text), entry.value);
        return made;
      }
      case 'R': {
        int64_t index = number();
        if (index < 0 || index >= static_cast<int64_t>(objects_.size())) broken();
        Value known = objects_[static_cast<size_t>(index)];
        if (known.is_null()) broken();
        return known;
      }
      default: return numbered(tag, depth);
    }
  }

 private:
  // What may be there twice takes its number before what is inside it.
  Value numbered(char tag, int depth) {
    size_t place = objects_.size();
    objects_.emplace_back();
    Value made = container(tag, place, depth);
    objects_[place] = made;
    return made;
  }
  Value container(char tag, size_t place, int depth) {
    switch (tag) {
      case 't': return vm::make_tuple(items(depth));
      case 'z': return size_value(items(depth));
      case 'l': {
        Value list = objects_[place] = vm::make_list({});
        for (size_t n = count(); n > 0; --n) {
          Value item = read(depth + 1);
          list.as<vm::List>()->items.push_back(std::move(item));
        }
        return list;
      }
      case 'e': return vm_.call(Value::of(types().set), {vm::make_list(items(depth))});
      case 'q': return vm_.call(Value::of(types().frozenset), {vm::make_list(items(depth))});
      case 'm': return dict(objects_[place] = vm::make<vm::Dict>(), depth);
      case 'o': return dict(objects_[place] = collection("OrderedDict"), depth);
      case 'c': return dict(objects_[place] = collection("Counter"), depth);
      case 'I': return vm_.call(Value::of(types().int_), {vm::make_str(text())});
      case 'C': {
        Value module = vm::make_str(text());
        return vm_.call(find_global_, {module, vm::make_str(text())});
      }
      case 'O': return object(place, depth);
      case 'P': return tensor(true);
      case 'X': return tensor(false);
      default: broken();
    }
  }
  Value object(size_t place, int depth) {
    Value maker = read(depth + 1), given = read(depth + 1);
    if (!given.as<vm::Tuple>()) broken();
    Value made = objects_[place] = call(maker, given.as<vm::Tuple>()->items);
    std::vector<Value> rest{made};
    for (int i = 0; i < 3; ++i) rest.push_back(read(depth + 1));
    call(vm_.get_attribute(vm_.import_module("torch.serialization"), "_fill"), rest);
    return made;
  }
  Value call(const Value& function, const std::vector<Value>& arguments) {
    return vm_.call(function, Arguments{arguments.data(), arguments.size(), nullptr, 0});
  }
  Value collection(const char* name) { return vm_.call(vm_.get_attribute(vm_.import_module("collections"), name), {}); }
  [[noreturn]] void broken() {
    vm::raise(types().RuntimeError, "the file is damaged, or was not written by torch.save here");
  }
  const char* take(size_t count) {
    if (count > data_.size() - at_) broken();
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
    if (n < 0 || static_cast<uint64_t>(n) > data_.size()) broken();
    return static_cast<size_t>(n);
  }
  std::string text() {
    size_t n = count();
    return std::string(take(n), n);
  }
  DType dtype() {
    int64_t n = number();
    if (n < 0 || n > static_cast<int64_t>(DType::kFloat64)) broken();
    return static_cast<DType>(n);
  }
  std::vector<Value> items(int depth) {
    std::vector<Value> list(count());
    for (Value& item : list) item = read(depth + 1);
    return list;
  }
  Value dict(Value into, int depth) {
    for (size_t n = count(); n > 0; --n) {
      Value key = read(depth + 1);
      vm_.set_item(into, key, read(depth + 1));
    }
    return into;
  }
  Value tensor(bool parameter) {
    bool requires_grad = *take(1) == 'T';
    DType type = dtype();
    Ref<Storage> shared = storage();
    int64_t offset = number();
    std::vector<int64_t> sizes(count());
    if (sizes.size() > static_cast<size_t>(kMaxRank)) broken();
    std::vector<int64_t> strides(sizes.size());
    for (int64_t& size : sizes) size = number();
    for (int64_t& stride : strides) stride = number();
    int64_t held = shared->bytes() / dtype_bytes(type), end, elements;
    if (!count_elements(sizes, elements) || !end_of_view(sizes, strides, offset, end) || end > held || offset > held)
      broken();
    Tensor base = empty_tensor(std::vector<int64_t>{0}, type);
    base.impl()->storage = std::move(shared);
    Tensor made = view_of(base, sizes, strides, offset);
    if (is_accelerator(place_.kind)) {
      if (place_.kind == DeviceKind::kCuda && !device::cuda_available())
        tensor_error(
            "Attempting to deserialize object on a CUDA device but torch.cuda.is_available() is False. If you are "
            "running on a CPU-only machine, please use torch.load with map_location=torch.device('cpu') to map your "
            "storages to the CPU.");
      made = call_op(need_op({"_to_copy"}), {Arg(made), Arg(), Arg(device_memory(place_).resolve(place_))});
      place_ = {};
    }
    Value object = parameter ? wrap_as(made, torch_types().parameter) : wrap(made);
    if (requires_grad && is_floating(type)) set_requires_grad(made, true);
    return object;
  }

  Ref<Storage> storage() {
    int64_t index = number();
    if (index < 0 || index > static_cast<int64_t>(storages_.size())) broken();
    if (index == static_cast<int64_t>(storages_.size())) {
      size_t bytes = count();
      const char* from = take(bytes);
      Ref<Storage> made = make_ref<Storage>(static_cast<int64_t>(bytes), Device{});
      if (bytes > 0) std::memcpy(made->data(), from, bytes);
      storages_.push_back(std::move(made));
    }
    return storages_[static_cast<size_t>(index)];
  }

  Interpreter& vm_;
  const std::string& data_;
  Value find_global_;
  std::vector<Ref<Storage>> storages_;
  std::vector<Value> objects_;
  size_t at_ = 0;
  Device place_;  // of the tensor that follows
};

}  // namespace

Value serialize(Interpreter& vm, const Arguments& a) {
  Writer writer(vm);
  writer.write(a[0]);
  return vm::make<vm::Bytes>(std::move(writer.out));
}

Value deserialize(Interpreter& vm, const Arguments& a) {
  vm::Bytes* data = a[0].as<vm::Bytes>();
  if (!data) vm::raise(types().TypeError, std::string("expected bytes, not ") + vm::type_name(a[0]));
  Value keep = a[0];
  return Reader(vm, data->data, a[1]).read();
}

Value bytes_of_tensor(Interpreter&, const Arguments& a) {
  const Tensor* t = as_tensor(a[0]);
  if (!t || is_accelerator(t->device().kind) || !t->is_contiguous())
    vm::raise(types().TypeError, "_bytes_of_tensor() takes a contiguous tensor on the CPU");
  std::string bytes(static_cast<size_t>(t->numel() * dtype_bytes(t->dtype())), '\0');
  if (!bytes.empty()) std::memcpy(bytes.data(), t->data<char>(), bytes.size());
  return vm::make<vm::Bytes>(std::move(bytes));
}

Value tensor_of_bytes(Interpreter&, const Arguments& a) {
  vm::Bytes* data = a[0].as<vm::Bytes>();
  DTypeObject* dtype = a[1].as<DTypeObject>();
  if (!data || !dtype) vm::raise(types().TypeError, "_tensor_of_bytes() takes bytes and a dtype");
  const int64_t count = static_cast<int64_t>(data->data.size()) / dtype_bytes(dtype->dtype);
  Tensor made = empty_tensor(std::vector<int64_t>{count}, dtype->dtype);
  if (count > 0)
    std::memcpy(made.data<char>(), data->data.data(), static_cast<size_t>(count * dtype_bytes(dtype->dtype)));
  return wrap(std::move(made));
}

}  // namespace vt::torch
