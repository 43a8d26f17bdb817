// Runs the tape backwards: nodes in the order of their dependencies, later ones first.
#include <algorithm>
#include <functional>
#include <queue>
#include <unordered_map>
#include <unordered_set>
#include <utility>

#include "eager/call_watcher.h"
#include "eager/internal.h"
#include "eager/kept_graph.h"
#include "support/check.h"

namespace vt {
namespace {

struct Capture {
  uint32_t output;
  size_t result;
};

thread_local int64_t next_task = 0;

// One backward() or grad() call.
struct GraphTask {
  int64_t number = next_task++;
  BackwardOptions options;
  bool restricted = false;                     // only paths to `inputs` run
  std::unordered_set<const GradNode*> wanted;  // nodes on such paths, accumulators of inputs included
  std::unordered_map<const GradNode*, std::vector<Capture>> captures;
  TensorList results;
  std::unordered_map<GradNode*, int> dependencies;  // of every node that can be reached
  std::unordered_map<GradNode*, TensorList> buffers;
  std::vector<std::function<void()>> callbacks;  // when every node has run; one may add another
};

thread_local GraphTask* current_task = nullptr;

struct TaskScope {
  GraphTask* previous = current_task;
  explicit TaskScope(GraphTask& task) { current_task = &task; }
  ~TaskScope() { current_task = previous; }
};

struct Later {
  bool operator()(const Ref<GradNode>& a, const Ref<GradNode>& b) const { return a->sequence < b->sequence; }
};
using ReadyQueue = std::priority_queue<Ref<GradNode>, std::vector<Ref<GradNode>>, Later>;

void count_dependencies(GraphTask& task, const std::vector<Edge>& roots) {
  std::vector<GradNode*> stack;
  std::unordered_set<GradNode*> seen;
  auto visit = [&](const Edge& edge) {
    if (!edge.node) return;
    ++task.dependencies[edge.node.get()];
    if (seen.insert(edge.node.get()).second) stack.push_back(edge.node.get());
  };
  for (const Edge& root : roots) visit(root);
  while (!stack.empty()) {
    GradNode* node = stack.back();
    stack.pop_back();
    for (const Edge& edge : node->edges) visit(edge);
  }
}

// Marks every node from which a target can be reached.
void mark_wanted(GraphTask& task, const std::vector<Edge>& roots) {
  struct Visit {
    GradNode* node;
    size_t next;
  };
  std::unordered_set<GradNode*> seen;
  std::vector<Visit> stack;
  for (const Edge& root : roots) {
    if (!root.node || !seen.insert(root.node.get()).second) continue;
    stack.push_back({root.node.get(), 0});
    while (!stack.empty()) {
      Visit& top = stack.back();
      if (top.next < top.node->edges.size()) {
        GradNode* child = top.node->edges[top.next++].node.get();
        if (child && seen.insert(child).second) stack.push_back({child, 0});
        continue;
      }
      GradNode* node = top.node;
      stack.pop_back();
      for (const Edge& edge : node->edges) {
        if (edge.node && (task.wanted.count(edge.node.get()) || task.captures.count(edge.node.get())))
          task.wanted.insert(node);
      }
    }
  }
}

// The sum may be written into the older gradient when nobody else can see it.
Tensor sum_gradients(const Tensor& a, const Tensor& b) {
  bool exclusive = !grad_enabled() && !call_watcher() && !a.is_fake() && !b.is_fake() && a.impl()->ref_count() == 1 &&
                   a.impl()->storage->ref_count() == 1 && a.is_contiguous() && a.dtype() == b.dtype() &&
                   a.sizes() == b.sizes();
  if (exclusive) return call_inplace(required_op("add"), {a, b});
  return call1(required_op("add"), {a, b});
}

void add_gradient(GraphTask& task, const Edge& edge, Tensor grad) {
  TensorList& buffer = task.buffers[edge.node.get()];
  size_t needed = std::max<size_t>(edge.node->outputs.size(), edge.output + 1);
  if (buffer.size() < needed) buffer.resize(needed);
  if (!grad.defined()) return;
  Tensor& slot = buffer[edge.output];
  slot = slot.defined() ? sum_gradients(slot, grad) : std::move(grad);
}

// A gradient of a broadcast shape is summed, one of another dtype cast; anything else is
// the custom function's mistake.
Tensor fit_gradient(const GradNode& from, size_t index, Tensor grad, const ValueMeta& meta) {
  if (!(grad.sizes() == meta.sizes)) {
    IntList axes;
    int missing = grad.rank() - meta.sizes.size();
    bool fits = missing >= 0;
    for (int axis = 0; fits && axis < grad.rank(); ++axis) {
      int64_t size = axis < missing ? 1 : meta.sizes[axis - missing];
      if (grad.size(axis) == size) continue;
      if (size == 1) axes.push_back(axis);
      else fits = false;
    }
    for (int axis = 0; axis < missing; ++axis) {
      if (grad.size(axis) == 1) axes.push_back(axis);
    }
    if (!fits) {
      tensor_error("Function " + from.name() + " returned an invalid gradient at index " + std::to_string(index) +
                   " - got " + sizes_text(grad.sizes()) + " but expected shape compatible with " +
                   sizes_text(meta.sizes));
    }
    grad = call1(required_op("sum.dim_IntList"), {grad, axes, true, Arg()});
    grad = call1(required_op("view"), {grad, meta.tensor_meta().sizes});
  }
  if (grad.dtype() != meta.dtype) grad = call1(required_op("to.dtype"), {grad, meta.dtype});
  return grad;
}

void run_output_hooks(GradNode& node, TensorList& grads) {
  if (node.accumulates()) {
    if (grads[0].defined()) run_tensor_hooks(autograd_meta(node.variable())->hooks, grads[0]);
  }
  auto output_hooks = node.output_hooks;
  for (auto& entry : output_hooks) {
    if (entry.output >= grads.size()) continue;
    Tensor replaced = entry.hook(grads[entry.output]);  // also where no gradient came: the hook sees None
    if (replaced.defined()) grads[entry.output] = replaced;
  }
  for (const GradNode::Retained& entry : node.retained) {
    if (entry.output >= grads.size() || !grads[entry.output].defined()) continue;
    AutogradMeta& meta = ensure_autograd_meta(Tensor(Ref<TensorImpl>(entry.tensor)));
    Tensor grad = grads[entry.output];
    if (meta.grad.defined()) meta.grad = call1(required_op("add"), {meta.grad, grad});
    else meta.grad = grad_enabled() ? call1(required_op("clone"), {grad}) : detach(call1(required_op("clone"), {grad}));
    note_gradient(meta);
  }
}

void check_anomaly(const GradNode& node, const TensorList& grads) {
  if (!anomaly_enabled() || !anomaly_checks_nan()) return;
  for (size_t i = 0; i < grads.size(); ++i) {
    if (!grads[i].defined() || grads[i].is_fake() || !is_floating(grads[i].dtype())) continue;
    GradModeScope no_grad(false);
    Tensor any = call1(required_op("any"), {call1(required_op("isnan"), {grads[i]})});
    if (read_element(any, {}) != 0)
      tensor_error("Function '" + node.name() + "' returned nan values in its " + std::to_string(i) + "th output.");
  }
}

TensorList run_node(GraphTask& task, GradNode& node, TensorList grads) {
  if (node.needs_all_grads) {
    for (size_t i = 0; i < grads.size() && i < node.outputs.size(); ++i) {
      if (!grads[i].defined()) {
        TensorMeta meta = node.outputs[i].tensor_meta();
        grads[i] = call1(required_op("zeros"), {meta.sizes, meta.dtype, meta.device});
      }
    }
  }
  auto prehooks = node.prehooks;
  for (auto& [id, hook] : prehooks) {
    TensorList replaced = hook(grads);
    if (!replaced.empty()) grads = std::move(replaced);
  }
  TensorList kept = node.hooks.empty() ? TensorList() : grads;
  TensorList results = node.apply(std::move(grads));
  auto hooks = node.hooks;
  for (auto& [id, hook] : hooks) {
    TensorList replaced = hook(results, kept);
    if (!replaced.empty()) results = std::move(replaced);
  }
  check_anomaly(node, results);
  if (!task.options.retain_graph) node.release_saved();
  return results;
}

void capture_gradients(GraphTask& task, const GradNode& node, const TensorList& grads) {
  auto found = task.captures.find(&node);
  if (found == task.captures.end()) return;
  for (const Capture& capture : found->second) {
    if (capture.output < grads.size()) task.results[capture.result] = grads[capture.output];
  }
}

bool runs(const GraphTask& task, const GradNode& node) { return !task.restricted || task.wanted.count(&node); }

void process(GraphTask& task, GradNode& node, ReadyQueue& ready) {
  TensorList grads = std::move(task.buffers[&node]);
  task.buffers.erase(&node);
  size_t outputs = std::max<size_t>(node.outputs.size(), 1);
  if (grads.size() < outputs) grads.resize(outputs);
  run_output_hooks(node, grads);
  capture_gradients(task, node, grads);
  TensorList results;
  if (runs(task, node)) results = run_node(task, node, std::move(grads));
  for (size_t i = 0; i < node.edges.size(); ++i) {
    const Edge& edge = node.edges[i];
    if (!edge.node) continue;
    if (i < results.size() && results[i].defined()) {
      Tensor grad = std::move(results[i]);
      if (edge.output < edge.node->outputs.size())
        grad = fit_gradient(node, i, std::move(grad), edge.node->outputs[edge.output]);
      if (edge_wanted(edge)) add_gradient(task, edge, std::move(grad));
    }
    if (--task.dependencies[edge.node.get()] == 0) ready.push(edge.node);
  }
}

void run_task(GraphTask& task, const std::vector<Edge>& roots, TensorList root_grads) {
  count_dependencies(task, roots);
  if (task.restricted) mark_wanted(task, roots);
  TaskScope active(task);
  GradModeScope grad_mode(task.options.create_graph);
  ReadyQueue ready;
  for (size_t i = 0; i < roots.size(); ++i) add_gradient(task, roots[i], std::move(root_grads[i]));
  for (const Edge& root : roots) {
    if (--task.dependencies[root.node.get()] == 0) ready.push(root.node);
  }
  while (!ready.empty()) {
    Ref<GradNode> node = ready.top();
    ready.pop();
    process(task, *node, ready);
  }
  for (size_t i = 0; i < task.callbacks.size(); ++i) std::exchange(task.callbacks[i], {})();
}

Tensor root_gradient(const Tensor& output, const Tensor& given, size_t index, bool create_graph) {
  if (given.defined()) {
    if (!(given.sizes() == output.sizes())) {
      tensor_error("Mismatch in shape: grad_output[" + std::to_string(index) + "] has a shape of torch.Size(" +
                   sizes_text(given.sizes()) + ") and output[" + std::to_string(index) +
                   "] has a shape of torch.Size(" + sizes_text(output.sizes()) + ").");
    }
    return given;
  }
  if (output.numel() != 1) tensor_error("grad can be implicitly created only for scalar outputs");
  GradModeScope no_grad(create_graph && grad_enabled());
  return call1(required_op("ones_like"), {detach(output), Arg(), Arg(), Arg("preserve_format")});
}

std::vector<Edge> root_edges(const TensorList& tensors) {
  std::vector<Edge> roots;
  for (size_t i = 0; i < tensors.size(); ++i) {
    if (!tensors[i].requires_grad())
      tensor_error("element " + std::to_string(i) + " of tensors does not require grad and does not have a grad_fn");
    roots.push_back(gradient_edge(tensors[i]));
  }
  return roots;
}

TensorList root_gradients(const TensorList& tensors, const TensorList& grads, bool create_graph) {
  TensorList result;
  for (size_t i = 0; i < tensors.size(); ++i) {
    // A tensor that cannot be differentiated is reported by root_edges, unless its shape is wrong first.
    bool given = i < grads.size() && grads[i].defined();
    if (!given && !tensors[i].requires_grad()) root_edges(tensors);
    result.push_back(root_gradient(tensors[i], given ? grads[i] : Tensor(), i, create_graph));
  }
  return result;
}

}  // namespace

void run_tensor_hooks(const std::vector<std::pair<int64_t, TensorHook>>& hooks, Tensor& grad) {
  auto copy = hooks;  // a hook may remove itself
  for (auto& [id, hook] : copy) {
    Tensor replaced = hook(grad);
    if (replaced.defined()) grad = replaced;
  }
}

bool edge_wanted(const Edge& edge) {
  if (!edge.node) return false;
  GraphTask* task = current_task;
  return !task || !task->restricted || task->wanted.count(edge.node.get()) || task->captures.count(edge.node.get());
}
bool backward_keeps_graph() { return !current_task || current_task->options.retain_graph; }
bool backward_is_restricted() { return current_task && current_task->restricted; }
int64_t backward_task() { return current_task ? current_task->number : -1; }
bool backward_comes_to(GradNode& node) {
  GraphTask* task = current_task;
  if (!task || !task->dependencies.count(&node)) return false;
  return !task->restricted || task->wanted.count(&node) || task->captures.count(&node);
}
void after_backward(std::function<void()> callback) {
  if (!current_task) tensor_error("Final callbacks can only be installed during backward pass.");
  current_task->callbacks.push_back(std::move(callback));
}

void backward(const TensorList& tensors, const TensorList& grads, const BackwardOptions& options,
              const TensorList& inputs) {
  GraphTask task;
  task.options = options;
  TensorList root_grads = root_gradients(tensors, grads, options.create_graph);
  std::vector<Edge> roots = root_edges(tensors);
  // Accumulators must outlive the run even if their leaves have no other user.
  std::vector<Edge> kept;
  for (const Tensor& input : inputs) {
    if (!input.requires_grad()) tensor_error("One of the differentiated Tensors does not require grad");
    task.restricted = true;
    Edge edge = gradient_edge(input);
    kept.push_back(edge);
    // A result keeps its gradient as one that retains it does.
    if (!edge.node->accumulates()) retain_grad(input);
    task.wanted.insert(edge.node.get());
  }
  run_task(task, roots, std::move(root_grads));
}

TensorList grad(const TensorList& outputs, const TensorList& inputs, const TensorList& grad_outputs,
                BackwardOptions options) {
  GraphTask task;
  options.retain_graph |= options.create_graph;
  task.options = options;
  task.restricted = true;
  TensorList root_grads = root_gradients(outputs, grad_outputs, options.create_graph);
  std::vector<Edge> roots = root_edges(outputs);
  std::vector<Edge> kept;
  task.results.resize(inputs.size());
  for (size_t i = 0; i < inputs.size(); ++i) {
    if (!inputs[i].requires_grad()) tensor_error("One of the differentiated Tensors does not require grad");
    Edge edge = gradient_edge(inputs[i]);
    kept.push_back(edge);
    task.captures[edge.node.get()].push_back({edge.output, i});
  }
  run_task(task, roots, std::move(root_grads));
  for (size_t i = 0; i < inputs.size(); ++i) {
    if (task.results[i].defined()) continue;
    if (options.materialize) {
      task.results[i] = call1(required_op("zeros_like"), {inputs[i]});
      if (options.create_graph) set_requires_grad(task.results[i], true);
    } else if (!options.allow_unused) {
      tensor_error(
          "The differentiated Tensor at index " + std::to_string(i) +
          " appears to not have been used in the graph. Set allow_unused=True if this is the desired behavior.");
    }
  }
  if (!options.create_graph) {
    for (Tensor& result : task.results) {
      if (result.defined() && result.requires_grad()) result = detach(result);
    }
  }
  return std::move(task.results);
}

}  // namespace vt
