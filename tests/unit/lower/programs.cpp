#include "catch.h"
#include "unit/lower/harness.h"

using namespace vt;
using namespace vt::test;

namespace {
size_t kernels(const Program& p) { return p.steps.size(); }
}  // namespace

TEST_CASE("relu plus sigmoid is one flat kernel", "[lower]") {
  Program p = check({random_tensor({8, 16}, 1)}, [](const Inputs& in) {
    return Inputs{run("add", {run("relu", {in[0]}), run("sigmoid", {in[0]}), 1})};
  });
  REQUIRE(kernels(p) == 1);
  const auto& nest = std::get<loop::LoopNest>(p.steps[0]);
  CHECK(nest.outer.size() == 1);
  CHECK(sym_text(nest.outer[0].extent) == "128");
  CHECK(nest.name == "fused_relu_sigmoid_add_0");
}

TEST_CASE("softmax is one kernel of three phases", "[lower]") {
  Program p = check({random_tensor({4, 33}, 2)}, [](const Inputs& in) {
    return Inputs{run("softmax", {run("mul", {in[0], 0.125}), -1})};
  });
  REQUIRE(kernels(p) == 1);
  CHECK(std::get<loop::LoopNest>(p.steps[0]).phases.size() == 3);
}

TEST_CASE("residual and layer norm from its parts is one kernel", "[lower]") {
  Program p =
      check({random_tensor({6, 40}, 3), random_tensor({6, 40}, 4), random_tensor({40}, 5)}, [](const Inputs& in) {
        Tensor x = run("add", {in[0], in[1], 1});
        Tensor mean = run("mean.dim", {x, IntList{-1}, true});
        Tensor centred = run("sub", {x, mean, 1});
        Tensor var = run("mean.dim", {run("mul", {centred, centred}), IntList{-1}, true});
        Tensor scaled = run("mul", {centred, run("rsqrt", {run("add", {var, 1e-5, 1})})});
        return Inputs{run("mul", {scaled, in[2]})};
      });
  CHECK(kernels(p) == 1);
}

TEST_CASE("a full sum of squares is one kernel", "[lower]") {
  Program p = check({random_tensor({300, 7}, 6)}, [](const Inputs& in) {
    return Inputs{run("sum", {run("mul", {in[0], in[0]})})};
  });
  REQUIRE(kernels(p) == 1);
  const auto& nest = std::get<loop::LoopNest>(p.steps[0]);
  CHECK(nest.outer.empty());
  CHECK(nest.inner.size() == 1);
}

TEST_CASE("mean and variance of columns share a kernel", "[lower]") {
  Program p = check({random_tensor({50, 12}, 7)}, [](const Inputs& in) {
    return Inputs{run("mean.dim", {in[0], IntList{0}, false}), run("var.dim", {in[0], IntList{0}, true, false})};
  });
  CHECK(kernels(p) == 1);
}

TEST_CASE("a linear layer with relu is a product with an epilogue", "[lower]") {
  Program p = check({random_tensor({5, 8}, 8), random_tensor({6, 8}, 9), random_tensor({6}, 10)}, [](const Inputs& in) {
    return Inputs{run("relu", {run("linear", {in[0], in[1], in[2]})})};
  });
  REQUIRE(kernels(p) == 1);
  CHECK(std::holds_alternative<loop::MatmulTemplate>(p.steps[0]));
}

TEST_CASE("views cost nothing and outputs may be views of inputs", "[lower]") {
  Inputs in = {random_tensor({4, 6}, 11)};
  Graph graph = record(in, [](const Inputs& i) { return Inputs{run("t", {i[0]}), run("select", {i[0], 0, 2})}; });
  Program p = lower_graph(graph);
  CHECK(p.steps.empty());
  Outputs out = run_program(p, in);
  CHECK(out[0].data<float>() == in[0].data<float>());
  CHECK(out[1].data<float>() == in[0].data<float>() + 12);
  CHECK(out[0].strides()[1] == 6);
}

TEST_CASE("a copy of an input is never a view of it", "[lower]") {
  Inputs in = {random_tensor({4, 6}, 12)};
  Program p = check(in, [](const Inputs& i) { return Inputs{run("clone", {i[0], Arg()})}; });
  CHECK(kernels(p) == 1);
}

