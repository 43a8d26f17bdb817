#include "eager/gradient_cycles.h"

#include <atomic>
#include <mutex>
#include <unordered_set>
#include <utility>

#include "eager/autograd.h"

namespace vt {
namespace {

template <class T>
class Noted {
 public:
  void note(T& item) {
    std::lock_guard lock(mutex_);
    items_.insert(&item);
    count_ = items_.size();
  }
  void forget(T& item) {
    if (count_.load(std::memory_order_relaxed) == 0) return;
    std::lock_guard lock(mutex_);
    items_.erase(&item);
    count_ = items_.size();
  }
  // f(item) for each, under the lock: what it moves out of an item ends after that, with what holds it.
  template <class Parts, class F>
  void release(const F& f) {
    for (;;) {
      Parts parts;
      std::lock_guard lock(mutex_);
      if (items_.empty()) return;
      T* item = *items_.begin();
      items_.erase(item);
      count_ = items_.size();
      parts = f(*item);
    }
  }

 private:
  std::mutex mutex_;  // forked scripts run on threads of their own
  std::unordered_set<T*> items_;
  std::atomic<size_t> count_{0};  // so that the many tensors that end need no lock
};
// They outlive static tensors.
Noted<AutogradMeta>& metas() {
  static Noted<AutogradMeta>* instance = new Noted<AutogradMeta>;
  return *instance;
}
Noted<GradNode>& nodes() {
  static Noted<GradNode>* instance = new Noted<GradNode>;
  return *instance;
}

struct MetaParts {
  Tensor gradient;
  decltype(AutogradMeta::hooks) hooks;
  decltype(AutogradMeta::accumulated_hooks) accumulated_hooks;
};
struct NodeParts {
  decltype(GradNode::hooks) hooks;
  decltype(GradNode::prehooks) prehooks;
  decltype(GradNode::output_hooks) output_hooks;
};

}  // namespace

void note_gradient(AutogradMeta& meta) {
  if (meta.grad.defined() && meta.grad.requires_grad()) metas().note(meta);
}
void note_hooks(AutogradMeta& meta) { metas().note(meta); }
void note_hooks(GradNode& node) { nodes().note(node); }
void forget_cycles(AutogradMeta& meta) { metas().forget(meta); }
void forget_cycles(GradNode& node) { nodes().forget(node); }

void release_cycles() {
  metas().release<MetaParts>([](AutogradMeta& meta) {
    return MetaParts{std::exchange(meta.grad, {}), std::exchange(meta.hooks, {}),
                     std::exchange(meta.accumulated_hooks, {})};
  });
  nodes().release<NodeParts>([](GradNode& node) {
    return NodeParts{std::exchange(node.hooks, {}), std::exchange(node.prehooks, {}),
                     std::exchange(node.output_hooks, {})};
  });
}

}  // namespace vt
