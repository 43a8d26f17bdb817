// Records ops as nodes: finds the ATen overload for an op of the engine, and its arguments.
#include <algorithm>

#include "eager/autograd.h"
#include "ops/table.h"
#include "torch/binder.h"
#include "torch/objects.h"
#include "torchscript/script/library.h"
#include "torchscript/script/run_node.h"
#include "torchscript/trace/tracer.h"
#include "vm/frame.h"

namespace vt::script {

TypePtr traced_type(const Tensor& t) {
  static const std::pair<DType, const char*> names[] = {
      {DType::kUInt8, "Byte"}, {DType::kInt8, "Char"},        {DType::kInt16, "Short"},   {DType::kInt32, "Int"},
      {DType::kInt64, "Long"}, {DType::kFloat16, "Half"},     {DType::kFloat32, "Float"}, {DType::kFloat64, "Double"},
      {DType::kBool, "Bool"},  {DType::kBFloat16, "BFloat16"}};
  auto made = std::make_shared<Type>();
  for (auto [dtype, name] : names)
    if (t.dtype() == dtype) made->detail = name;
  std::string sizes, strides;
  for (int i = 0; i < t.rank(); ++i) {
    sizes += (i ? ", " : "") + std::to_string(t.size(i));
    strides += (i ? ", " : "") + std::to_string(t.strides()[i]);
  }
  made->detail += "(" + (t.rank() ? sizes + ", strides=[" + strides + "], " : std::string()) +
                  "requires_grad=" + (t.requires_grad() ? "1" : "0") + ", device=" + device_text(t.device()) + ")";
  return made;
}

Tracer::Tracer(vm::Interpreter& interpreter) : vm(interpreter) {}

Range Tracer::here() const {
  const vm::Frame* frame = vm.current_frame();
  // For torch.export, the range is the line of the innermost forward().
  for (const vm::Frame* at = frame; plain_sizes && at; at = at->back)
    if (at->code->code->name == "forward") {
      frame = at;
      break;
    }
  if (!frame) return {};
  const Code& code = *frame->code->code;
  auto text = std::make_shared<SourceText>();
  text->file = code.file->name();
  text->function = code.name;
  uint32_t at = frame->instruction();
  text->first_line = at < code.spans.size() ? code.spans[at].line : code.first_line;
  text->text = std::string(code.file->line(text->first_line)) + "\n";
  return {text, 0, text->text.size() > 1 ? text->text.size() - 1 : 0};
}

std::string Tracer::scope_text() const {
  std::string text;
  for (const Scope& scope : scopes)
    if (!scope.path.empty()) text += (text.empty() ? "__module." : "/__module.") + scope.path;
  return text;
}

void Tracer::finish_later(Value* value, std::string name, bool is_self) {
  --graph->next_unique;
  (is_self ? late_selves_ : late_attributes_).emplace_back(value, std::move(name));
}
void Tracer::finish() {
  for (auto* late : {&late_selves_, &late_attributes_})
    for (auto& [value, name] : *late) {
      value->unique = graph->next_unique++;
      value->set_name(name);
    }
}

Value* Tracer::constant(vm::Value value, TypePtr type) {
  Value* made = graph->insert_constant(std::move(value), std::move(type), here());
  made->node->scope = scope_text();
  return made;
}
Value* Tracer::none() {
  Value* made = graph->insert_none();
  made->node->scope = scope_text();
  return made;
}
Value* Tracer::list(const std::vector<Value*>& items, TypePtr element) {
  Node* node = graph->create("prim::ListConstruct", items);
  node->output()->type = list_of(std::move(element));
  return graph->insert(node)->output();
}

// Names a value after the local variable of the innermost function that holds its tensor.
void Tracer::give_name(const Tensor& tensor, Value* value) const {
  if (!naming || !value->name.empty() || value->node->is("prim::Constant")) return;
  const vm::Frame* frame = vm.current_frame();
  if (!frame) return;
  const Code& code = *frame->code->code;
  for (size_t i = 0; i < code.local_names.size(); ++i) {
    vm::Value local = frame->slots[i];
    if (const vm::Cell* cell = local.as<vm::Cell>()) local = cell->content;
    const Tensor* held = local.is_null() ? nullptr : torch::as_tensor(local);
    if (!held || !held->same(tensor) || code.local_names[i] == "self") continue;
    if (code.local_names[i][0] == '.') continue;
    return value->set_name(code.local_names[i]);
  }
}

void Tracer::name_value(const Tensor& tensor, std::string_view name) {
  auto known = values_.find(tensor.impl());
  if (!naming || known == values_.end()) return;
  Value* value = known->second.second;
  if (value->name.empty() && !value->node->is("prim::Constant")) value->set_name(std::string(name));
}

void Tracer::set_value(const Tensor& tensor, Value* value) { values_[tensor.impl()] = {tensor, value}; }

Value* Tracer::attribute_of(Value* owner, const std::string& name, const TypePtr& type, Block* block, bool anew) {
  if (!anew)
    for (const Value::Use& use : owner->uses)
      if (use.user->is("prim::GetAttr") && use.user->owner == block && use.user->text("name") == name)
        return use.user->output();
  Node* node = graph->create("prim::GetAttr", {owner});
  node->set("name", name);
  node->output()->type = type;
  node->insert_after(owner->node->is("prim::Param") || owner->node->owner != block ? block->param : owner->node);
  finish_later(node->output(), name.find_first_not_of("0123456789") == std::string::npos ? "_" + name : name, false);
  return node->output();
}

Value* Tracer::parameter_value(const Parameter& parameter) {
  // Read it from the innermost module scope that owns it.
  for (size_t i = scopes.size(); i-- > 0;) {
    const std::string& path = scopes[i].path;
    if (!path.empty() && parameter.path.rfind(path + ".", 0) != 0) continue;
    std::string rest = path.empty() ? parameter.path : parameter.path.substr(path.size() + 1);
    Value* at = scopes[i].self;
    vm::Value object = scopes[i].object;
    size_t begin = 0;
    for (;;) {
      size_t dot = rest.find('.', begin);
      std::string name = rest.substr(begin, dot == std::string::npos ? dot : dot - begin);
      ScriptObject& owner = *object.as<ScriptObject>();
      int slot = owner.cls->find(name);
      if (slot < 0) break;
      at = attribute_of(at, name, owner.cls->attributes[static_cast<size_t>(slot)].type,
                        scopes[i].node ? scopes[i].node->block(0) : graph->top.get());
      object = owner.slots[static_cast<size_t>(slot)];
      if (dot == std::string::npos) return at;
      begin = dot + 1;
    }
  }
  return nullptr;
}

Value* Tracer::value_of(const Tensor& tensor) {
  if (!tensor.defined()) return none();
  auto known = values_.find(tensor.impl());
  if (known != values_.end()) {
    give_name(tensor, known->second.second);
    return known->second.second;
  }
  auto parameter = parameters.find(tensor.impl());
  if (parameter != parameters.end()) {
    // Read again in each scope, because a method can access only its own module.
    if (Value* value = parameter_value(parameter->second)) return value;
  }
  if (tensor.requires_grad()) {
    std::string text = printed_text(vm, torch::wrap(tensor), tensor_type());
    // PyTorch prints the type in Python's form here: "[ torch.FloatTensor{2} ]", not "[ CPUFloatType{2} ]".
    if (size_t name = text.rfind("[ CPU"), end = text.rfind("Type{"); name != std::string::npos && end > name)
      text.replace(end, 4, "Tensor").replace(name + 2, 3, "torch.");
    vm::raise(vm::types().RuntimeError,
              "Cannot insert a Tensor that requires grad as a constant. Consider making it a parameter or input, or "
              "detaching the gradient\nTensor:\n" +
                  text);
  }
  return constant(torch::wrap(tensor), traced_type(tensor));
}

// Records that a number argument of the next op was read from a tensor, so that the op uses a graph value.
void Tracer::read_number(const Tensor& tensor, bool as_scalar) {
  Value* read = value_of(tensor);
  Node* node = graph->create(as_scalar ? "aten::ScalarImplicit" : "aten::Int", {read});
  node->schema = find_schema(node->kind, as_scalar ? "" : "Tensor");
  node->output()->type = simple_type(as_scalar ? TypeKind::kNumber : TypeKind::kInt);
  Dims at;
  at.resize(tensor.rank(), 0);
  // PyTorch inserts such reads directly after the tensor's node, the latest first.
  if (read->node->is("prim::Param")) graph->insert(node);
  else node->insert_after(read->node);
  read_numbers.push_back({read_element(tensor, at), node->output()});
}

Value* Tracer::take_read_number(double number) {
  for (size_t i = 0; i < read_numbers.size(); ++i) {
    if (read_numbers[i].number != number) continue;
    Value* value = read_numbers[i].value;
    read_numbers.erase(read_numbers.begin() + static_cast<std::ptrdiff_t>(i));
    return value;
  }
  return nullptr;
}

Value* Tracer::number_argument(const SymInt& number) {
  if (number.symbolic()) return size_number(number);
  int64_t plain = number.hint();
  if (Value* read = take_read_number(static_cast<double>(plain))) return read;
  return constant(vm::Value::integer(plain), simple_type(TypeKind::kInt));
}

// A symbolic number as a constant. Readers of the graph match it to the node that computed it by its text.
Value* Tracer::size_number(const SymInt& number) {
  return constant(torch::sym_int_value(number), simple_type(TypeKind::kInt));
}

void Tracer::record_size_arithmetic(const char* name, const SymInt& left, const SymInt& right, const SymInt& result) {
  Node* node =
      graph->create(std::string("size::") + name, {size_number(left), size_number(right), size_number(result)});
  node->output()->type = simple_type(TypeKind::kInt);
  node->range = here();
  graph->insert(node);
}

void Tracer::record_conversion(const char* kind, const char* overload, const Tensor& self,
                               const std::vector<vm::Value>& rest, const Tensor& result) {
  std::vector<Value*> inputs = {value_of(self)};
  for (const vm::Value& each : rest) {
    std::string reason;
    if (each.is_none()) inputs.push_back(none());
    else if (const Tensor* t = torch::as_tensor(each)) inputs.push_back(value_of(*t));
    else if (const torch::DTypeObject* dtype = each.as<torch::DTypeObject>())
      inputs.push_back(constant(vm::Value::integer(dtype_number(dtype->dtype)), simple_type(TypeKind::kInt)));
    else inputs.push_back(constant(each, *infer_type(vm, each, &reason)));
  }
  Node* node = graph->create(kind, inputs);
  node->schema = find_schema(kind, overload);
  node->range = here();
  node->scope = scope_text();
  node->output()->type = traced_type(result);
  set_value(result, graph->insert(node)->output());
}

void Tracer::lift_constant(const Tensor& made, bool detach) {
  bool named = std::exchange(naming, false);  // the local variables are those of the library
  set_value(made, constant(torch::wrap(made), traced_type(made)));
  vm::Value no = vm::Value::boolean(false);
  record_conversion("aten::to", "device", made,
                    {torch::device_value(made.device()), torch::dtype_value(made.dtype()), no, no, vm::Value::none()},
                    made);
  if (detach) record_conversion("aten::detach", "", made, {}, made);
  naming = named;
}

namespace {

const char* const kReductions[] = {"none", "mean", "sum"};
const char* const kMemoryFormats[] = {"contiguous_format", "preserve_format", "channels_last", "channels_last_3d"};

bool is_default(const Arg& arg, const Arg& expected) {
  if (arg.value.index() != expected.value.index()) return false;
  if (arg.is_none()) return true;
  if (const Scalar* a = std::get_if<Scalar>(&arg.value)) {
    const Scalar& b = std::get<Scalar>(expected.value);
    return a->to_double() == b.to_double();
  }
  if (const std::string* a = std::get_if<std::string>(&arg.value)) return *a == std::get<std::string>(expected.value);
  return false;
}

// Whether PyTorch's bindings wrap number arguments of an operator as tensors.
bool wraps_numbers(std::string_view name) {
  static constexpr std::string_view kNames[] = {"aten::add",  "aten::sub",  "aten::mul",
                                                "aten::div",  "aten::add_", "aten::sub_",
                                                "aten::mul_", "aten::div_", "aten::floor_divide"};
  return std::find(std::begin(kNames), std::end(kNames), name) != std::end(kNames);
}

// The ATen name of an engine op, if it differs.
std::string operator_name(const std::string& name) {
  static const std::pair<const char*, const char*> renamed[] = {{"cross_entropy", "cross_entropy_loss"},
                                                                {"nll_loss", "nll_loss_nd"},
                                                                {"norm", "linalg_vector_norm"},
                                                                {"conv1d", "_convolution"},
                                                                {"conv2d", "_convolution"},
                                                                {"conv3d", "_convolution"},
                                                                {"_softmax", "softmax"},
                                                                {"_log_softmax", "log_softmax"},
                                                                {"logsigmoid", "log_sigmoid"}};
  for (auto [ours, theirs] : renamed)
    if (name == ours) return std::string("aten::") + theirs;
  if (name.rfind("_quantized_", 0) == 0) return "quantized::" + name.substr(11);
  return "aten::" + name;
}

}  // namespace

bool Tracer::matches(const Schema& schema, const OpDef& op, const Args& args, std::vector<const Arg*>* found) const {
  const vt::Schema& ours = schema_of(op);
  found->assign(schema.arguments.size(), nullptr);
  for (size_t i = 0; i < ours.parameters.size(); ++i) {
    const vt::Parameter& p = ours.parameters[i];
    size_t at = schema.arguments.size();
    for (size_t k = 0; k < schema.arguments.size(); ++k) {
      const std::string& name = schema.arguments[k].name;
      if (name == p.name || (name == "train" && p.name == "training") || (name == "shape" && p.name == "size") ||
          (name == "size" && p.name == "shape") || (name == "ord" && p.name == "p") ||
          (name == "split_sizes" && p.name.rfind("split_size", 0) == 0))
        at = k;
    }
    if (at == schema.arguments.size() && i == 0 && !schema.arguments.empty() && !(*found)[0] &&
        p.type == ArgType::kTensor && is(schema.arguments[0].type, TypeKind::kTensor))
      at = 0;
    const Arg& arg = args[i];
    if (at == schema.arguments.size()) {
      bool unset = arg.is_none() || (p.has_default && is_default(arg, p.default_value)) || p.name == "implicit" ||
                   p.name == "_stacklevel" || p.name == "inplace";
      if (!unset) return false;
      continue;
    }
    const TypePtr type = without_none(schema.arguments[at].type);
    bool fits = true;
    const bool wraps = wraps_numbers(schema.name);
    if (std::holds_alternative<Tensor>(arg.value)) fits = is(type, TypeKind::kTensor);
    else if (std::holds_alternative<TensorList>(arg.value)) fits = is(type, TypeKind::kList);
    else if (std::holds_alternative<IntList>(arg.value))
      fits = is(type, TypeKind::kList) && is(type->element(), TypeKind::kInt);
    else if (std::holds_alternative<std::string>(arg.value))
      fits = is(type, TypeKind::kString) || p.name == "reduction" || p.name == "memory_format";
    else if (const Scalar* s = std::get_if<Scalar>(&arg.value)) {
      if ((is(type, TypeKind::kTensor) && !wraps) || is(type, TypeKind::kList) || is(type, TypeKind::kString))
        fits = false;
      if (is(type, TypeKind::kInt) && s->kind == Scalar::Kind::kFloat) fits = false;
      if (is(type, TypeKind::kBool) && s->kind != Scalar::Kind::kBool) fits = false;
    }
    if (!fits) return false;
    (*found)[at] = &arg;
  }
  for (size_t k = 0; k < schema.arguments.size(); ++k) {
    const Argument& a = schema.arguments[k];
    if ((*found)[k] || a.has_default) continue;
    // Arguments that the engine's ops lack; PyTorch's value is filled in.
    static const char* const known[] = {"cudnn_enabled", "cudnn_enable",  "transposed", "output_padding",
                                        "benchmark",     "deterministic", "allow_tf32", "memory_format"};
    if (std::none_of(std::begin(known), std::end(known), [&](const char* n) { return a.name == n; })) return false;
  }
  return true;
}

const Schema* Tracer::schema_for(const OpDef& op, const Args& args, bool inplace,
                                 std::vector<const Arg*>* found) const {
  const vt::Schema& ours = schema_of(op);
  if (ours.python_name[0] == '_' && ours.python_name.rfind("_quantized_", 0) != 0) return nullptr;
  std::string name = operator_name(ours.python_name);
  if (name == "aten::split" && args.size() > 1 && std::holds_alternative<IntList>(args[1].value))
    name = "aten::split_with_sizes";
  if (spelled && ours.python_name.find("bitwise_") != std::string::npos) name = spelled;
  if (inplace && name.back() != '_') name += "_";
  size_t dot = ours.name.find('.');
  std::string overload = dot == std::string::npos ? "" : ours.name.substr(dot + 1);
  const std::vector<Schema>& variants = schemas(name);
  if ((name == "aten::std" || name == "aten::var") && overload.empty() &&
      std::all_of(ours.parameters.begin() + 1, ours.parameters.end(), [&](const vt::Parameter& p) {
        const Arg& given = args[static_cast<size_t>(&p - ours.parameters.data())];
        return given.is_none() || (p.has_default && is_default(given, p.default_value));
      }))
    overload = "correction";  // the overload that PyTorch's method calls without arguments
  for (bool named : {true, false})
    for (const Schema& schema : variants) {
      // Numbers are wrapped as tensors here, so the Scalar overloads are skipped (only scripts use them).
      if (wraps_numbers(name) && schema.overload == "Scalar") continue;
      if (schema.out_variant || schema.overload == "deprecated" ||
          (named && (overload.empty() || schema.overload != overload)))
        continue;
      if (matches(schema, op, args, found)) return &schema;
    }
  return nullptr;
}

namespace {
// Wraps a number of the program as a tensor of its widest dtype, as PyTorch does.
Tensor wrapped_number(const Scalar& s) {
  if (!s.is_float()) return torch::tensor_from_number(s);
  Tensor t = empty_tensor({}, DType::kFloat64);
  *t.data<double>() = s.to_double();
  return t;
}
}  // namespace

Value* Tracer::argument(const Argument& formal, const Arg* arg) {
  const TypePtr type = without_none(formal.type);
  if (!arg || arg->is_none()) {
    if (formal.name == "cudnn_enabled" || formal.name == "cudnn_enable" || formal.name == "allow_tf32")
      return constant(vm::Value::boolean(true), simple_type(TypeKind::kBool));
    if (formal.name == "transposed" || formal.name == "benchmark" || formal.name == "deterministic")
      return constant(vm::Value::boolean(false), simple_type(TypeKind::kBool));
    if (formal.name == "end" && arg) return constant(vm::Value::integer(INT64_MAX), simple_type(TypeKind::kInt));
    if (formal.name == "start" && arg) return constant(vm::Value::integer(0), simple_type(TypeKind::kInt));
    if (formal.name == "stride" && is(type, TypeKind::kList)) return list({}, simple_type(TypeKind::kInt));
    if (!formal.has_default || formal.default_value.is_none()) return none();
    return constant(formal.default_value, formal.default_value.is_bool()    ? simple_type(TypeKind::kBool)
                                          : formal.default_value.is_int()   ? simple_type(TypeKind::kInt)
                                          : formal.default_value.is_float() ? simple_type(TypeKind::kFloat)
                                                                            : type);
  }
  if (const Tensor* t = std::get_if<Tensor>(&arg->value)) return value_of(*t);
  if (const TensorList* items = std::get_if<TensorList>(&arg->value)) {
    std::vector<Value*> values;
    for (const Tensor& item : *items) values.push_back(value_of(item));
    return list(values, type->element());
  }
  if (const IntList* items = std::get_if<IntList>(&arg->value)) {
    std::vector<Value*> values;
    for (const SymInt& item : *items) values.push_back(number_argument(item));
    return list(values, simple_type(TypeKind::kInt));
  }
  if (const std::vector<double>* items = std::get_if<std::vector<double>>(&arg->value)) {
    std::vector<Value*> values;
    for (double item : *items) values.push_back(constant(vm::Value::real(item), simple_type(TypeKind::kFloat)));
    return list(values, simple_type(TypeKind::kFloat));
  }
  if (const Scalar* s = std::get_if<Scalar>(&arg->value)) {
    if (!s->is_float() && s->integer.symbolic()) return size_number(s->integer);
    if (is(type, TypeKind::kTensor)) return value_of(wrapped_number(*s));
    if (is(type, TypeKind::kFloat)) return constant(vm::Value::real(s->to_double()), type);
    if (Value* read = take_read_number(s->to_double())) return read;
    if (s->kind == Scalar::Kind::kBool) return constant(vm::Value::boolean(s->to_bool()), simple_type(TypeKind::kBool));
    if (s->kind == Scalar::Kind::kFloat) return constant(vm::Value::real(s->number), simple_type(TypeKind::kFloat));
    return number_argument(s->integer);
  }
  if (const std::string* text = std::get_if<std::string>(&arg->value)) {
    for (int64_t i = 0; i < 3; ++i)
      if (is(type, TypeKind::kInt) && *text == kReductions[i]) return constant(vm::Value::integer(i), type);
    for (int64_t i = 0; i < 4; ++i)
      if (is(type, TypeKind::kInt) && *text == kMemoryFormats[i]) return constant(vm::Value::integer(i), type);
    if (is(type, TypeKind::kInt)) return none();
    return constant(vm::make_str(*text), type);
  }
  if (const DType* dtype = std::get_if<DType>(&arg->value))
    return constant(vm::Value::integer(dtype_number(*dtype)), simple_type(TypeKind::kInt));
  if (const Device* device = std::get_if<Device>(&arg->value))
    return constant(torch::device_value(*device), simple_type(TypeKind::kDevice));
  return none();
}

void Tracer::set_outputs(Node* node, const Schema& schema, const Outputs& outputs) {
  if (schema.results.size() == 1 && is(schema.results[0], TypeKind::kList)) {
    node->output()->type = list_of(tensor_type());
    Node* unpack = graph->create("prim::ListUnpack", {node->output()}, outputs.size());
    graph->insert(unpack);
    node = unpack;
  }
  for (size_t i = 0; i < outputs.size() && i < node->outputs.size(); ++i) {
    node->outputs[i]->type = traced_type(outputs[i]);
    set_value(outputs[i], node->outputs[i]);
  }
}

bool Tracer::record(const OpDef& op, const Args& args, const Outputs& outputs, bool inplace) {
  std::vector<const Arg*> found;
  const Schema* schema = schema_for(op, args, inplace, &found);
  if (!schema) return false;
  std::vector<Value*> inputs;
  for (size_t k = 0; k < schema->arguments.size(); ++k) {
    if (schema->arguments[k].name == "output_padding" && !found[k]) {
      size_t dims = std::get<IntList>(found[3]->value).size();
      std::vector<Value*> zeros;
      for (size_t d = 0; d < dims; ++d) zeros.push_back(constant(vm::Value::integer(0), simple_type(TypeKind::kInt)));
      inputs.push_back(list(zeros, simple_type(TypeKind::kInt)));
      continue;
    }
    // Filled in by PyTorch's bindings: factories get an explicit device and pin_memory.
    bool given = found[k] && !found[k]->is_none();
    if (!given && schema->arguments[k].name == "pin_memory") {
      inputs.push_back(constant(vm::Value::boolean(false), simple_type(TypeKind::kBool)));
      continue;
    }
    bool factory = schema->arguments[0].name != "self" && k + 1 < schema->arguments.size() &&
                   schema->arguments[k + 1].name == "pin_memory";
    if (!given && factory && schema->arguments[k].name == "device") {
      inputs.push_back(constant(torch::device_value(outputs[0].device()), simple_type(TypeKind::kDevice)));
      continue;
    }
    inputs.push_back(argument(schema->arguments[k], found[k]));
  }
  read_numbers.clear();
  Node* node = graph->create(schema->name, inputs, schema->results.size());
  node->schema = schema;
  node->range = here();
  node->scope = scope_text();
  graph->insert(node);
  set_outputs(node, *schema, outputs);
  return true;
}

Outputs Tracer::call(const OpDef& op, Args args) {
  if (suspended) return inner->call(op, std::move(args));
  std::vector<const Arg*> found;
  bool inplace = op.traits & kMutates;
  if (!schema_for(op, args, inplace, &found)) {
    if (op.decompose) return op.decompose(args);
    return inner->call(op, std::move(args));
  }
  Args kept = args;
  ++suspended;
  Outputs outputs;
  try {
    outputs = inner->call(op, std::move(args));
  } catch (...) {
    --suspended;
    throw;
  }
  --suspended;
  record(op, kept, outputs, inplace);
  return outputs;
}

Tensor Tracer::call_inplace(const OpDef& op, Args args) {
  if (suspended) return inner->call_inplace(op, std::move(args));
  Args kept = args;
  ++suspended;
  Tensor result;
  try {
    result = inner->call_inplace(op, std::move(args));
  } catch (...) {
    --suspended;
    throw;
  }
  --suspended;
  record(op, kept, {result}, true);
  return result;
}

}  // namespace vt::script
