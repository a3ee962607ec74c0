/** What to type for a run that was stopped: it goes on where its policies are, with the bases and rows that it was given. */
import { baseNames } from '../../../src/core/document/bases.ts';
import type { ProjectDocument } from '../../../src/core/document/schema.ts';
import { quoted } from '../../../src/core/formats/exports/shellText.ts';
import { besideFolder, isShipped } from '../bases.ts';
import type { ServerValues } from './served.ts';

/** Of the flags of the command that was stopped, those that a run folder does not keep. */
export interface GivenFlags extends ServerValues {
  readonly out: string;
  readonly data?: string;
  readonly base?: readonly string[];
}

const KEPT = ['engine', 'url', 'model', 'token-file', 'patience', 'in-flight', 'data'] as const;

/** `home`: the folder in which bases were looked for; they do not lie beside the run, so each that was found there is named. */
export function goingOn(document: ProjectDocument, flags: GivenFlags, home: string | null): string {
  const { out, base: passed = [] } = flags;
  const names = baseNames(document);
  const found = names.flatMap((name) => {
    if (isShipped(name) || passed.some((flag) => flag.startsWith(`${name}=`))) return [];
    const folder = home === null ? undefined : besideFolder(name, names, home);
    return folder === undefined ? [] : [`${name}=${folder}`];
  });
  const pairs: (readonly [string, string | undefined])[] = [
    ['out', out],
    ...KEPT.map((name) => [name, flags[name]] as const),
    ...[...passed, ...found].map((base) => ['base', base] as const),
  ];
  const said = pairs.flatMap(([name, value]) => (value === undefined ? [] : [`--${name} ${quoted(value)}`]));
  return ['npm run train -- --resume', ...said].join(' ');
}
