// The text that the command line prints for a measured function.
#include <algorithm>
#include <cstdio>

#include "support/measurement.h"

namespace vt {
namespace {

std::string text(const char* format, double value, const char* unit = "") {
  char out[64];
  std::snprintf(out, sizeof out, format, value, unit);
  return out;
}

std::string time_of(double us) {
  if (us < 1000) return text(us < 10 ? "%.2f %s" : "%.1f %s", us, "us");
  if (us < 1e6) return text(us < 1e4 ? "%.2f %s" : "%.1f %s", us / 1000, "ms");
  return text("%.2f %s", us / 1e6, "s");
}

std::string bytes_of(double bytes) {
  if (bytes < 1024) return text("%.0f %s", bytes, "B");
  if (bytes < 1024 * 1024) return text("%.1f %s", bytes / 1024, "KB");
  return text("%.1f %s", bytes / 1024 / 1024, "MB");
}

std::string share_of(double us, double bytes, double flops, const Ceilings& ceilings) {
  const CeilingShare share = ceiling_share(us, bytes, flops, ceilings);
  switch (share.of) {
    case CeilingShare::Of::kNothing: return "";
    case CeilingShare::Of::kCopy: return text("%.1f%% of a copy", share.part * 100);
    case CeilingShare::Of::kProducts: return text("%.1f%% of a product", share.part * 100);
    case CeilingShare::Of::kCache: return "from the cache";
  }
  return "";
}

std::string launches_of(const Launches& l) {
  std::string out = std::to_string(l.all()) + (l.all() == 1 ? " launch:" : " launches:");
  auto add = [&](uint64_t n, const char* what) {
    if (n) out += " " + std::to_string(n) + " " + what + (n == 1 ? "" : "s");
  };
  add(l.kernels, "kernel"), add(l.library_calls, "library call"), add(l.interpreted, "interpreted loop");
  add(l.eager_ops, "eager operation");
  return l.all() ? out : "no launches";
}

void add_side(std::string& out, const char* name, const Spread& us, const Launches& launches,
              const std::string& share) {
  char line[256];
  std::snprintf(line, sizeof line, "  %-9s %10s  (%s to %s, %llu samples)  %s%s%s\n", name, time_of(us.median).c_str(),
                time_of(us.low).c_str(), time_of(us.high).c_str(), static_cast<unsigned long long>(us.samples),
                launches_of(launches).c_str(), share.empty() ? "" : "; ", share.c_str());
  out += line;
}

void add_curve(std::string& out, const MeasuredFunction& f, const Ceilings& ceilings) {
  if (!f.fixed.empty()) {
    out += "  sizes cannot be varied: " + f.fixed + "\n";
    return;
  }
  if (f.curve.empty()) return;
  out += "  axis " + std::to_string(f.axis) + " of " + std::to_string(f.axis_inputs) + " inputs, " +
         (f.dynamic ? "one graph for all sizes" : "compiled for each size") + "\n";
  for (const MeasuredPoint& p : f.curve) {
    char line[256];
    if (!p.error.empty())
      std::snprintf(line, sizeof line, "  %9lld  %s\n", static_cast<long long>(p.size), p.error.c_str());
    else {
      const double flops = f.own_size ? f.flops * static_cast<double>(p.size) / static_cast<double>(f.own_size) : 0;
      std::snprintf(line, sizeof line, "  %9lld  eager %10s  compiled %10s  %6.2fx (%.2f to %.2f)  %s\n",
                    static_cast<long long>(p.size), time_of(p.eager_us.median).c_str(),
                    time_of(p.compiled_us.median).c_str(), p.ratio.median, p.ratio.low, p.ratio.high,
                    share_of(p.compiled_us.median, p.bytes, flops, ceilings).c_str());
    }
    out += line;
  }
}

void add_shares(std::string& out, const char* name, const std::vector<CallPiece>& work, double call_us) {
  constexpr size_t kMost = 8;
  const std::vector<TimeShare> shares = time_shares(work, call_us);
  if (shares.empty() || call_us <= 0) return;
  out += std::string("  where the time of one ") + name + " call goes\n";
  for (size_t i = 0; i < std::min(kMost, shares.size()); ++i) {
    const TimeShare& s = shares[i];
    char line[256];
    std::snprintf(line, sizeof line, "    %5.1f%%  %10s  %s\n", 100 * s.us / call_us, time_of(s.us).c_str(),
                  s.name.empty() ? "outside: Python, guards, preparing"
                                 : (std::to_string(s.count) + " x " + s.name + ", " + work_kind_name(s.kind)).c_str());
    out += line;
  }
}

}  // namespace

std::vector<std::string> measuring_notes(const MeasuredFunction& f) {
  std::vector<std::string> notes;
  if (f.backward) notes.push_back("A call is forward and backward, as in the program.");
  if (f.changed_inputs)
    notes.push_back("Calls change inputs in place: copies are measured, and put back before each batch.");
  if (f.changed_state)
    notes.push_back("Calls change parameters or other tensors in place: they are put back before each batch.");
  if (f.random) notes.push_back("Calls draw random numbers, so results are not compared.");
  if (!f.own.equal) notes.push_back("Results differ from eager's.");
  return notes;
}

std::string measurement_text(const MeasuredFunction& f, const Ceilings& ceilings) {
  std::string out = f.name + (f.line ? ", line " + std::to_string(f.line) : "") + ": " + f.inputs + "\n";
  if (!f.error.empty()) return out + "  not measured: " + f.error + "\n";
  out += "  " + headline(f.own) + "\n";
  auto share = [&](const Spread& us) { return share_of(us.median, f.own.bytes, f.flops, ceilings); };
  add_side(out, "eager", f.own.eager_us, f.eager, share(f.own.eager_us));
  add_side(out, "compiled", f.own.compiled_us, f.compiled, share(f.own.compiled_us));
  out += "  inputs and results: " + bytes_of(f.own.bytes);
  if (f.flops > 0) out += text("; products: %.3g%s", f.flops / 1e6, " million operations");
  out += "\n  compiling took " + time_of(f.compiling_us) + " in " + std::to_string(f.compiles) + " of " +
         std::to_string(f.calls) + " calls; ";
  const uint64_t pays = f.pays_after();
  if (pays) out += "it has paid after " + std::to_string(pays) + " calls\n";
  else if (faster_side(f.own.ratio) == Faster::kNeither) out += "whether it pays does not show beyond the spread\n";
  else out += "it does not pay at this size\n";
  for (const std::string& note : measuring_notes(f)) out += "  " + note + "\n";
  add_shares(out, "eager", f.eager_work, f.eager_call_us);
  add_shares(out, "compiled", f.compiled_work, f.compiled_call_us);
  add_curve(out, f, ceilings);
  return out;
}

}  // namespace vt