TEST_CASE("transposed operands keep their memory order", "[lower]") {
  Inputs in = {random_tensor({7, 9}, 13), random_tensor({9, 7}, 14)};
  Program p = check(in, [](const Inputs& i) {
    return Inputs{run("add", {run("t", {i[0]}), i[1], 1}), run("exp", {run("t", {i[0]})})};
  });
  CHECK(kernels(p) >= 1);
}

TEST_CASE("a reshape in between does not split a kernel", "[lower]") {
  Program p = check({random_tensor({4, 6}, 15)}, [](const Inputs& in) {
    Tensor x = run("relu", {in[0]});
    Tensor y = run("view", {x, IntList{2, 12}});
    return Inputs{run("exp", {y}), run("sum.dim_IntList", {run("view", {y, IntList{4, 6}}), IntList{1}, false, Arg()})};
  });
  CHECK(kernels(p) <= 2);
}

TEST_CASE("programs of many kinds equal their graphs", "[lower]") {
  Inputs in = {random_tensor({3, 4, 5}, 16), random_tensor({5}, 17), random_tensor({3, 4, 5}, 18)};
  std::vector<Body> bodies = {
      [](const Inputs& i) {
        return Inputs{run("cat", {TensorList{i[0], i[2]}, 1})};
      },
      [](const Inputs& i) {
        return Inputs{run("max.dim", {i[0], 2, false}), run("argmax", {i[0], 1, false})};
      },
      [](const Inputs& i) {
        return Inputs{run("bmm", {i[0], run("transpose", {i[2], 1, 2})})};
      },
      [](const Inputs& i) {
        return Inputs{run("softmax", {run("add", {run("bmm", {i[0], run("transpose", {i[2], 1, 2})}), 1, 1}), -1})};
      },
      [](const Inputs& i) {
        return Inputs{run("sum.dim_IntList", {run("mul", {i[0], i[1]}), IntList{0, 2}, true, Arg()})};
      },
      [](const Inputs& i) {
        return Inputs{run("mean.dim", {run("permute", {i[0], IntList{2, 0, 1}}), IntList{0}, false})};
      },
      [](const Inputs& i) {
        return Inputs{run("cumsum", {i[0], 1, Arg()})};
      },
      [](const Inputs& i) {
        return Inputs{run("where", {run("gt.Scalar", {i[0], 0}), i[0], i[2]})};
      },
      [](const Inputs& i) {
        return Inputs{run("flip", {i[0], IntList{1}}), run("roll", {i[0], IntList{1}, IntList{2}})};
      },
      [](const Inputs& i) {
        return Inputs{run("log_softmax", {run("view", {i[0], IntList{12, 5}}), 1})};
      },
      [](const Inputs& i) {
        Tensor x = i[0];
        for (int k = 0; k < 30; ++k) x = run("add", {run("mul", {x, 0.5}), run("sigmoid", {x}), 1});
        return Inputs{x};
      },
      [](const Inputs& i) {
        return Inputs{run("slice", {run("exp", {i[0]}), 1, 1, 3, 1}), run("narrow", {i[0], 2, 1, 3})};
      },
      [](const Inputs& i) {
        Tensor s = run("std.dim", {i[0], IntList{2}, true, true});
        return Inputs{run("div", {i[0], s}), run("squeeze.dim", {s, 2})};
      },
      [](const Inputs& i) {
        Tensor m = run("mean.dim", {i[0], IntList{0, 2}, true});
        return Inputs{run("mul", {run("sub", {i[0], m, 1}), i[1]})};
      },
  };
  for (size_t b = 0; b < bodies.size(); ++b) {
    INFO("program " << b);
    check(in, bodies[b]);
    LowerOptions plain;
    plain.fuse = false;
    plain.memory.share = false;
    check(in, bodies[b], plain);
  }
}

TEST_CASE("what was computed in place is among the fusion decisions", "[lower]") {
  struct Sink : EventSink {
    void emit(Event) override {}
  } sink;
  event_log().attach(&sink);
  Program p = check({random_tensor({8, 16}, 1)}, [](const Inputs& in) {
    return Inputs{run("add", {run("relu", {in[0]}), run("sigmoid", {in[0]}), 1})};
  });
  event_log().attach(nullptr);
  REQUIRE(p.fusion.size() == 2);
  for (const FusionDecision& d : p.fusion) {
    CHECK(d.fused);
    CHECK(d.second == "add");
    CHECK(d.rule == "computed where it is used");
    CHECK(d.bytes_saved == 2 * 8 * 16 * 4);
  }
}
