// max-autotune on the CPU and in the browser: every elementwise kernel that can be made in several ways is measured on
// the buffers of the first run, and the fastest stays. All ways compute the same bits.
#include <algorithm>
#include <chrono>
#include <cstring>

#include "runtime/executable.h"
#include "runtime/kernel_guard.h"

namespace vt {
namespace {

constexpr int kRounds = 5;
constexpr double kRoundUs = 1000;  // a browser's clock has steps of 100 us

double now_us() {
  using namespace std::chrono;
  return duration<double, std::micro>(steady_clock::now().time_since_epoch()).count();
}

}  // namespace

bool ProgramExecutable::tune_in_first_run() {
  if (!make_variants) return false;
  variants_ = make_variants(program_);
  make_variants = nullptr;
  return tunes_ = std::any_of(variants_.begin(), variants_.end(), [](const KernelVariant& variant) {
           return std::any_of(variant.entries.begin(), variant.entries.end(),
                              [](KernelEntry e) { return e != nullptr; });
         });
}

// The median of some rounds, each long enough for the clock.
double ProgramExecutable::measure(Run& run, KernelEntry entry, const std::string& kernel) {
  const uint64_t counted = launch_counters().kernels;
  launch(run, entry, kernel);  // the first call is slow, and a trap is told as always
  launch_counters().kernels = counted;
  std::vector<double> times;
  for (int round = 0; round < kRounds; ++round) {
    const double start = now_us();
    double end = start;
    int calls = 0;
    for (; end - start < kRoundUs; ++calls, end = now_us()) entry(run.pointers.data(), run.numbers.data());
    times.push_back((end - start) / calls);
  }
  std::nth_element(times.begin(), times.begin() + kRounds / 2, times.end());
  return times[kRounds / 2];
}

// A kernel runs many times here, so it must not change what it reads: one that writes over an input is left as it is,
// so is one that reads a given input and computes in its memory; and the arena, where temporaries may take each other's
// places, is put back.
void ProgramExecutable::tune(Run& run, size_t step, const loop::LoopNest& nest) {
  size_t kernel = 0;  // its place among the generated ones
  for (size_t i = 0; i < step; ++i) kernel += !std::holds_alternative<ExternCall>(program_.steps[i]);
  auto memory_of = [&](const loop::NestBuffer& b) {
    const int host = program_.buffers[static_cast<size_t>(b.program_buffer)].host;
    return host < 0 ? b.program_buffer : host;
  };
  for (const loop::NestBuffer& b : nest.buffers) {
    if (!b.written) continue;
    if (program_.buffers[static_cast<size_t>(b.program_buffer)].kind == BufferKind::kInput) return;
    for (const loop::NestBuffer& other : nest.buffers)
      if (other.program_buffer != b.program_buffer && memory_of(other) == memory_of(b)) return;
  }
  TuningEntry entry{nest.name, false, {}, nest.item};
  std::vector<KernelEntry> entries;
  auto add = [&](const std::string& name, KernelEntry candidate) {
    if (!candidate) return;
    entry.candidates.push_back({name, -1, ""});
    entries.push_back(candidate);
  };
  add(variant_name, step_entries_[step]);
  for (const KernelVariant& variant : variants_)
    if (kernel < variant.entries.size()) add(variant.name, variant.entries[kernel]);
  if (entries.size() < 2) return;
  std::vector<char> arena(static_cast<size_t>(run.arena->bytes()));
  if (!arena.empty()) std::memcpy(arena.data(), run.arena->data(), arena.size());
  for (size_t i = 0; i < entries.size(); ++i) {
    entry.candidates[i].us = measure(run, entries[i], nest.name);
    if (!arena.empty()) std::memcpy(run.arena->data(), arena.data(), arena.size());
  }
  const auto best = std::min_element(entry.candidates.begin(), entry.candidates.end(),
                                     [](const TuningCandidate& a, const TuningCandidate& b) { return a.us < b.us; });
  best->verdict = kChosen;
  step_entries_[step] = entries[static_cast<size_t>(best - entry.candidates.begin())];
  tuning_.push_back(std::move(entry));
}

}  // namespace vt
