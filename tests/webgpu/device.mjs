// Compiles WGSL on a WebGPU device and runs kernels there. It runs in Node with Dawn and in a page alike, so it
// imports nothing.

export async function openDevice(gpu) {
  const adapter = await gpu?.requestAdapter();
  if (!adapter) return null;
  const { maxStorageBuffersPerShaderStage, maxStorageBufferBindingSize, maxBufferSize } = adapter.limits;
  return adapter.requestDevice({
    requiredLimits: { maxStorageBuffersPerShaderStage, maxStorageBufferBindingSize, maxBufferSize },
  });
}

const bytesOf = (text) => Uint8Array.from(atob(text), (c) => c.charCodeAt(0));
const padded = (bytes) => Math.ceil(Math.max(bytes, 1) / 16) * 16;

/** What the compiler says about a module, or "". */
export async function compileErrors(device, code) {
  device.pushErrorScope("validation");
  const info = await device.createShaderModule({ code }).getCompilationInfo();
  const error = await device.popErrorScope();
  const messages = info.messages
    .filter(({ type }) => type === "error")
    .map((m) => `${m.lineNum}:${m.linePos} ${m.message}: ${code.split("\n")[m.lineNum - 1]}`);
  return messages[0] ?? error?.message ?? "";
}

const readers = {
  float32: (b) => new Float32Array(b),
  int32: (b) => new Int32Array(b),
  int16: (b) => new Int16Array(b),
  int8: (b) => new Int8Array(b),
  uint8: (b) => new Uint8Array(b),
  bool: (b) => new Uint8Array(b),
  int64: (b) => new BigInt64Array(b),
  bfloat16: (b) => Array.from(new Uint16Array(b), (half) => new Float32Array(new Uint32Array([half << 16]).buffer)[0]),
  float16: (b) =>
    Array.from(new Uint16Array(b), (half) => {
      const sign = half >> 15 ? -1 : 1,
        exponent = (half >> 10) & 31,
        fraction = half & 1023;
      return (
        sign *
        (exponent === 31
          ? fraction
            ? NaN
            : Infinity
          : exponent
            ? (1 + fraction / 1024) * 2 ** (exponent - 15)
            : fraction * 2 ** -24)
      );
    }),
};
const tolerances = { float32: 2e-5, float16: 2 ** -9, bfloat16: 2 ** -6 };

/** The first element in which `made` differs from `wanted`, or "". */
export function difference(dtype, made, wanted) {
  const a = readers[dtype](made),
    b = readers[dtype](wanted),
    relative = tolerances[dtype] ?? 0;
  let most = 0;
  for (const v of b) if (Number.isFinite(Number(v))) most = Math.max(most, Math.abs(Number(v)));
  for (let i = 0; i < b.length; ++i) {
    if (a[i] === b[i] || (Number.isNaN(a[i]) && Number.isNaN(b[i]))) continue;
    const off = Math.abs(Number(a[i]) - Number(b[i]));
    if (relative && off <= relative * Math.abs(b[i]) + relative * 0.05 * Math.min(most, 1e4) + 1e-30) continue;
    return `element ${i} is ${a[i]}, not ${b[i]}`;
  }
  return "";
}

/** Runs one kernel of the test [.wgsl-kernels]; what is wrong, or "". */
export async function runKernel(device, kernel) {
  const wrong = await compileErrors(device, kernel.module);
  if (wrong) return wrong;
  if (kernel.buffers.length + (kernel.scratch ? 1 : 0) > device.limits.maxStorageBuffersPerShaderStage) return "";
  const entries = [],
    layout = [],
    made = [];
  const bind = (size, type, data) => {
    const buffer = device.createBuffer({
      size,
      usage: GPUBufferUsage.STORAGE | GPUBufferUsage.UNIFORM | GPUBufferUsage.COPY_DST | GPUBufferUsage.COPY_SRC,
    });
    if (data) device.queue.writeBuffer(buffer, 0, data);
    layout.push({ binding: entries.length, visibility: GPUShaderStage.COMPUTE, buffer: { type } });
    entries.push({ binding: entries.length, resource: { buffer } });
    made.push(buffer);
    return buffer;
  };
  device.pushErrorScope("validation");
  for (const b of kernel.buffers) {
    const all = new Uint8Array(padded(bytesOf(b.before).length));
    all.set(bytesOf(b.before));
    b.device = bind(all.length, b.after ? "storage" : "read-only-storage", all);
  }
  if (kernel.scratch) bind(padded(kernel.scratch), "storage");
  if (kernel.symbols.length) {
    const values = new Int32Array(Math.ceil(kernel.symbols.length / 4) * 4);
    values.set(kernel.symbols);
    bind(values.byteLength, "uniform", values);
  }
  const groupLayout = device.createBindGroupLayout({ entries: layout });
  const module = device.createShaderModule({ code: kernel.module });
  const encoder = device.createCommandEncoder(),
    pass = encoder.beginComputePass();
  pass.setBindGroup(0, device.createBindGroup({ layout: groupLayout, entries }));
  for (const [entryPoint, groups] of kernel.launches) {
    pass.setPipeline(
      device.createComputePipeline({
        layout: device.createPipelineLayout({ bindGroupLayouts: [groupLayout] }),
        compute: { module, entryPoint },
      }),
    );
    if (groups) pass.dispatchWorkgroups(Math.min(groups, 65535), Math.ceil(groups / 65535));
  }
  pass.end();
  const reads = kernel.buffers
    .filter((b) => b.after)
    .map((b) => {
      const size = padded(bytesOf(b.after).length),
        to = device.createBuffer({ size, usage: GPUBufferUsage.MAP_READ | GPUBufferUsage.COPY_DST });
      encoder.copyBufferToBuffer(b.device, 0, to, 0, size);
      made.push(to);
      return { b, to };
    });
  device.queue.submit([encoder.finish()]);
  let problem = "";
  for (const { b, to } of reads) {
    await to.mapAsync(GPUMapMode.READ);
    const wanted = bytesOf(b.after);
    problem ||= difference(b.dtype, to.getMappedRange().slice(0, wanted.length), wanted.buffer);
  }
  const error = await device.popErrorScope();
  for (const buffer of made) buffer.destroy();
  return error?.message ?? problem;
}
