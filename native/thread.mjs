// A thread of the command line for Node; CMake puts what it needs beside it.
import { workerData } from "node:worker_threads";
import "./globals.js";
import { serve } from "./threads.mjs";
serve(workerData.setup, workerData.number);
