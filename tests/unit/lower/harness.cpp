#include "unit/lower/harness.h"

#include "catch.h"
#include "support/check.h"

namespace vt::test {
namespace {

OpRecorder* recorder_of(const Args& args) {
  for (const Arg& arg : args.values()) {
    if (const Tensor* t = std::get_if<Tensor>(&arg.value); t && t->is_fake()) return t->impl()->fake->recorder;
    if (const TensorList* list = std::get_if<TensorList>(&arg.value))
      for (const Tensor& t : *list)
        if (t.defined() && t.is_fake()) return t.impl()->fake->recorder;
  }
  return nullptr;
}

struct Symbols {
  std::vector<std::pair<std::string, int64_t>> values;
  int64_t of(std::string_view name) const {
    for (const auto& [known, value] : values)
      if (known == name) return value;
    VT_CHECK(false, "no value for " + std::string(name));
    return 0;
  }
  int64_t evaluate(const SymExpr& e) const {
    return sym_evaluate(
        e, [](const void* s, std::string_view name) { return static_cast<const Symbols*>(s)->of(name); }, this);
  }
  std::vector<int64_t> evaluate(const std::vector<SymExpr>& list) const {
    std::vector<int64_t> result;
    for (const SymExpr& e : list) result.push_back(evaluate(e));
    return result;
  }
};

Tensor strided(const Tensor& storage, const Symbols& symbols, const std::vector<SymExpr>& sizes,
               const std::vector<SymExpr>& strides, const SymExpr& offset) {
  return view_of(storage, symbols.evaluate(sizes), symbols.evaluate(strides),
                 storage.impl()->offset + symbols.evaluate(offset));
}

template <class Nest>
std::vector<void*> pointers(const Nest& nest, const std::vector<Tensor>& tensors) {
  std::vector<void*> result;
  for (const loop::NestBuffer& b : nest.buffers) {
    const Tensor& t = tensors[static_cast<size_t>(b.program_buffer)];
    result.push_back(t.impl()->storage->data() + t.impl()->offset * dtype_bytes(t.dtype()));
  }
  return result;
}

template <class Nest>
std::vector<int64_t> symbol_values(const Nest& nest, const Symbols& symbols) {
  std::vector<int64_t> result;
  for (const std::string& name : nest.symbols) result.push_back(symbols.of(name));
  return result;
}

void run_extern(const ExternCall& call, std::vector<Tensor>& tensors, const Symbols& symbols) {
  std::vector<Arg> args;
  for (const ExternArg& arg : call.args) {
    TensorList views;
    for (const ExternArg::View& view : arg.views)
      views.push_back(view.buffer < 0 ? Tensor()
                                      : strided(tensors[static_cast<size_t>(view.buffer)], symbols, view.sizes,
                                                view.strides, view.offset));
    if (arg.kind == ExternArg::Kind::kPlain)
      args.push_back(with_values(arg.plain, {symbols.values.begin(), symbols.values.end()}));
    else if (arg.kind == ExternArg::Kind::kBuffer) args.emplace_back(views[0]);
    else args.emplace_back(views);
  }
  Outputs outputs = vt::call(*call.op, Args(std::move(args)));
  for (size_t i = 0; i < outputs.size(); ++i) {
    Tensor& target = tensors[static_cast<size_t>(call.outputs[i])];
    run("copy_", {target, outputs[i]});
  }
}

}  // namespace

Outputs PlainDispatcher::call(const OpDef& op, Args args) {
  OpRecorder* recorder = recorder_of(args);
  if (!recorder && args.size() && !args[0].is_tensor()) recorder = active_recorder();
  if (recorder) return recorder->record(op, args);
  return op.kernel ? op.kernel(args) : op.decompose(args);
}
Tensor PlainDispatcher::call_inplace(const OpDef& op, Args args) {
  OpRecorder* recorder = recorder_of(args);
  if (recorder) {
    recorder->record_inplace(op, args);
  } else {
    VT_CHECK((op.traits & kMutates) && op.kernel, "of real tensors the tests change copies only");
    op.kernel(args);
  }
  return args.tensor(0);
}

Inputs tensors_of(const Args& args) {
  Inputs inputs;
  for (const Arg& arg : args.values()) {
    if (const Tensor* t = std::get_if<Tensor>(&arg.value)) inputs.push_back(*t);
    if (const TensorList* list = std::get_if<TensorList>(&arg.value))
      for (const Tensor& t : *list)
        if (t.defined()) inputs.push_back(t);
  }
  return inputs;
}
Args with_tensors(const Args& args, const Inputs& inputs) {
  size_t next = 0;
  std::vector<Arg> result;
  for (const Arg& arg : args.values()) {
    if (std::get_if<Tensor>(&arg.value)) {
      result.emplace_back(inputs[next++]);
    } else if (const TensorList* list = std::get_if<TensorList>(&arg.value)) {
      TensorList items;
      for (const Tensor& t : *list) items.push_back(t.defined() ? inputs[next++] : Tensor());
      result.emplace_back(std::move(items));
    } else {
      result.push_back(arg);
    }
  }
  return Args(std::move(result));
}

bool has_rule(const OpDef& op) {
  return (op.pointwise || op.lower || op.decompose) && !(op.traits & (kRandom | kMutates | kShapeDependsOnData));
}

void install() {
  static PlainDispatcher dispatcher;
  install_dispatcher(&dispatcher);
}

const OpDef& op(const char* name) {
  const OpDef* found = find_op(name);
  VT_CHECK(found, std::string("no op ") + name);
  return *found;
}

Tensor random_tensor(std::vector<int64_t> sizes, uint32_t seed) {
  Tensor t = empty_tensor(sizes, DType::kFloat32);
  uint32_t state = seed * 747796405u + 2891336453u;
  for (int64_t i = 0; i < t.numel(); ++i) {
    state = state * 1664525u + 1013904223u;
    t.data<float>()[i] = static_cast<float>(static_cast<int32_t>(state >> 8) % 2001 - 1000) / 500.0f;
  }
  return t;
}

Graph record(const Inputs& inputs, const Body& body, bool dynamic) {
  install();
  auto shapes = std::make_shared<ShapeEnv>();
  GraphRecorder recorder(shapes);
  Inputs fakes;
  std::vector<std::pair<int64_t, SymInt>> known;
  for (size_t i = 0; i < inputs.size(); ++i) {
    TensorMeta meta = meta_of(inputs[i]);
    if (dynamic) {
      for (SymInt& size : meta.sizes) {
        if (size.hint() < 2) continue;
        auto same = std::find_if(known.begin(), known.end(), [&](const auto& k) { return k.first == size.hint(); });
        if (same == known.end()) same = known.insert(known.end(), {size.hint(), shapes->new_symbol(size.hint(), "x")});
        size = same->second;
      }
      meta.strides = contiguous_sym_strides(meta.sizes);
    }
    fakes.push_back(recorder.add_input(meta, "arg" + std::to_string(i) + "_1"));
  }
  RecorderScope scope(&recorder);
  std::vector<Arg> outputs;
  for (const Tensor& t : body(fakes)) outputs.emplace_back(t);
  recorder.set_outputs(outputs);
  Graph graph = std::move(recorder.graph());
  REQUIRE(verify_graph(graph) == "");
  return graph;
}

Outputs run_program(const Program& program, const Inputs& inputs) {
  Symbols symbols;
  for (const SymbolSource& s : program.symbols)
    symbols.values.emplace_back(s.symbol, inputs[static_cast<size_t>(s.input)].size(s.axis));
  std::vector<Tensor> tensors(program.buffers.size());
  // One arena, as the runtime has it, so that the memory plan is tested too.
  int64_t arena_bytes = symbols.evaluate(program.arena_bytes);
  Tensor arena = empty_tensor(std::vector<int64_t>{arena_bytes + 64}, DType::kUInt8);
  for (size_t b = 0; b < tensors.size(); ++b) {
    const Buffer& buffer = program.buffers[b];
    if (buffer.kind == BufferKind::kInput) tensors[b] = inputs[static_cast<size_t>(buffer.input)];
    else if (buffer.kind == BufferKind::kConstant) tensors[b] = buffer.constant;
    else if (buffer.kind == BufferKind::kOutput || !buffer.arena_offset)
      tensors[b] = empty_strided(symbols.evaluate(buffer.sizes), symbols.evaluate(buffer.strides), buffer.dtype);
    else {
      auto impl = make_ref<TensorImpl>();
      impl->storage = arena.impl()->storage;
      impl->dtype = buffer.dtype;
      impl->offset = symbols.evaluate(buffer.arena_offset) / dtype_bytes(buffer.dtype);
      std::vector<int64_t> sizes = symbols.evaluate(buffer.sizes), strides = symbols.evaluate(buffer.strides);
      impl->sizes = Dims(sizes);
      impl->strides = Dims(strides);
      tensors[b] = Tensor(impl);
    }
  }
  for (const Step& step : program.steps) {
    if (const auto* nest = std::get_if<loop::LoopNest>(&step)) {
      REQUIRE(loop::verify_nest(*nest) == "");
      loop::interpret_nest(*nest, pointers(*nest, tensors).data(), symbol_values(*nest, symbols).data());
    } else if (const auto* product = std::get_if<loop::MatmulTemplate>(&step)) {
      loop::interpret_template(*product, pointers(*product, tensors).data(), symbol_values(*product, symbols).data());
    } else {
      run_extern(std::get<ExternCall>(step), tensors, symbols);
    }
  }
  Outputs outputs;
  for (const ProgramOutput& output : program.outputs)
    outputs.push_back(output.buffer < 0 ? Tensor()
                                        : strided(tensors[static_cast<size_t>(output.buffer)], symbols, output.sizes,
                                                  output.strides, output.offset));
  return outputs;
}

bool close(const Tensor& a, const Tensor& b, double tolerance) {
  if (!a.defined() || !b.defined()) return a.defined() == b.defined();
  if (!(a.sizes() == b.sizes()) || a.dtype() != b.dtype()) return false;
  std::vector<double> x, y;
  std::vector<int64_t> index(static_cast<size_t>(a.rank()));
  for (int64_t i = 0; i < a.numel(); ++i) {
    int64_t rest = i;
    for (size_t axis = index.size(); axis-- > 0; rest /= a.size(static_cast<int>(axis)))
      index[axis] = rest % a.size(static_cast<int>(axis));
    x.push_back(read_element(a, index)), y.push_back(read_element(b, index));
  }
  // Where large terms cancel, the error of a sum is relative to the terms: the largest element stands for them.
  double largest = 0;
  for (double value : y)
    if (std::isfinite(value)) largest = std::max(largest, std::fabs(value));
  for (size_t i = 0; i < x.size(); ++i) {
    if (x[i] == y[i] || (std::isnan(x[i]) && std::isnan(y[i]))) continue;
    if (!(std::fabs(x[i] - y[i]) <= tolerance * (1 + largest))) return false;
  }
  return true;
}

std::string loops(const Program& program) {
  std::string text;
  for (const TaggedLine& line : print_loops(program)) text += line.text + "\n";
  return text;
}
std::string fusion(const Program& program) {
  std::string text;
  for (const TaggedLine& line : print_fusion(program)) text += line.text + "\n";
  return text;
}

Program check(const Inputs& inputs, const Body& body, LowerOptions options) {
  Graph graph = record(inputs, body);
  INFO(graph_text(graph));
  std::vector<Arg> args(inputs.begin(), inputs.end());
  Outputs expected = run_graph(graph, args);
  Program program = lower_graph(graph, options);
  INFO(loops(program));
  INFO(fusion(program));
  Outputs actual = run_program(program, inputs);
  REQUIRE(actual.size() == expected.size());
  for (size_t i = 0; i < actual.size(); ++i) CHECK(close(actual[i], expected[i]));
  return program;
}

}  // namespace vt::test
