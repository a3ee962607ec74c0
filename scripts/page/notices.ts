/**
 * `dist/THIRD_PARTY_NOTICES.txt`: name, version and licence text of every package that is in the built page, workers included.
 * Vite's own `build.license` knows neither workers nor what a package says of the code inside it.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, sep } from 'node:path';
import type { Plugin, Rolldown } from 'vite';

export const NOTICES = 'THIRD_PARTY_NOTICES.txt';

/** Licences, and what a package says of others' code in it. */
const TEXTS = /^(licen[cs]e|copying|notice|third-?party-?notices?)\b[^/]*$/i;

interface Package {
  readonly name: string;
  readonly version: string;
  readonly license: string;
  readonly author: string;
  readonly source: string;
  readonly texts: readonly string[];
}

/** The package that a module of `node_modules` belongs to; null for our own and for what the bundler makes up. */
function packageOf(moduleId: string): string | null {
  const path = moduleId.replace(/^\0+/, '').split('?')[0]?.replaceAll(sep, '/') ?? '';
  // Of packages inside packages the innermost.
  const [, folder] = /^(.*\/node_modules\/(?:@[^/]+\/)?[^/]+)\//.exec(path) ?? [];
  return folder !== undefined && existsSync(join(folder, 'package.json')) ? folder : null;
}

function readPackage(folder: string): Package {
  const { name = '', version = '', license, author, repository, homepage } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  const url = typeof repository === 'string' ? repository : repository?.url;
  const texts = readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isFile() && TEXTS.test(entry.name))
    .map((entry) => entry.name)
    .sort();
  return {
    name,
    version,
    license: typeof license === 'string' ? license : (license?.type ?? 'unknown'),
    author: (typeof author === 'string' ? author : author?.name) ?? `the authors of ${name}`,
    source: String(url ?? homepage ?? '').replace(/^git\+|\.git$/g, ''),
    texts: texts.map((file) => readFileSync(join(folder, file), 'utf8').replaceAll('\r\n', '\n').trim()),
  };
}

/** The notices of the packages that `moduleIds` (absolute paths) belong to, and of those in `folders`, which are in `what`. */
export function noticesOf(moduleIds: Iterable<string>, folders: readonly string[] = [], what = 'This page'): string {
  const found = new Set([...folders, ...[...moduleIds].flatMap((id) => packageOf(id) ?? [])]);
  const packages = [
    ...new Map([...found].map((folder) => readPackage(folder)).map((entry) => [`${entry.name} ${entry.version}`, entry])).values(),
  ];
  packages.sort((a, b) => (a.name < b.name ? -1 : a.name > b.name ? 1 : a.version < b.version ? -1 : 1));
  const standard = standardTexts(packages);
  const line = '='.repeat(80);
  const sections = packages.map(({ name, version, license, author, source, texts }) => {
    const own = texts.length > 0 ? texts : standard(license, author);
    return [
      line,
      `${name} ${version}`,
      `Licence: ${license}`,
      ...(source ? [source] : []),
      line,
      '',
      own.join(`\n\n${'-'.repeat(80)}\n\n`),
      '',
    ].join('\n');
  });
  return `${what} contains the work of others, each under its own licence.\n\n${sections.join('\n')}`;
}

/** What stands for the texts of a package that leaves them out: those of its licences, as other packages bring them. */
function standardTexts(packages: readonly Package[]): (license: string, author: string) => readonly string[] {
  const first = (name: string, part: RegExp): string | undefined =>
    packages.flatMap(({ license, texts }) => (license === name ? (part.exec(texts[0] ?? '')?.[0] ?? []) : []))[0];
  const apache = first('Apache-2.0', /[^]*TERMS AND CONDITIONS[^]*/);
  const mit = first('MIT', /Permission is hereby granted[^]*/);
  return (license, author) => [
    ...(/\bMIT\b/.test(license) && mit ? [`Copyright (c) ${author}\n\n${mit}`] : []),
    ...(/\bApache-2\.0\b/.test(license) && apache ? [apache] : []),
  ];
}

/** For the page's bundle and for those of its workers, which are made before it. `folders`: packages compiled into other files. */
export function thirdPartyNotices(folders: readonly string[]): { readonly page: Plugin; readonly worker: () => Plugin } {
  const modules = new Set<string>();
  const collect = (bundle: Rolldown.OutputBundle): void => {
    for (const file of Object.values(bundle)) if (file.type === 'chunk') for (const id of file.moduleIds) modules.add(id);
  };
  return {
    worker: () => ({ name: 'third-party-modules', generateBundle: (_options, bundle) => collect(bundle) }),
    page: {
      name: 'third-party-notices',
      generateBundle(_options, bundle) {
        collect(bundle);
        this.emitFile({ type: 'asset', fileName: NOTICES, source: noticesOf(modules, folders) });
      },
    },
  };
}
