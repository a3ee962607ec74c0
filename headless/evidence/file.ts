/** `public/evidence/<id>.json`: rounded, one seed a line. */
import { join } from 'node:path';
import type { Evidence, EvidenceSeed } from '../../src/core/lessons/evidence.ts';
import { projectRoot } from '../kit/folders.ts';
import type { EvidenceRow } from './row.ts';

/** Where a row's file lies: fetched by the page, or beside the docs. */
export const fileOf = ({ id, docsOnly }: EvidenceRow): string => join(projectRoot, docsOnly ? 'docs' : 'public', 'evidence', `${id}.json`);

/** Most decimals of any number. */
const DECIMALS = 4;
/** Digits of a number on a curve. */
const DIGITS = 3;

const rounded = (value: number): number => Number(value.toFixed(DECIMALS));
const onCurve = (value: number): number => rounded(Number(value.toPrecision(DIGITS)));

export function roundedSeed({ seed, before, after, reward, series, notices, extra }: EvidenceSeed): EvidenceSeed {
  const ends = ({ sampled, greedy }: EvidenceSeed['before']) => ({ sampled: rounded(sampled), greedy: rounded(greedy) });
  return {
    seed,
    before: ends(before),
    after: ends(after),
    reward: reward.map(onCurve),
    series: Object.fromEntries(
      Object.entries(series).map(([name, values]) => [name, values.map((value) => (value === null ? null : onCurve(value)))]),
    ),
    notices,
    ...(extra && { extra: Object.fromEntries(Object.entries(extra).map(([name, value]) => [name, rounded(value)])) }),
  };
}

/** JSON with one line for each seed, so that a difference can be read. */
export function evidenceJson({ variants, ...about }: Evidence): string {
  const head = JSON.stringify(about).slice(1, -1);
  const parts = variants.map(({ seeds, ...variant }) => {
    const lines = seeds.map((seed) => JSON.stringify(roundedSeed(seed)));
    return `{${JSON.stringify(variant).slice(1, -1)},"seeds":[\n${lines.join(',\n')}\n]}`;
  });
  return `{${head},"variants":[\n${parts.join(',\n')}\n]}\n`;
}
