// The graphics device of an engine, in a worker of its own: WebGPU answers by promises, and the engine's worker, which
// waits while a program runs, would never hear them. Commands come in order through a port (engine/tensors/device/
// webgpu.cpp writes them); what is read goes back through shared memory. tests/webgpu runs it in Node too.

// The words of the memory that both share; then three limits as doubles, then a text.
const kState = 0, kAnswered = 1, kLength = 2, kHandled = 3;  // src/gpu_client.ts has the same
const kLimitsAt = 16, kTextAt = 64, kSharedBytes = 4096;
const kReady = 1, kNone = 2;
const kCreate = 1, kDestroy = 2, kCopy = 3, kDispatch = 4;
const kMostGroups = 65535;      // of a dispatch along one dimension
const kMostKept = 4096;         // bind groups, and buffers of sizes
const kSubmissionsAhead = 32;   // of what the device has done

/** Whether there is a device and, if not, why; `onFailed` is told when it has failed later. */
export async function open(gpu, onFailed) {
  if (!gpu) return { reason: "the browser has no WebGPU" };
  const adapter = await gpu.requestAdapter().catch(() => null);
  if (!adapter) return { reason: "the browser has WebGPU, but no device for it" };
  const names = ["maxStorageBuffersPerShaderStage", "maxStorageBufferBindingSize", "maxBufferSize"];
  const requiredLimits = Object.fromEntries(names.map((name) => [name, adapter.limits[name]]));
  try {
    const device = await adapter.requestDevice({ requiredLimits });
    return { commands: new Commands(device, onFailed), limits: Object.values(requiredLimits) };
  } catch (error) {
    return { reason: `the device cannot be had: ${error.message}` };
  }
}

class Commands {
  #buffers = new Map();
  #pipelines = new Map();
  #layouts = new Map();   // by the letters of a pipeline's bindings
  #groups = new Map();    // bind groups by what they bind
  #sizes = new Map();     // uniform buffers by their numbers
  #module = { code: "" };
  #checked = Promise.resolve();  // of commands: failing is the device's end
  #refused = [];                 // of pipelines: the engine asks
  #submissions = 0;
  #fence = Promise.resolve();
  #failed = "";

