/** The sandbox in Node: sources are read from disk. */
import { readdirSync, readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import variant from '@jitl/quickjs-wasmfile-release-sync';
import { guestModules, type GuestSources } from './guestModules.ts';
import { QuickJsProgram } from './program.ts';
import { QuickJsSandbox, type SandboxOptions, type SandboxParts } from './sandbox.ts';

const { resolve } = createRequire(import.meta.url);
/** The interpreter of this process. */
export const program = new QuickJsProgram(variant, () => readFile(resolve('@jitl/quickjs-wasmfile-release-sync/wasm')));

/** Texts of a folder's files whose names match, by name. The patterns are those of `vite.ts`. */
function readSources(folder: string, pattern: RegExp): Record<string, string> {
  const at = new URL(folder, import.meta.url);
  const files = readdirSync(at).filter((file) => pattern.test(file) && !file.endsWith('.d.ts'));
  return Object.fromEntries(files.map((file) => [file, readFileSync(new URL(file, at), 'utf8')]));
}

/** Our own code inside the sandbox. */
export function guestSources(): GuestSources {
  return { helpers: readSources('../../core/environment/', /^(guest-|math).*\.ts$/), harness: readSources('./', /^harness.*\.ts$/) };
}

let parts: SandboxParts | undefined;
/** What the sandboxes of this process share: compiling our own modules takes longer than booting. */
export function sandboxParts(): SandboxParts {
  return (parts ??= { program, modules: guestModules(guestSources()) });
}

/** A sandbox with nothing loaded yet. */
export function createSandbox(options?: SandboxOptions): QuickJsSandbox {
  return new QuickJsSandbox(sandboxParts(), options);
}
