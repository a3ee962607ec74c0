/** The library in Node: bases from this disk, workers as threads, WebGPU through the package `webgpu` where that is installed. */
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { basesFrom, readModel } from '../../headless/kit/bases.ts';
import { BACKEND_FILES, MACHINE } from '../../headless/kit/host.ts';
import { installWebGpu } from '../../scripts/testing/webgpu-node.ts';
import { fetchBaseFrom } from '../../src/session/open/bases.ts';
import type { Platform } from '../../src/session/open/platform.ts';
import { createSandbox } from '../../src/session/sandbox/node.ts';

const shipped = basesFrom();

export const PLATFORM: Platform = {
  files: BACKEND_FILES,
  machine: MACHINE,
  createSandbox,
  async prepare(backend) {
    if (backend === 'webgpu') await installWebGpu();
  },
  async baseFiles(source, name) {
    if (source === undefined) return shipped(name, [name]);
    if (/^https?:/.test(String(source))) return fetchBaseFrom(source, name);
    return readModel(join(source instanceof URL || source.startsWith('file:') ? fileURLToPath(source) : source, name));
  },
};
