#!/usr/bin/env node
// The WebAssembly build of the command line: `node vitrine.mjs run FILE.py`.
import { createRequire } from 'node:module';
createRequire(import.meta.url)('./vitrine_cli.js');
