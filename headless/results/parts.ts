/** docs/results.md in parts: each is written by a measurement of its own, which leaves the others as they are. */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { projectRoot } from '../kit/folders.ts';

/** Headings the parts begin with, in their order. */
const HEADINGS = [
  '# Results',
  '# Environments',
  '# Rollback',
  '# Blame',
  '# Who spoiled',
  '# Challenges',
  '# Methods',
  '# Estimators',
  '# Evidence behind the lessons',
] as const;
export type PartHeading = (typeof HEADINGS)[number];

/** Puts `markdown`, which begins with its heading, in place of that part. */
export function withPart(document: string, markdown: string): string {
  const parts = HEADINGS.map((heading) => (markdown.startsWith(`${heading}\n`) ? markdown : partOf(document, heading)));
  return `${parts
    .map((part) => part.trim())
    .filter((part) => part !== '')
    .join('\n\n')}\n`;
}

function partOf(document: string, heading: PartHeading): string {
  const at = indexOf(document, heading);
  if (at < 0) return '';
  const ends = HEADINGS.map((other) => indexOf(document, other)).filter((index) => index > at);
  return document.slice(at, Math.min(document.length, ...ends));
}

const indexOf = (document: string, heading: PartHeading): number => `\n${document}`.indexOf(`\n${heading}\n`);

export function writePart(markdown: string): void {
  const file = join(projectRoot, 'docs', 'results.md');
  writeFileSync(file, withPart(existsSync(file) ? readFileSync(file, 'utf8') : '', markdown));
}
