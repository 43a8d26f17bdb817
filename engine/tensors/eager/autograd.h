// The tape: gradient functions, what they saved, and the engine that runs them backwards.
// The dispatcher (dispatcher.cpp) makes one node per differentiable op call; torch/ makes
// nodes for custom autograd.Function. Works over fake tensors too: then every op of the
// backward pass goes to the recorder, and the joint graph comes out.
#pragma once
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "eager/modes.h"
#include "ops/view_step.h"

namespace vt {

class GradNode;
// Where the gradient of one forward value flows: an output of the function that made it.
struct Edge {
  Ref<GradNode> node;
  uint32_t output = 0;
};

// Sizes and dtype of a value, kept for its gradient to be checked against.
struct ValueMeta {
  Dims sizes, strides;
  DType dtype = DType::kFloat32;
  Device device;
  std::vector<SymInt> sym_sizes, sym_strides;  // only of fakes
  static ValueMeta of(const Tensor& t);
  TensorMeta tensor_meta() const;
};

// A tensor that backward needs. Knows the version it was saved at, and makes no cycle when
// it is an output of the node that saves it.
class SavedTensor {
 public:
  SavedTensor() = default;
  // `output`: the number among its results, where the node that saves it made it.
  explicit SavedTensor(const Tensor& t, std::optional<uint32_t> output = {}, bool differentiable = true);
  // Throws the "modified by an inplace operation" and "second time" errors. `owner` is the
  // node that saved it.
  Tensor unpack(GradNode* owner) const;
  bool defined() const { return saved_; }
  bool hooked() const { return unpack_ != nullptr; }
  void reset();
  // torch.autograd.graph.saved_tensors_hooks: packed on saving, unpacked on use.
  using Pack = std::function<Ref<RefCounted>(const Tensor&)>;
  using Unpack = std::function<Tensor(const Ref<RefCounted>&)>;

 private:
  Tensor tensor_;
  Edge edge_;
  uint32_t version_ = 0;
  std::optional<uint32_t> output_;
  bool saved_ = false, was_leaf_ = false, released_ = false, detached_ = false;
  Ref<RefCounted> packed_;
  std::shared_ptr<Unpack> unpack_;
};
// While on, saved results of a graph in the making are detached where they are saved and
// where they are used, as PyTorch's graphs show. Returns what it was.
bool set_detach_saved_results(bool on);
[[noreturn]] void freed_error();  // the graph was run backwards and let go
void push_saved_tensor_hooks(SavedTensor::Pack pack, SavedTensor::Unpack unpack);
void pop_saved_tensor_hooks();
bool saved_tensors_are_hooked();

// Gets a gradient, returns its replacement or an undefined tensor for "unchanged".
using TensorHook = std::function<Tensor(const Tensor&)>;
// Of a node: (gradients of its inputs, gradients of its outputs) -> replacement of the
// former, or empty.
using NodeHook = std::function<TensorList(const TensorList& grad_inputs, const TensorList& grad_outputs)>;
using NodePreHook = std::function<TensorList(const TensorList& grad_outputs)>;

class GradNode : public RefCounted {
 public:
  GradNode();
  ~GradNode() override;
  // "AddBackward0". A composition of ops gives the node of its last op the name of the whole.
  std::string name() const { return shown_name ? shown_name : own_name(); }
  virtual std::string own_name() const = 0;
  std::string qualified_name() const;  // as grad_fn.name() and messages have it: some with their namespace
  virtual bool from_language() const { return false; }  // of a custom autograd.Function
  const char* shown_name = nullptr;
  // Gradients of the forward's outputs (undefined where none flowed) to those of its inputs.
  virtual TensorList apply(TensorList grads) = 0;
  virtual void release_saved() {}                     // after a backward that keeps no graph
  virtual bool accumulates() const { return false; }  // a leaf's AccumulateGrad
  // The leaf of an AccumulateGrad node (`grad_fn.next_functions[0][0].variable`).
  virtual Tensor variable() const { return {}; }
  // What programs read as `grad_fn._saved_NAME`; nothing where no such value is kept.
  virtual std::optional<Arg> saved_value(const std::string&) { return std::nullopt; }

  std::vector<Edge> edges;  // one per tensor among the arguments
  // What programs see as next_functions: one per argument that PyTorch could differentiate. Of
  // a composition that goes by a name of its own, what flowed into it.
  std::vector<Edge> next_functions() const;
  virtual std::vector<Edge> own_next_functions() const { return edges; }
  static constexpr uint64_t kSingle = UINT64_MAX;
  uint64_t composed_since = kSingle;  // the first node of the composition that ends here
  std::vector<ValueMeta> outputs;     // of the forward's outputs
  uint64_t sequence = 0;
  bool needs_all_grads = false;  // apply wants zeros in place of undefined gradients

