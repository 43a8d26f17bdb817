// `vitrine bench`: rows (rows.py, a plain PyTorch program) run eager and compiled in every
// mode, by this engine and, with --peers, by PyTorch; a table, JSON, and an HTML report.
// `vitrine bench models`: whole models (models.py) in the same way, both sides in turns.
#pragma once
#include <string>
#include <vector>

namespace vt {

struct BenchOptions {
  std::vector<std::string> rows;   // empty: all
  std::vector<std::string> modes;  // of torch.compile
  std::string device = "cpu";
  int threads = 0;       // 0: all of the machine
  double seconds = 0.3;  // per row and mode
  bool peers = false, list = false;
  std::string json_file, html_file;
  std::string keep_file, against_file;  // results kept by the user, to compare with
  // Of models only.
  int rounds = 7, jobs = 1;
  double limit = 300;  // seconds until a side that does not answer is given up
  std::string clock = "wall";
};

int bench(const BenchOptions& options);
int bench_models(const BenchOptions& options);

}  // namespace vt
