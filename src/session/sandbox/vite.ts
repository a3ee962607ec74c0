/** The sandbox in what Vite serves or builds: sources and the WASM file's address come from the bundler. */
import variant from '@jitl/quickjs-wasmfile-release-sync';
import wasmLocation from '@jitl/quickjs-wasmfile-release-sync/wasm?url';
import { guestModules } from './guestModules.ts';
import { QuickJsProgram } from './program.ts';
import { QuickJsSandbox, type SandboxOptions, type SandboxParts } from './sandbox.ts';

const program = new QuickJsProgram(variant, async () => {
  const response = await fetch(wasmLocation);
  if (!response.ok) throw new Error(`the sandbox's program could not be fetched (${response.status})`);
  return new Uint8Array(await response.arrayBuffer());
});

const HELPERS = import.meta.glob<string>(['../../core/environment/guest-*.ts', '../../core/environment/math*.ts'], {
  query: '?raw',
  import: 'default',
  eager: true,
});
const HARNESS = import.meta.glob<string>('./harness*.ts', { query: '?raw', import: 'default', eager: true });

function byFileName(sources: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(sources).map(([path, source]) => [path.slice(path.lastIndexOf('/') + 1), source]));
}

let parts: SandboxParts | undefined;

/** A sandbox with nothing loaded yet. */
export function createSandbox(options?: SandboxOptions): QuickJsSandbox {
  // Compiling our own modules takes longer than booting, so it is done once.
  parts ??= { program, modules: guestModules({ helpers: byFileName(HELPERS), harness: byFileName(HARNESS) }) };
  return new QuickJsSandbox(parts, options);
}
