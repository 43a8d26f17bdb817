// Wraps values from outside the frame as variables: lazily, and with a guard once tracing reads them.
#include <algorithm>
#include <cmath>
#include <numeric>

#include "capture/dynamo/output.h"
#include "capture/dynamo/tracer.h"
#include "eager/autograd.h"
#include "torch/objects.h"
#include "vm/native.h"

namespace vt::dynamo {

VarRef Output::wrap(const Value& value, SourceRef source) {
  VarRef v = make_var<LazyVariable>();
  v->value = value;
  v->source = std::move(source);
  return v;
}

VarRef force(Output& output, const VarRef& v) {
  if (!v->is(VarKind::kLazy)) return v;
  LazyVariable& lazy = v->as<LazyVariable>();
  if (lazy.real) return lazy.real;
  if (lazy.arithmetic) {
    const auto& [op, operands, operations] = *lazy.arithmetic;
    VarRef left = force(output, operands[0]), right = force(output, operands[1]);
    lazy.real = force(output, output.root()->binary(op, left, right, false));
  } else {
    lazy.real = v->source ? output.realize_value(v->value, v->source) : output.from_value(v->value);
  }
  return lazy.real;
}

bool is_torch_code(const Value& globals) {
  vm::Dict* dict = globals.as<vm::Dict>();
  const Value* name = dict ? dict->table.find(vm::intern("__name__")) : nullptr;
  vm::Str* text = name ? name->as<vm::Str>() : nullptr;
  return text && (text->text == "torch" || text->text.starts_with("torch."));
}

static bool is_plain_constant(const Value& v) {
  if (!v.is_object()) return true;
  switch (v.as_object()->kind) {
    case vm::Kind::kStr:
    case vm::Kind::kBytes:
    case vm::Kind::kBigInt:
    case vm::Kind::kEllipsis:
    case vm::Kind::kNotImplemented:
    case vm::Kind::kDType:
    case vm::Kind::kDevice: return true;
    default: return v.as<torch::NamedConstant>();
  }
}

static bool is_compiled_module(const Value& v) {
  return v.as_object()->type && v.as_object()->type->name == "OptimizedModule" &&
         v.as_object()->type->module == "torch._dynamo.eval_frame";
}

VarRef Output::realize_value(const Value& value, const SourceRef& source) {
  if (value.is_object()) {
    if (is_compiled_module(value)) {  // treat it as the module that it wraps
      guard(GuardKind::kType, source, Value::of(value.as_object()->type));
      return realize_value(vm.get_attribute(value, "_orig_mod"), attribute_source(source, "_orig_mod"));
    }
    if (VarRef first = tracked.find(value.as_object())) {
      if (first->source && first->source->text() != source->text()) {
        Guard g;
        g.kind = GuardKind::kSame;
        g.source = source;
        g.other = first->source;
        g.place = here();
        guards.add(std::move(g));
      }
      return first;
    }
  }
  VarRef v;
  if (value.is_int() || value.is_float()) {
    v = wrap_number(value, source);
  } else if (is_plain_constant(value)) {
    guard(GuardKind::kEquals, source, value);
    v = constant(value);
  } else if (torch::as_tensor(value)) {
    v = wrap_tensor(value, source, input_name(*source));
  } else {
    v = wrap_container(value, source);
    if (!v) v = wrap_iterator(value, source);
    if (!v) v = wrap_function(value, source);
    if (!v) v = wrap_object(value, source);
  }
  v->source = source;
  if (value.is_object() && !is_plain_constant(value)) {
    tracked.add(value, v);
  }
  return v;
}

// A float that changed between calls becomes dynamic: a 0-d tensor input from which the graph reads the number.
VarRef Output::wrap_float(const Value& value, const SourceRef& source) {
  if (auto known = numbers_.find(source->text()); known != numbers_.end()) return known->second;
  guard(GuardKind::kType, source, Value::of(vm::types().float_));
  TensorMeta meta;
  meta.dtype = DType::kFloat64;
  Value example = torch::wrap(recorder.fake_of(std::move(meta)));
  Value module = vm.import_module("_vitrine_dynamo");
  Value real = vm.call(vm.get_attribute(module, "as_tensor_full_precision"), {value});
  fx::Node* input = add_input(input_name(*source), example, real, source, "Tensor");
  inputs_.back().number = true;
  fx::Node* item = graph.create(fx::NodeOp::kCallMethod, vm::make_str("item"), vm::make_tuple({Value::of(input)}),
                                vm::make<vm::Dict>());
  VarRef v = sym_float(item, value.as_float(), {});
  v->source = source;
  numbers_[source->text()] = v;
  return v;
}

// A number from the module `random`: on every call of the frame it is drawn before the graph runs, and passed as a 0-d
// tensor input. The draw at tracing time is undone, by restoring the generator's state.
VarRef Output::draw(const Value& function, std::vector<Value> args) {
  Value generator = function.as<vm::BoundMethod>()->self, state = vm.call_method(generator, "getstate", {});
  Value number = vm.call(function, vm::Arguments{args.data(), args.size()});
  vm.call_method(generator, "setstate", {state});
  size_t index = drawn.add(vm::make_tuple({function, vm::make_tuple(std::move(args))}));
  SourceRef source = drawn_source(static_cast<int>(index));
  TensorMeta meta;
  meta.dtype = number.is_float() ? DType::kFloat64 : DType::kInt64;
  Value example = torch::wrap(recorder.fake_of(std::move(meta)));
  Value as_tensor = vm.get_attribute(vm.import_module("_vitrine_dynamo"), "as_tensor_full_precision");
  fx::Node* node = add_input(source->text(), example, vm.call(as_tensor, {number}), source, "Tensor");
  inputs_.back().number = true;
  VarRef v = make_var(TensorVariable{{node, std::move(example), true}, {}});
  v->source = source;
  drawn.mark(node);
  return v;
}

VarRef Output::wrap_number(const Value& value, const SourceRef& source) {
  if (value.is_float() ? options_.sizes.specialize_float : options_.sizes.specialize_int) {
    guard(GuardKind::kEquals, source, value);
    return constant(value);
  }
  if (value.is_float()) {
    DynamicState& state = states_[source->text()];
    bool changed = !state.number.is_null() && !vm.equal(state.number, value);
    bool dynamic = !options_.sizes.assume_static || (options_.sizes.automatic && (changed || state.number_dynamic));
    if (options_.sizes.automatic || !options_.sizes.assume_static) {
      state.number = value;
      state.number_dynamic = dynamic;
      if (state.sizes.empty()) state.rank_changed = true;  // a tensor at this source later will have unknown sizes
    }
    if (dynamic && std::isfinite(value.as_float())) return wrap_float(value, source);
  }
  if (value.is_int() && !source->under_module && source->kind != SourceKind::kDefault) {
    DynamicState& state = states_[source->text()];
    bool changed = !state.number.is_null() && !(state.number.is_int() && state.number.as_int() == value.as_int());
    bool dynamic = (options_.sizes.automatic && state.number_dynamic) || !options_.sizes.assume_static;
    if (options_.sizes.automatic && changed) dynamic = true;
    if (options_.sizes.automatic || !options_.sizes.assume_static) {
      state.number = value;
      state.number_dynamic = dynamic;
      if (state.sizes.empty()) state.rank_changed = true;  // a tensor at this source later will have unknown sizes
    }
    bool global_number = !source->is_local();
    if (dynamic && !global_number) {
      if (auto known = numbers_.find(source->text()); known != numbers_.end()) return known->second;
      Guard type_guard;
      type_guard.kind = GuardKind::kType;
      type_guard.source = source;
      type_guard.expected = Value::of(vm::types().int_);
      type_guard.place = here();
      guards.add(std::move(type_guard));
      SymInt symbol = shapes->new_symbol(value.as_int(), source->text(), INT64_MIN);
      Value example = torch::sym_int_value(symbol);
      bindings_.push_back({symbol.text(), source, -1, {}});
      fx::Node* node = add_input(input_name(*source), example, value, source, "SymInt");
      symbol_nodes_[symbol.text()] = node;
      VarRef v = make_var(SymIntVariable{{node, example}});
      inputs_.back().var = v;
      numbers_[source->text()] = v;
      return v;
    }
  }
  guard(GuardKind::kEquals, source, value);
  return constant(value);
}

namespace {
// Adds guards for the range given to torch._dynamo.mark_dynamic(t, axis, min=, max=), because the compiled code is
// valid only for these sizes.
void keep_in_range(Interpreter& vm, const Value& tensor, int axis, const SymInt& size) {
  vm::Dict* ranges = vm.find_attribute(tensor, vm::intern("_dynamo_dynamic_range")).as<vm::Dict>();
  Value* range = ranges ? ranges->table.find(vm, Value::integer(axis)) : nullptr;
  vm::Tuple* bounds = range ? range->as<vm::Tuple>() : nullptr;
  if (!bounds) return;
  // Comparing a symbolic size with a constant records a shape guard.
  if (bounds->items[0].is_int()) (void)(size >= SymInt(bounds->items[0].as_int()));
  if (bounds->items[1].is_int()) (void)(size <= SymInt(bounds->items[1].as_int()));
}

bool marked(Interpreter& vm, const Value& tensor, const char* attribute, int axis) {
  Value set = vm.find_attribute(tensor, vm::intern(attribute));
  return !set.is_null() && !set.is_none() && vm.contains(set, Value::integer(axis));
}

// The strides as expressions of the sizes, for those that are products of sizes (contiguous in some order of the axes).
std::vector<SymInt> symbolic_strides(const Tensor& tensor, const std::vector<SymInt>& sizes) {
  int rank = tensor.rank();
  std::vector<SymInt> strides(static_cast<size_t>(rank));
  std::vector<int> order(static_cast<size_t>(rank));
  std::iota(order.begin(), order.end(), 0);
  std::stable_sort(order.begin(), order.end(), [&](int a, int b) {
    if (tensor.strides()[a] != tensor.strides()[b]) return tensor.strides()[a] < tensor.strides()[b];
    return a > b;
  });
  SymInt next = 1;
  for (int axis : order) {
    int64_t actual = tensor.strides()[axis];
    bool follows = next.hint() == actual;
    strides[static_cast<size_t>(axis)] = follows ? next : SymInt(actual);
    if (follows) next = next * sizes[static_cast<size_t>(axis)];
    else next = strides[static_cast<size_t>(axis)] * sizes[static_cast<size_t>(axis)];
  }
  return strides;
}
}  // namespace

// Duck shaping: sizes that are dynamic from the first call and equal in this call share one symbol. A size that changed
// between calls, or that the program marked as dynamic, gets a symbol of its own.
SymInt Output::symbol_for(int64_t hint, const SourceRef& source, int axis, bool shared) {
  SourceRef place = item_source(source, axis, SourceKind::kSize);
  shared = shared && options_.sizes.duck_shape;
  if (shared) {
    auto known = duck_.find(hint);
    if (known != duck_.end()) {
      bindings_.push_back({known->second.text(), source, axis, {}});
      return known->second;
    }
  }
  SymInt symbol = shapes->new_symbol(hint, place->text());
  bindings_.push_back({symbol.text(), source, axis, {}});
  if (shared) duck_.emplace(hint, symbol);
  fx::Node* node = add_input(symbol.text(), torch::sym_int_value(symbol), Value::integer(hint), place, "SymInt");
  symbol_nodes_[symbol.text()] = node;
  return symbol;
}

std::vector<SymInt> Output::dynamic_sizes(const Tensor& tensor, const Value& value, const SourceRef& source) {
  DynamicState& state = states_[source->text()];
  size_t rank = static_cast<size_t>(tensor.rank());
  std::vector<SymInt> sizes;
  bool parameter = value.as_object()->type == torch::torch_types().parameter || source->under_module;
  bool first = state.sizes.empty() && !state.rank_changed;
  state.number_dynamic = true;                 // a number at this source later must not be specialised
  if (!first && state.sizes.size() != rank) {  // the rank changed: treat all sizes as dynamic
    state.rank_changed = true;
    state.sizes.assign(rank, DynamicState::kDynamic);
  }
  for (size_t i = 0; i < rank; ++i) {
    int axis = static_cast<int>(i);
    int64_t size = tensor.size(axis);
    bool dynamic = !options_.sizes.assume_static;
    bool own = options_.sizes.automatic && !first && state.sizes[i] != size;
    own = own || marked(vm, value, "_dynamo_dynamic_indices", axis) ||
          marked(vm, value, "_dynamo_weak_dynamic_indices", axis);
    dynamic = dynamic || own;
    if (marked(vm, value, "_dynamo_static_indices", axis) || parameter) dynamic = false;
    if (first) state.sizes.push_back(size);
    else if (state.sizes.size() > i && (dynamic || state.sizes[i] != size)) state.sizes[i] = DynamicState::kDynamic;
    sizes.push_back(dynamic && size > 1 ? symbol_for(size, source, axis, !own) : SymInt(size));
    if (sizes.back().symbolic()) keep_in_range(vm, value, axis, sizes.back());
  }
  return sizes;
}

namespace {
// grad_fn for the fake of a non-leaf input, so that in-place operations on it are not refused as on a leaf.
class EarlierHistory final : public GradNode {
 public:
  std::string own_name() const override { return "EarlierHistory"; }
  TensorList apply(TensorList) override { return {}; }
};
}  // namespace

VarRef Output::wrap_tensor(const Value& value, const SourceRef& source, const std::string& name) {
  const Tensor& tensor = *torch::as_tensor(value);
  if (tensor.is_fake()) unsupported<Break::kForeignFake>(source->text());
  std::vector<SymInt> sizes = dynamic_sizes(tensor, value, source);
  std::vector<SymInt> strides = symbolic_strides(tensor, sizes);
  Guard g;
  g.kind = GuardKind::kTensor;
  g.source = source;
  g.place = here();
  g.tensor.type = value.as_object()->type;
  g.tensor.dtype = tensor.dtype();
  g.tensor.device = tensor.device();
  g.tensor.requires_grad = tensor.requires_grad();
  g.tensor.marks = DimensionMarks::of(value);
  for (int i = 0; i < tensor.rank(); ++i) {
    const SymInt &size = sizes[static_cast<size_t>(i)], &stride = strides[static_cast<size_t>(i)];
    g.tensor.sizes.push_back(size.symbolic() ? -1 : size.hint());
    g.tensor.strides.push_back(stride.symbolic() ? -1 : stride.hint());
    if (stride.symbolic()) bindings_.push_back({"", source, kMaxRank + i, stride.expr()});
  }
  guards.add(std::move(g));
  TensorMeta meta;
  meta.sizes = sizes;
  meta.strides = strides;
  meta.dtype = tensor.dtype();
  meta.device = tensor.device();
  Tensor fake = recorder.fake_of(std::move(meta));
  fake.impl()->requires_grad = tensor.requires_grad();
  if (tensor.requires_grad() && !is_leaf(tensor)) {
    Ref<GradNode> history = make_ref<EarlierHistory>();
    history->outputs.push_back(ValueMeta::of(fake));
    set_history(fake, history, 0);
  }
  Value example = torch::wrap_as(fake, value.as_object()->type);
  fx::Node* node = add_input(name, example, value, source,
                             value.as_object()->type == torch::torch_types().parameter ? "Parameter" : "Tensor");
  VarRef v = make_var(TensorVariable{{node, example, true}, {}});
  inputs_.back().var = v;
  return v;
}

vm::Type* deque_class(Interpreter& vm) {
  return vm.get_attribute(vm.import_module("_collections"), "deque").as<vm::Type>();
}

static void refuse_tensors(const vm::Set& set) {
  auto tensor = [](const auto& entry) { return !entry.key.is_null() && torch::as_tensor(entry.key); };
  if (std::none_of(set.table.entries().begin(), set.table.entries().end(), tensor)) return;
  unsupported_frame<Break::kSetOfTensors>("Python set containing torch.Tensor elements");
}

VarRef Output::wrap_container(const Value& value, const SourceRef& source) {
  bool queue = value.as_object()->type == deque_class(vm);
  if (vm::List* list = value.as<vm::List>(); list || queue) {
    std::vector<Value> items = list ? list->items : vm.to_vector(value);
    guard(GuardKind::kType, source, Value::of(value.as_object()->type));
    guard(GuardKind::kLength, source, {}, static_cast<int64_t>(items.size()));
    VarRef v = sequence(VarKind::kList, {}, value.as_object()->type);
    v->value = value;
    if (queue) v->as<ListVariable>().maxlen = constant(vm.get_attribute(value, "maxlen"));
    for (size_t i = 0; i < items.size(); ++i)
      v->items().push_back(wrap(items[i], item_source(source, static_cast<int>(i))));
    return v;
  }
  if (vm::Tuple* tuple = value.as<vm::Tuple>()) {
    guard(GuardKind::kType, source, Value::of(tuple->type));
    guard(GuardKind::kLength, source, {}, static_cast<int64_t>(tuple->items.size()));
    VarRef v = sequence(VarKind::kTuple, {}, tuple->type);
    v->value = value;
    for (size_t i = 0; i < tuple->items.size(); ++i)
      v->items().push_back(wrap(tuple->items[i], item_source(source, static_cast<int>(i))));
    return v;
  }
  if (vm::Dict* dict = dict_of(value)) {
    guard(GuardKind::kType, source, Value::of(value.as_object()->type));
    VarRef v = make_dict(value.as_object()->type);
    v->value = Value::of(dict);
    int index = 0;
    std::vector<Value> keys;
    bool objects = false;
    const Value* access = dict->type->is_native ? nullptr : dict->type->find(vm::intern("__getitem__"));
    bool own_access = access && access->as<vm::Function>();
    for (const auto& entry : dict->table.entries()) {
      if (entry.key.is_null()) continue;
      keys.push_back(entry.key);
      bool plain = !entry.key.is_object() || entry.key.as<vm::Type>() || is_plain_constant(entry.key) ||
                   entry.key.as<vm::Tuple>();
      objects = objects || !plain;
      VarRef key = plain ? from_value(entry.key) : wrap(entry.key, item_source(source, index, SourceKind::kDictKey));
      SourceRef item = dict_item_source(source, entry.key, plain ? -1 : index);
      item->raw = item->kind == SourceKind::kDictItem && own_access;
      v->entries().emplace_back(key, wrap(entry.value, item));
      ++index;
    }
    if (objects) guard(GuardKind::kDictKeys, source, vm::make_tuple(std::move(keys)));
    return v;
  }
  if (vm::Set* set = value.as<vm::Set>()) {
    refuse_tensors(*set);
    guard(GuardKind::kType, source, Value::of(set->type));
    guard(GuardKind::kEquals, source, vm.call(Value::of(set->type->is_native ? set->type : vm::types().set), {value}));
    VarRef v = sequence(VarKind::kSet, {}, set->type);
    v->value = value;
    for (const auto& entry : set->table.entries()) {
      if (!entry.key.is_null()) v->items().push_back(from_value(entry.key));
    }
    return v;
  }
  if (value.as<vm::Range>()) {
    guard(GuardKind::kType, source, Value::of(value.as_object()->type));
    for (const char* part : {"start", "stop", "step"}) {
      if (wrap_number(vm.get_attribute(value, part), attribute_source(source, part))->is(VarKind::kConstant)) continue;
      unsupported<Break::kPythonType>("DelayGraphBreakVariable() does not implement python_type()");
    }
    return from_value(value);
  }
  if (value.as<vm::Slice>()) {
    guard(GuardKind::kType, source, Value::of(vm::types().slice));
    std::vector<VarRef> parts;
    for (const char* part : {"start", "stop", "step"})
      parts.push_back(wrap(vm.get_attribute(value, part), attribute_source(source, part)));
    return make_slice(parts[0], parts[1], parts[2]);
  }
  return {};
}

VarRef Output::wrap_function(const Value& value, const SourceRef& source) {
  if (vm::Function* function = value.as<vm::Function>()) {
    if (!is_torch_code(function->globals)) guard(GuardKind::kCode, source, function->code);
    VarRef v = make_var<UserFunctionVariable>();
    v->value = value;
    return v;
  }
  if (vm::BoundMethod* method = value.as<vm::BoundMethod>()) {
    guard(GuardKind::kType, source, Value::of(vm::type_of(value)));
    VarRef function = wrap(method->function, attribute_source(source, "", SourceKind::kMethodFunction));
    return make_method(function, wrap(method->self, attribute_source(source, "", SourceKind::kMethodSelf)));
  }
  return {};
}

bool is_recurrent_module(Interpreter& vm, const Value& object) {
  Value base = vm.find_attribute(vm.import_module("torch.nn"), vm::intern("RNNBase"));
  return base.as<vm::Type>() && vm::type_of(object)->is_subtype_of(base.as<vm::Type>());
}
static void refuse_recurrent(Interpreter& vm, const Value& object) {
  if (!is_recurrent_module(vm, object)) return;
  unsupported_frame<Break::kRecurrentModule>(vm.repr(object));
}

bool is_tensor_function(Interpreter& vm, const Value& function) {
  return is_torch_code(function.as<vm::Function>()->globals) && fx::qualified_name(vm, function).rfind('.') == 5;
}

VarRef Output::wrap_object(const Value& value, const SourceRef& source) {
  vm::Object* object = value.as_object();
  bool instance = object->kind == vm::Kind::kInstance;
  if (!instance) {
    // A module of this library never changes, so it needs no guard; other objects are guarded by identity.
    vm::Module* module = value.as<vm::Module>();
    if (!module) guard(GuardKind::kIdentity, source, value);
    return make_value(value);
  }
  bool member = vm::type_of(Value::of(object->type))->name == "EnumType";  // an enum member is a singleton
  if (member) guard(GuardKind::kIdentity, source, value);
  else guard(GuardKind::kType, source, Value::of(object->type));
  if (object->type->name == "ndarray" && object->type->module == "numpy") {
    VarRef tensor =
        wrap_tensor(vm.get_attribute(value, "_tensor"), attribute_source(source, "_tensor"), input_name(*source));
    tensor->become(NumpyNdarrayVariable{tensor->proxy()});
    return tensor;
  }
  refuse_recurrent(vm, value);
  VarRef v = object->type->module == "torch._ops" ? make_value(value) : make_object(object->type);
  v->value = value;
  Value module_class = vm.find_attribute(vm.import_module("torch.nn"), vm::intern("Module"));
  if (vm::Type* module_type = module_class.as<vm::Type>(); module_type && object->type->is_subtype_of(module_type))
    source->under_module = true;
  return v;
}

VarRef Output::from_value(const Value& value) {
  if (is_plain_constant(value)) return constant(value);
  if (VarRef known = tracked.find(value.as_object())) return known;
  auto all = [&](const std::vector<Value>& values) {
    std::vector<VarRef> items;
    for (const Value& item : values) items.push_back(from_value(item));
    return items;
  };
  if (vm::Tuple* tuple = value.as<vm::Tuple>()) {
    return sequence(VarKind::kTuple, all(tuple->items), tuple->type);
  }
  if (vm::List* list = value.as<vm::List>()) return sequence(VarKind::kList, all(list->items));
  if (vm::Dict* dict = value.as<vm::Dict>()) {
    VarRef v = make_dict(dict->type);
    for (const auto& entry : dict->table.entries()) {
      if (!entry.key.is_null()) v->entries().emplace_back(from_value(entry.key), from_value(entry.value));
    }
    return v;
  }
  if (vm::Set* set = value.as<vm::Set>()) {
    VarRef v = sequence(VarKind::kSet, {}, set->type);
    for (const auto& entry : set->table.entries()) {
      if (!entry.key.is_null()) v->items().push_back(from_value(entry.key));
    }
    return v;
  }
  if (vm::Slice* slice = value.as<vm::Slice>())
    return make_slice(from_value(slice->start), from_value(slice->stop), from_value(slice->step));
  if (value.as<vm::Range>()) {
    VarRef v = make_var<RangeVariable>();
    v->value = value;
    return v;
  }
  if (value.as<vm::Function>()) {
    VarRef v = make_var<UserFunctionVariable>();
    v->value = value;
    return v;
  }
  if (vm::BoundMethod* method = value.as<vm::BoundMethod>()) {
    return make_method(from_value(method->function), from_value(method->self));
  }
  if (torch::SymIntObject* size = value.as<torch::SymIntObject>()) {
    int64_t fixed = 0;  // set if a guard has fixed the size meanwhile
    if (sym_is_constant(shapes->simplify(size->value.expr()), &fixed)) return constant_int(fixed);
    if (VarRef v = sym_var(value)) return v;
    return symbol_arithmetic(value.as<torch::SymIntObject>()->value.expr());
  }
  if (const Tensor* tensor = torch::as_tensor(value)) {
    if (tensor->is_fake()) unsupported<Break::kEscapedFake>("");
    fx::Node* node = constant_tensor(value);
    Tensor fake = recorder.lift(*tensor);
    fake.impl()->requires_grad = tensor->requires_grad();
    Value example = torch::wrap(fake);
    node->meta.as<vm::Dict>()->table.insert(vm::intern("example_value"), example);
    VarRef v = make_var(TensorVariable{{node, example}, {}});
    tracked.add(value, v);
    return v;
  }
  if (value.as_object()->kind == vm::Kind::kInstance) {
    vm::Type* type = value.as_object()->type;
    VarRef v = type->module == "torch._ops" ? make_value(value) : make_object(type);
    v->value = value;
    tracked.add(value, v);
    return v;
  }
  return make_value(value);
}

}  // namespace vt::dynamo
