// One of the engine's threads, beside the worker that the engine lives in.
import "./shared";
import { serve } from "../threads.mjs";

self.onmessage = ({ data }) => serve(data.setup, data.number);
