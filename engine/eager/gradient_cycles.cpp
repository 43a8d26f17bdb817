#include "eager/gradient_cycles.h"

#include <atomic>
#include <mutex>
#include <unordered_set>

#include "eager/autograd.h"

namespace vt {
namespace {

struct Noted {
  std::mutex mutex;  // forked scripts run on threads of their own
  std::unordered_set<AutogradMeta*> metas;
  std::atomic<size_t> count{0};  // so that the many tensors that end need no lock
};
Noted& noted() {
  static Noted* instance = new Noted;  // outlives static tensors
  return *instance;
}

}  // namespace

void note_gradient(AutogradMeta& meta) {
  if (!meta.grad.defined() || !meta.grad.requires_grad()) return;
  std::lock_guard lock(noted().mutex);
  noted().metas.insert(&meta);
  noted().count = noted().metas.size();
}

void forget_gradient(AutogradMeta& meta) {
  if (noted().count.load(std::memory_order_relaxed) == 0) return;
  std::lock_guard lock(noted().mutex);
  noted().metas.erase(&meta);
  noted().count = noted().metas.size();
}

void release_gradients() {
  for (;;) {
    Tensor gradient;  // ends last: with it may end what holds it
    std::lock_guard lock(noted().mutex);
    if (noted().metas.empty()) return;
    AutogradMeta* meta = *noted().metas.begin();
    noted().metas.erase(meta);
    noted().count = noted().metas.size();
    gradient = std::move(meta->grad);
    meta->grad = Tensor();
  }
}

}  // namespace vt
