#include "eager/modes.h"

namespace vt {
namespace {
struct Modes {
  bool grad = true;
  bool inference = false;
  bool anomaly = false;
  bool anomaly_nan = true;
  bool draws_refused = false;
};
thread_local Modes modes;
}  // namespace

bool grad_enabled() { return modes.grad; }
void set_grad_enabled(bool enabled) { modes.grad = enabled; }
bool inference_mode() { return modes.inference; }
void set_inference_mode(bool enabled) { modes.inference = enabled; }
bool anomaly_enabled() { return modes.anomaly; }
void set_anomaly_enabled(bool enabled) { modes.anomaly = enabled; }
bool anomaly_checks_nan() { return modes.anomaly_nan; }
void set_anomaly_checks_nan(bool check) { modes.anomaly_nan = check; }
bool draws_refused() { return modes.draws_refused; }
void set_draws_refused(bool refused) { modes.draws_refused = refused; }

}  // namespace vt
