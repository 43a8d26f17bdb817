// Programs to begin with, in groups: web/examples. Plain PyTorch: each can be pasted into a notebook, and prints there
// what stands beside it (.out).
import groups from "../examples/index.json";

export interface Example { id: string; en: string; zh: string; source: string }
export interface ExampleGroup { en: string; zh: string; examples: Example[] }

const sources = import.meta.glob("../examples/*.py", { query: "?raw", import: "default", eager: true }) as Record<string, string>;
export const exampleGroups: ExampleGroup[] = groups.map(({ en, zh, examples }) => ({ en, zh, examples: examples.map((each) => ({ ...each, source: sources[`../examples/${each.id}.py`] })) }));
export const examples = exampleGroups.flatMap((group) => group.examples);
