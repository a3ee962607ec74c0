/**
 * The modules of our own that run inside the sandbox, and how they find one another. `marft/env` may be written in several
 * files: `guest-helpers.ts` is what people import, and it may import its neighbours by relative names (`./mathGrader.ts`).
 */
import { compileModule } from './compile.ts';

/** TypeScript by file name. */
export interface GuestSources {
  /** `guest-helpers.ts` and whatever files of `core/environment` it imports. */
  readonly helpers: Readonly<Record<string, string>>;
  /** `harness.ts` and whatever files of this folder it imports. */
  readonly harness: Readonly<Record<string, string>>;
}

/** The folders, by the module that people or the host begin with, and that module's file. */
const ENTRIES = { helpers: ['marft/env', 'guest-helpers.ts'], harness: ['harness', 'harness.ts'] } as const;

/** JavaScript by module name: `marft/env`, `marft/env/mathGrader.ts`, `harness`, … */
export function guestModules(sources: GuestSources): ReadonlyMap<string, string> {
  const modules = new Map<string, string>();
  for (const part of ['helpers', 'harness'] as const) {
    const [entry, entryFile] = ENTRIES[part];
    if (sources[part][entryFile] === undefined) throw new Error(`${entryFile} is missing among the sandbox's own files`);
    for (const [file, source] of Object.entries(sources[part])) {
      const name = file === entryFile ? entry : `${entry}/${file}`;
      modules.set(name, compileModule(source, name).code);
    }
  }
  return modules;
}

/** The module that one of ours means by `./file.ts`; undefined for people's modules, which have no neighbours. */
export function relativeModule(importer: string, name: string): string | undefined {
  const folder = Object.values(ENTRIES).find(([entry]) => importer === entry || importer.startsWith(`${entry}/`))?.[0];
  return folder !== undefined && name.startsWith('./') ? `${folder}/${name.slice(2)}` : undefined;
}
