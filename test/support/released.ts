/** What released versions of the workbench left behind (`test/golden/released`): projects of every format, and what their page kept. */
import { readFileSync } from 'node:fs';
import { unzipFiles } from '../../src/core/formats/archive.ts';
import type { Files } from '../../src/core/formats/files.ts';
import type { KeptProject } from '../../src/page/state/projectStorage/database.ts';

/** Formats of projects before the present one. */
export const FORMATS = [1, 2, 3, 4, 5, 6, 7, 8] as const;
export const RELEASES = ['0.1.0', '0.2.0'] as const;
export type Release = (typeof RELEASES)[number];

const fileOf = (name: string): Uint8Array => new Uint8Array(readFileSync(new URL(`../golden/released/${name}`, import.meta.url)));

/** The default project as a workbench of that format saved it. */
export const savedProject = (format: number): string => new TextDecoder().decode(fileOf(`format-${format}.json`));

/** As `JSON.stringify` writes what a browser keeps beside runs. */
export interface KeptBeside {
  readonly localStorage: Readonly<Record<string, string>>;
  readonly indexedDB: { readonly 'marft-workbench-projects': readonly KeptProject[] };
  /** The default project as a link. */
  readonly link: string;
}

export function leftBy(release: Release): { readonly runs: Files; readonly beside: KeptBeside } {
  const { 'browser.json': browser, ...runs } = unzipFiles(fileOf(`${release}.zip`));
  return { runs, beside: JSON.parse(new TextDecoder().decode(browser)) as KeptBeside };
}

/** What their pages kept in local storage, by key, and under its path a branch of the run that is over. */
export const keptBy = (release: Release): Readonly<Record<string, string>> =>
  JSON.parse(new TextDecoder().decode(fileOf(`kept-${release}.json`))) as Readonly<Record<string, string>>;
