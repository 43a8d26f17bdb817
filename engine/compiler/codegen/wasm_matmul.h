// The matrix product as a generated, tiled kernel with its epilogue inside.
#pragma once
#include "codegen/codegen.h"
#include "codegen/wasm_encoder.h"

namespace vt::codegen {

// A register tile has two vectors of columns and four rows. A panel of eight columns of B is packed first,
// so that both memory orders of B run the same loop. The pointer after the template's buffers is scratch
// for the panel: k * 8 floats.
void emit_matmul(const loop::MatmulTemplate& product, const WasmTarget& target, wasm::Module& module);

}  // namespace vt::codegen
