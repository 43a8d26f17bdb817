// CUDA graphs for torch.compile(mode="reduce-overhead"): after two plain runs the third is
// recorded, later ones replay the recording. Inputs whose memory moves between calls are
// copied to a place of the graph's own; what a run returns lies in the graph's memory and is
// written again by the next replay, so while somebody holds on to it calls run plainly. A
// storage that lies there is counted like any other, and a gradient is taken without a copy.
#pragma once
#include <map>
#include <memory>

#include "runtime/cuda/executable.h"

namespace vt {

class GraphedExecutable final : public Executable {
 public:
  explicit GraphedExecutable(std::unique_ptr<CudaExecutable> plain);
  ~GraphedExecutable() override;
  Outputs run(RuntimeInputs inputs) override;
  const Program& program() const override { return plain_->program(); }
  const GeneratedCode& code() const override { return plain_->code(); }
  bool tune_in_first_run() override { return plain_->tune_in_first_run(); }
  const TuningTable& tuning() const override { return plain_->tuning(); }

 private:
  struct Recording;
  void record(Recording& recording, std::span<const RuntimeInput> inputs);
  Outputs replay(Recording& recording, std::span<const RuntimeInput> inputs);
  std::unique_ptr<CudaExecutable> plain_;
  std::map<std::vector<int64_t>, std::unique_ptr<Recording>> recordings_;  // by the values of the size symbols
};

// How many recordings were made and replayed, for tests and reports.
struct GraphCounters {
  uint64_t recorded = 0, replayed = 0;
};
GraphCounters& graph_counters();

}  // namespace vt
