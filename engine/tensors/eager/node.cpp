// Nodes of the tape: hooks, and destruction that does not recurse along the graph.
#include <algorithm>
#include <atomic>

#include "eager/autograd.h"
#include "eager/gradient_cycles.h"

namespace vt {
namespace {
// Later nodes run earlier in backward; each thread counts for itself, as PyTorch does.
thread_local uint64_t next_sequence = 0;
std::atomic<int64_t> next_hook_id{1};

// A chain of a million nodes must not be freed by a million nested destructors.
thread_local std::vector<Ref<GradNode>> doomed;
thread_local bool draining = false;

void drop_later(std::vector<Edge>& edges) {
  // Several edges may lead to one node (`f(y, y)`): any of them may be its last.
  for (Edge& edge : edges) {
    if (edge.node && edge.node->ref_count() <= edges.size()) doomed.push_back(std::move(edge.node));
  }
  edges.clear();
  if (draining) return;
  draining = true;
  while (!doomed.empty()) {
    Ref<GradNode> node = std::move(doomed.back());
    doomed.pop_back();
  }
  draining = false;
}
}  // namespace

void (*GradNode::release_python_object)(void*) = nullptr;

std::string GradNode::qualified_name() const {
  std::string text = name();
  bool in_namespace = accumulates() || text == "NotImplemented" || text == "CopySlices";
  return in_namespace ? "torch::autograd::" + text : text;
}
GradNode::GradNode() : sequence(next_sequence++) {}
GradNode::~GradNode() {
  if (python_object && release_python_object) release_python_object(python_object);
  forget_cycles(*this);
  drop_later(edges);
}

uint64_t next_grad_sequence() { return next_sequence; }
void name_grad_fn(const Tensor& t, const char* name, uint64_t first_sequence) {
  AutogradMeta* meta = t.defined() ? autograd_meta(t) : nullptr;
  if (!meta || !meta->grad_fn || meta->grad_fn->sequence < first_sequence) return;
  meta->grad_fn->shown_name = name;
  if (first_sequence > 0) meta->grad_fn->composed_since = first_sequence;
}
void name_grad_fn(const Tensor& t, const char* name, const TensorList& inputs) {
  uint64_t first = 1;
  for (const Tensor& input : inputs)
    if (AutogradMeta* meta = input.defined() ? autograd_meta(input) : nullptr; meta && meta->grad_fn)
      first = std::max(first, meta->grad_fn->sequence + 1);
  name_grad_fn(t, name, inputs.empty() ? 0 : first);
}

std::vector<Edge> GradNode::next_functions() const {
  if (composed_since == kSingle) return own_next_functions();
  std::vector<Edge> outside;
  std::vector<const GradNode*> seen;
  auto collect = [&](auto& self, const GradNode& node) -> void {
    for (const Edge& edge : node.own_next_functions()) {
      const GradNode* next = edge.node.get();
      if (!next) continue;
      bool inside = !next->accumulates() && next->sequence >= composed_since;
      if (!inside) {
        auto same = [&](const Edge& other) { return other.node.get() == next && other.output == edge.output; };
        if (std::none_of(outside.begin(), outside.end(), same)) outside.push_back(edge);
      } else if (std::find(seen.begin(), seen.end(), next) == seen.end()) {
        seen.push_back(next);
        self(self, *next);
      }
    }
  };
  // A node of one op shows its places, taken or not.
  std::vector<Edge> own = own_next_functions();
  auto inner = [&](const Edge& edge) {
    return edge.node && !edge.node->accumulates() && edge.node->sequence >= composed_since;
  };
  if (std::none_of(own.begin(), own.end(), inner)) return own;
  collect(collect, *this);
  return outside;
}

int64_t new_hook_id() { return next_hook_id++; }

int64_t GradNode::add_hook(NodeHook hook) {
  note_hooks(*this);
  hooks.emplace_back(new_hook_id(), std::move(hook));
  return hooks.back().first;
}
int64_t GradNode::add_prehook(NodePreHook hook) {
  note_hooks(*this);
  prehooks.emplace_back(new_hook_id(), std::move(hook));
  return prehooks.back().first;
}
void GradNode::remove_hook(int64_t id) {
  std::erase_if(hooks, [id](const auto& entry) { return entry.first == id; });
  std::erase_if(prehooks, [id](const auto& entry) { return entry.first == id; });
  std::erase_if(output_hooks, [id](const OutputHook& entry) { return entry.id == id; });
}

ValueMeta ValueMeta::of(const Tensor& t) {
  ValueMeta meta;
  meta.sizes = t.sizes();
  meta.strides = t.strides();
  meta.dtype = t.dtype();
  meta.device = t.device();
  if (t.is_fake()) {
    meta.sym_sizes = t.impl()->fake->sizes;
    meta.sym_strides = t.impl()->fake->strides;
  }
  return meta;
}
TensorMeta ValueMeta::tensor_meta() const {
  TensorMeta meta;
  meta.dtype = dtype;
  meta.device = device;
  if (sym_sizes.empty()) {
    meta.sizes.assign(sizes.begin(), sizes.end());
    meta.strides.assign(strides.begin(), strides.end());
  } else {
    meta.sizes = sym_sizes;
    meta.strides = sym_strides;
  }
  return meta;
}

AutogradMeta::~AutogradMeta() { forget_cycles(*this); }

}  // namespace vt
