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
  apart?: string;  // what the right column shows, where it chooses for itself
  skip?: string;  // passes that are switched off
  left?: string;  // the two graphs beside each other
  right?: string;
  pin?: number;
  film?: string;  // the frame of an open film
  callsText?: number;
  call?: string;  // whose cards are shown, or the cut
  language?: Language;
}
export class BadLink extends Error { constructor(readonly newer: boolean) { super("bad link"); } }

const kLongest = 1 << 24;  // bytes of a state: a short link may unpack to gigabytes

async function through(bytes: Uint8Array, stream: GenericTransformStream): Promise<Uint8Array> {
  const reader: ReadableStreamDefaultReader<Uint8Array> = new Blob([bytes as BlobPart]).stream().pipeThrough(stream).getReader();
  const parts: BlobPart[] = [];
  let size = 0;
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    if ((size += part.value.length) > kLongest) throw new BadLink(false);
    parts.push(part.value as BlobPart);
  }
  return new Uint8Array(await new Blob(parts).arrayBuffer());
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
    if (state.language !== "zh") state.language = state.language && "en";
    return state as SharedState;
  } catch {
    throw new BadLink(false);
  }
}
