// The whole state in the URL's hash: a version, then deflate in base64url.
import type { Language } from "./strings";

export interface SharedState {
  v: 1;
  source: string;
  lesson?: string;
  step?: string;
  panel?: string;
  second?: string;
  compile?: string;
  graphView?: number;
  graphPosition?: number;
  half?: number;
  pin?: number;
  language?: Language;
}
export class BadLink extends Error { constructor(readonly newer: boolean) { super("bad link"); } }

async function through(bytes: Uint8Array, stream: GenericTransformStream): Promise<Uint8Array> {
  return new Uint8Array(await new Response(new Blob([bytes as BlobPart]).stream().pipeThrough(stream)).arrayBuffer());
}

export async function encodeState(state: SharedState): Promise<string> {
  const packed = await through(new TextEncoder().encode(JSON.stringify(state)), new CompressionStream("deflate-raw"));
  let text = "";
  for (const byte of packed) text += String.fromCharCode(byte);
  return "v1." + btoa(text).replace(/\+/g, "-").replace(/\//g, "_").replace(/=+$/, "");
}

export async function decodeState(hash: string): Promise<SharedState> {
  const match = /^#?v(\d+)\.([A-Za-z0-9_-]*)$/.exec(hash);
  if (!match) throw new BadLink(false);
  if (Number(match[1]) > 1) throw new BadLink(true);
  try {
    const packed = Uint8Array.from(atob(match[2].replace(/-/g, "+").replace(/_/g, "/")), (c) => c.charCodeAt(0));
    const state = JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(await through(packed, new DecompressionStream("deflate-raw"))));
    if (typeof state !== "object" || state === null || typeof state.source !== "string") throw new Error();
    return state as SharedState;
  } catch {
    throw new BadLink(false);
  }
}
