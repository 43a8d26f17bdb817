// Modes of the running thread: whether the tape records, inference, anomaly detection.
#pragma once

namespace vt {

bool grad_enabled();
void set_grad_enabled(bool enabled);
class GradModeScope {
 public:
  explicit GradModeScope(bool enabled) : previous_(grad_enabled()) { set_grad_enabled(enabled); }
  ~GradModeScope() { set_grad_enabled(previous_); }
  GradModeScope(const GradModeScope&) = delete;

 private:
  bool previous_;
};

// Tensors made in inference mode never take part in autograd.
bool inference_mode();
void set_inference_mode(bool enabled);

bool anomaly_enabled();
void set_anomaly_enabled(bool enabled);
bool anomaly_checks_nan();
void set_anomaly_checks_nan(bool check);

// Inside vmap draws are an error unless it was told what they mean.
bool draws_refused();
void set_draws_refused(bool refused);

}  // namespace vt
