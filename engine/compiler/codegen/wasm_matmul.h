// The matrix product as a generated, tiled kernel with its epilogue inside.
#pragma once
#include "codegen/codegen.h"
#include "codegen/wasm_encoder.h"

namespace vt::codegen {

// Two columns of vectors times four rows are kept in registers; a panel of eight columns
// of B is packed first, so that both orders of B run alike. The pointer after the
// template's buffers is scratch for the panel: k * 8 floats.
void emit_matmul(const loop::MatmulTemplate& product, const WasmTarget& target, wasm::Module& module);

}  // namespace vt::codegen