  constructor(device, onFailed) {
    this.device = device;
    this.onFailed = onFailed;
    device.lost.then(({ message }) => this.#fail(message || "the device was lost"));
  }

  #fail(why) {
    if (this.#failed) return;
    this.#failed = why;
    this.onFailed(why);
  }
  // What the device says against `work`, or undefined.
  async #guarded(work) {
    const { device } = this;
    device.pushErrorScope("out-of-memory");
    device.pushErrorScope("validation");
    try {
      work();
    } finally {
      var errors = [device.popErrorScope(), device.popErrorScope()];
    }
    return (await Promise.all(errors)).find(Boolean)?.message;
  }
  #check(work) {
    const done = this.#guarded(work).catch((error) => error.message);
    this.#checked = Promise.all([this.#checked, done]).then(([, why]) => { if (why) this.#fail(why); });
  }

  async handle(message) {
    if (this.#failed) return;
    if (message.commands) {
      this.#check(() => this.#run(message.commands));
      if (++this.#submissions % kSubmissionsAhead === 0) {
        await this.#fence;
        this.#fence = this.device.queue.onSubmittedWorkDone();
      }
    } else if (message.write) {
      const { write, offset, data } = message;
      this.#check(() => this.device.queue.writeBuffer(this.#buffers.get(write), offset, data));
    } else if (message.pipeline) {
      this.#refused.push(this.#guarded(() => this.#makePipeline(message)).catch((error) => error.message));
    } else if (message.drop) {
      this.#pipelines.delete(message.drop);
    }
  }

  /** Bytes of a buffer; null once the device has failed. */
  async read({ read, offset, bytes }) {
    const size = Math.ceil(bytes / 4) * 4;
    let staging;
    this.#check(() => {
      staging = this.device.createBuffer({ size, usage: GPUBufferUsage.MAP_READ | GPUBufferUsage.COPY_DST });
      const encoder = this.device.createCommandEncoder();
      encoder.copyBufferToBuffer(this.#buffers.get(read), offset, staging, 0, size);
      this.device.queue.submit([encoder.finish()]);
    });
    const mapped = staging?.mapAsync(GPUMapMode.READ).catch((error) => this.#fail(error.message));
    await Promise.all([mapped, this.#checked]);
    if (this.#failed || !staging) return null;
    const data = new Uint8Array(staging.getMappedRange()).slice(0, bytes);
    staging.destroy();
    return data;
  }

  /** What the device has said against pipelines since the last call, or "". `finished`: once it has done its work. */
  async problem(finished) {
    if (finished) await this.device.queue.onSubmittedWorkDone();
    const refusals = await Promise.all(this.#refused.splice(0));
    await this.#checked;
    return refusals.find(Boolean) ?? "";
  }

  #layout(access) {
    let layout = this.#layouts.get(access);
    if (!layout) {
      const types = { r: "read-only-storage", w: "storage", u: "uniform" };
      const entries = [...access].map((letter, binding) =>
        ({ binding, visibility: GPUShaderStage.COMPUTE, buffer: { type: types[letter] } }));
      const group = this.device.createBindGroupLayout({ entries });
      layout = { group, pipeline: this.device.createPipelineLayout({ bindGroupLayouts: [group] }) };
      this.#layouts.set(access, layout);
    }
    return layout;
  }
  #makePipeline({ pipeline, code, entry, access }) {
    if (this.#module.code !== code) this.#module = { code, made: this.device.createShaderModule({ code }) };
    const layout = this.#layout(access);
    const compute = { module: this.#module.made, entryPoint: entry };
    const made = this.device.createComputePipeline({ layout: layout.pipeline, compute });
    this.#pipelines.set(pipeline, { made, group: layout.group });
  }

  #sizesBuffer(numbers) {
    const key = numbers.join(), kept = this.#sizes.get(key);
    if (kept) return kept;
    const values = new Int32Array(Math.ceil(numbers.length / 4) * 4);
    values.set(numbers);
    const usage = GPUBufferUsage.UNIFORM | GPUBufferUsage.COPY_DST;
    const buffer = this.device.createBuffer({ size: values.byteLength, usage });
    this.device.queue.writeBuffer(buffer, 0, values);
    if (this.#sizes.size >= kMostKept) this.#sizes.clear();
    this.#sizes.set(key, buffer);
    return buffer;
  }
  #bindGroup(id, words, numbers) {
    const key = `${id}:${words.join()}:${numbers.join()}`, kept = this.#groups.get(key);
    if (kept) return kept;
    const entries = [];
    for (let i = 0; i < words.length; i += 3) {
      const resource = { buffer: this.#buffers.get(words[i]), offset: words[i + 1], size: words[i + 2] };
      entries.push({ binding: entries.length, resource });
    }
    if (numbers.length) entries.push({ binding: entries.length, resource: { buffer: this.#sizesBuffer(numbers) } });
    const group = this.device.createBindGroup({ layout: this.#pipelines.get(id).group, entries });
    if (this.#groups.size >= kMostKept) this.#groups.clear();
    this.#groups.set(key, group);
    return group;
  }

  // One submission.
  #run(words) {
    const { device } = this, ended = [];
    let encoder, pass, at = 0;
    const outside = () => {
      pass?.end();
      pass = undefined;
      return encoder ??= device.createCommandEncoder();
    };
    while (at < words.length) {
      const command = words[at++];
      if (command === kCreate) {
        const id = words[at++], size = words[at++];
        const usage = GPUBufferUsage.STORAGE | GPUBufferUsage.COPY_SRC | GPUBufferUsage.COPY_DST;
        this.#buffers.set(id, device.createBuffer({ size, usage }));
      } else if (command === kDestroy) {
        ended.push(words[at++]);
      } else if (command === kCopy) {
        const [from, fromOffset, to, toOffset, bytes] = words.subarray(at, at += 5);
        outside().copyBufferToBuffer(this.#buffers.get(from), fromOffset, this.#buffers.get(to), toOffset, bytes);
      } else if (command === kDispatch) {
        const [id, groups, bindings, sizes] = words.subarray(at, at += 4);
        const bound = words.subarray(at, at += 3 * bindings), numbers = words.subarray(at, at += sizes);
        pass ??= outside().beginComputePass();
        pass.setPipeline(this.#pipelines.get(id).made);
        pass.setBindGroup(0, this.#bindGroup(id, bound, numbers));
        pass.dispatchWorkgroups(Math.min(groups, kMostGroups), Math.ceil(groups / kMostGroups));
      } else {
        throw new Error(`command ${command}`);
      }
    }
    if (encoder) device.queue.submit([outside().finish()]);
    for (const id of ended) this.#buffers.get(id).destroy(), this.#buffers.delete(id);
    if (ended.length) this.#groups.clear();
  }
}

/** Serves an engine until the worker ends. `onFailed` tells the page, which runs the program again without a device. */
export async function serve(port, shared, onFailed) {
  const words = new Int32Array(shared, 0, kHandled + 1);
  const say = (text) => {
    const bytes = new TextEncoder().encode(text).subarray(0, kSharedBytes - kTextAt);
    new Uint8Array(shared, kTextAt).set(bytes);
    words[kLength] = bytes.length;
  };
  const { commands, limits, reason } = await open(navigator.gpu, onFailed);
  if (limits) new Float64Array(shared, kLimitsAt, 3).set(limits);
  else say(reason);
  const answer = (place, value) => { Atomics.store(words, place, value); Atomics.notify(words, place); };
  const handle = async (message) => {
    if (message.read) {
      const data = await commands.read(message);
      if (!data) return;  // the page has been told
      new Uint8Array(message.to).set(data);
      answer(kAnswered, 1);
    } else if (message.problem) {
      say(await commands.problem(message.finished));
      answer(kAnswered, 1);
    } else {
      await commands.handle(message);
    }
    Atomics.add(words, kHandled, 1);
    Atomics.notify(words, kHandled);
  };
  let last = Promise.resolve();
  port.onmessage = ({ data }) => { last = last.then(() => handle(data)).catch((error) => onFailed(error.message)); };
  answer(kState, commands ? kReady : kNone);
}
