// The worker of an engine's graphics device, which the page makes when a program first asks for one.
import { serve } from "../gpu.mjs";

self.onmessage = ({ data }) => void serve(data.port, data.shared, (failed) => self.postMessage({ failed }));
