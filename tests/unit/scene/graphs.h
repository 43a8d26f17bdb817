// Graphs that the tests of scenes draw.
#pragma once
#include <string>

#include "playground/scene/graph.h"

namespace vt::scene {

struct GraphBuilder {
  Graph graph;
  std::vector<Scope> inside;

  uint32_t node(std::string label, std::vector<uint32_t> inputs = {}, Role role = Role::kPointwise,
                std::string detail = "f32[2, 16, 32]") {
    GraphNode n;
    n.key = "n" + std::to_string(graph.nodes.size());
    n.label = std::move(label);
    n.detail = std::move(detail);
    n.role = role;
    n.scopes = inside;
    auto id = static_cast<uint32_t>(graph.nodes.size());
    graph.nodes.push_back(std::move(n));
    for (uint32_t from : inputs) graph.edges.push_back({from, id, EdgeKind::kPlain, 4096, {}});
    return id;
  }
  uint32_t input(std::string name) { return node(std::move(name), {}, Role::kInput); }
  uint32_t output(uint32_t of) { return node("output", {of}, Role::kOutput); }
  uint32_t linear(uint32_t x, std::string type = "f32[32, 32]") {
    uint32_t id = node("linear", {x}, Role::kMatrix);
    graph.nodes[id].pills = {{"weight", std::move(type), "weight", {}}, {"bias", "f32[32]", "bias", {}}};
    return id;
  }
  void enter(std::string name, std::string type, ScopeKind kind = ScopeKind::kModule) {
    inside.push_back({kind, std::move(name), std::move(type), 0, {}});
  }
  void leave() { inside.pop_back(); }
};

inline uint32_t attention(GraphBuilder& b, uint32_t x) {
  b.enter("attn", "Attention");
  b.enter("qkv", "Linear");
  uint32_t qkv = b.linear(x, "f32[96, 32]");
  b.leave();
  uint32_t split = b.node("split", {qkv}, Role::kView, "3 tensors");
  std::vector<uint32_t> heads;
  for (int i = 0; i < 3; ++i) {
    uint32_t part = b.node("getitem", {split}, Role::kView);
    uint32_t view = b.node("view", {part}, Role::kView);
    heads.push_back(b.node("transpose", {view}, Role::kView));
  }
  uint32_t y = b.node("scaled_dot_product_attention", heads, Role::kMatrix);
  y = b.node("transpose", {y}, Role::kView);
  y = b.node("view", {y}, Role::kView);
  b.enter("proj", "Linear");
  y = b.linear(y);
  b.leave();
  b.leave();
  return y;
}

inline uint32_t block(GraphBuilder& b, uint32_t x) {
  auto norm = [&](const char* name, uint32_t of) {
    b.enter(name, "LayerNorm");
    uint32_t y = b.node("layer_norm", {of}, Role::kReduction);
    b.graph.nodes[y].pills = {{"weight", "f32[32]", "", {}}, {"bias", "f32[32]", "", {}}};
    b.leave();
    return y;
  };
  x = b.node("add", {x, attention(b, norm("ln1", x))});
  uint32_t y = norm("ln2", x);
  b.enter("mlp", "Sequential");
  b.enter("0", "Linear");
  y = b.linear(y, "f32[128, 32]");
  b.leave();
  b.enter("1", "GELU");
  y = b.node("gelu", {y});
  b.leave();
  b.enter("2", "Linear");
  y = b.linear(y, "f32[32, 128]");
  b.leave();
  b.leave();
  return b.node("add", {x, y});
}

// tok and pos, `layers` blocks, a norm and a head.
inline Graph gpt(int layers) {
  GraphBuilder b;
  uint32_t idx = b.input("idx");
  b.enter("tok", "Embedding");
  uint32_t x = b.node("embedding", {idx}, Role::kReduction);
  b.graph.nodes[x].pills = {{"weight", "f32[65, 32]", "tok.weight", {}}};
  b.leave();
  uint32_t range = b.node("arange", {}, Role::kConstant, "i64[16]");
  b.enter("pos", "Embedding");
  uint32_t pos = b.node("embedding", {range}, Role::kReduction, "f32[16, 32]");
  b.graph.nodes[pos].pills = {{"weight", "f32[16, 32]", "pos.weight", {}}};
  b.leave();
  x = b.node("add", {x, pos});
  b.enter("blocks", "");
  for (int i = 0; i < layers; ++i) {
    b.enter(std::to_string(i), "Block");
    x = block(b, x);
    b.leave();
  }
  b.leave();
  b.enter("ln", "LayerNorm");
  x = b.node("layer_norm", {x}, Role::kReduction);
  b.leave();
  b.enter("head", "Linear");
  x = b.linear(x, "f32[65, 32]");
  b.leave();
  b.output(x);
  return std::move(b.graph);
}

}  // namespace vt::scene