  int64_t add_hook(NodeHook hook);  // grad_fn.register_hook
  int64_t add_prehook(NodePreHook hook);
  void remove_hook(int64_t id);
  // Tensor hooks of its outputs, in order of registration, and retain_grad.
  struct OutputHook {
    int64_t id;
    uint32_t output;
    TensorHook hook;
  };
  std::vector<OutputHook> output_hooks;
  struct Retained {
    uint32_t output;
    TensorImpl* tensor;
  };
  std::vector<Retained> retained;
  std::vector<std::pair<int64_t, NodeHook>> hooks;
  std::vector<std::pair<int64_t, NodePreHook>> prehooks;
  // The language's object for this node (see TensorImpl::python_object).
  void* python_object = nullptr;
  Ref<RefCounted> metadata;  // the program's notes, an object of the language
  static void (*release_python_object)(void*);
};

// How a view came to be decides whether it may be changed in place.
enum class ViewKind : uint8_t { kNone, kPlain, kMultiOutput, kNoGrad, kInference, kCustomFunction };

struct AutogradMeta : RefCounted {
  Ref<GradNode> grad_fn;
  uint32_t output = 0;
  bool own_version = false;  // see set_own_version
  Tensor grad;
  GradNode* accumulator = nullptr;                    // weak; the node clears it
  std::vector<std::pair<int64_t, TensorHook>> hooks;  // of a leaf
  std::vector<std::pair<int64_t, std::function<void(const Tensor&)>>>
      accumulated_hooks;  // register_post_accumulate_grad_hook
  bool retains_grad = false;
  // Of a view: the tensor whose storage it shares (never itself a view), and the version
  // of the storage for which grad_fn is right.
  ViewKind view = ViewKind::kNone;
  Tensor base;
  uint32_t version = 0;
  // Of a fake view: what it was made of, and how.
  Tensor parent;
  const OpDef* view_op = nullptr;
  Args view_args;
  int view_result = 0;  // which of the op's results it is
  ~AutogradMeta() override;
};
AutogradMeta* autograd_meta(const Tensor& t);  // null if none
AutogradMeta& ensure_autograd_meta(const Tensor& t);

// --- What programs see -------------------------------------------------------------------
Ref<GradNode> grad_fn(const Tensor& t);  // null for leaves; brought up to date for changed views
bool is_leaf(const Tensor& t);
void set_requires_grad(const Tensor& t, bool value);  // requires_grad_()
Tensor grad_of(const Tensor& t);
void set_grad(const Tensor& t, const Tensor& grad);  // checks sizes and dtype; undefined clears
void retain_grad(const Tensor& t);
bool retains_grad(const Tensor& t);
int64_t add_tensor_hook(const Tensor& t, TensorHook hook);
int64_t add_accumulated_hook(const Tensor& t, std::function<void(const Tensor&)> hook);
void remove_tensor_hook(const Tensor& t, int64_t id);
Tensor detach(const Tensor& t);  // shares storage and version, no history
void detach_(const Tensor& t);
Tensor view_base(const Tensor& t);            // undefined if no view
ViewSteps steps_of_view(const Tensor& fake);  // from its base
bool is_view(const Tensor& t);
// `t.data = source`.
void set_data(const Tensor& t, const Tensor& source);

// The gradient edge of a tensor: its function's output, its accumulator, or nothing.
Edge gradient_edge(const Tensor& t);
// Calls the function that made `t` by another name; `name` outlives it. Only nodes made
// since `first_sequence` are renamed.
void name_grad_fn(const Tensor& t, const char* name, uint64_t first_sequence = 0);
uint64_t next_grad_sequence();
// The same for a composition whose inputs are known.
void name_grad_fn(const Tensor& t, const char* name, const TensorList& inputs);
// Gives `t` a history: what custom functions and the dispatcher do with their outputs.
void set_history(const Tensor& t, const Ref<GradNode>& node, uint32_t output);
// The same for a tensor that was changed in place (its base's history changes with it).
// `t` takes the sizes and strides of a view of itself (`t_`, `unsqueeze_`), and its history.
void become_view(const Tensor& t, const Tensor& view);
void rebase_history(const Tensor& t, const Ref<GradNode>& node);
// The leaf, view and inference checks of an in-place change, with PyTorch's messages.
void check_inplace(const Tensor& t, bool tracked = false);  // tracked: something else requires a gradient
// Refuses a target several of whose elements are one in memory.
void check_self_overlap(const Tensor& t);
bool overlaps_itself(const Tensor& t);
// Refuses to compute elements of `target` from a source that shares some of its memory but not all.
void check_partial_overlap(const Tensor& target, const Tensor& source);
void check_no_overlap(const Tensor& target, const Tensor& source);  // nor all
// masked_fill_ and index_fill_ of a tensor that overlaps itself, with PyTorch's warning.
Tensor fill_expanded(const OpDef& op, const Args& args);
// Notes that `view` shares `base`'s storage.
void set_view(const Tensor& view, const Tensor& base, ViewKind kind);
void bump_version(const Tensor& t);
// Changes of `t` and its views in place do not count for the tensors that share its storage (`x.data`).
void set_own_version(const Tensor& t);

struct BackwardOptions {
  bool retain_graph = false;
  bool create_graph = false;
  bool allow_unused = false;
  bool materialize = false;  // zeros instead of None for unused inputs
  bool accumulate = true;    // into leaves; false for grad()
};
// tensor.backward(): undefined entries of `grads` mean ones, for scalars. `inputs`: only
// these leaves get gradients; empty means all.
void backward(const TensorList& tensors, const TensorList& grads, const BackwardOptions& options,
              const TensorList& inputs = {});
// torch.autograd.grad: undefined entries where unused and allowed.
TensorList grad(const TensorList& outputs, const TensorList& inputs, const TensorList& grad_outputs,
                BackwardOptions options);
// Whether the backward in progress wants the gradient that flows along this edge.
bool edge_wanted(const Edge& edge);
// The backward pass that is running: its number (-1: none), and whether it comes to a node.
bool backward_is_restricted();  // only towards given inputs
int64_t backward_task();
bool backward_comes_to(GradNode& node);
void after_backward(std::function<void()> callback);  // called at the end of the backward pass that is running

// Must run before the first op call; idempotent.
void install_eager();

}  // namespace vt
