/** The sandbox in Node: sources are read from disk. */
import { readFileSync } from 'node:fs';
import variant from '@jitl/quickjs-wasmfile-release-sync';
import { QuickJsSandbox, type SandboxOptions } from './sandbox.ts';

function readSource(path: string): string {
  return readFileSync(new URL(path, import.meta.url), 'utf8');
}

/** A sandbox with nothing loaded yet. */
export function createSandbox(options?: SandboxOptions): QuickJsSandbox {
  return new QuickJsSandbox(
    { variant, helpers: readSource('../../core/environment/guest-helpers.ts'), harness: readSource('./harness.ts') },
    options,
  );
}
