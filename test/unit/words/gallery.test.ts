/**
 * What the gallery says that a team learns is in a recorded result: the difference, paired by seed over five seeds, has a 95 % interval
 * that leaves out 0. Other texts of it say what a project is, not what becomes of it.
 */
import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { Evidence } from '../../../src/core/lessons/evidence.ts';
import { evidenceDifference } from '../../../src/core/lessons/evidenceNumbers.ts';
import { galleryEn } from '../../../src/words/en/shell/gallery.ts';

/** `[evidence, variant/number, is more than variant/number]`, by template. */
const CLAIMS: Readonly<Record<string, readonly (readonly [id: string, more: string, than: string])[]>> = {
  micro: [['transfer', 'trained/extra.train.sampled', 'trained/extra.train.before.sampled']],
  standard: ['shows_work', 'answer_right_given_plan'].map((skill) => [
    'algorithms-standard-duo',
    `tppo/series.skill/${skill}.last`,
    `tppo/series.skill/${skill}.first`,
  ]),
  signalling: [
    ...['speaker', 'listener'].map(
      (who) =>
        [
          'signalling',
          `seen/series.skill/${who}_keeps_the_convention.last`,
          `seen/series.skill/${who}_keeps_the_convention.first`,
        ] as const,
    ),
    ['signalling', 'seen/after.sampled', 'unseen/after.sampled'],
  ],
  trio: [
    ['lazy-team', 'per-step-adaptive/series.skill/plan_right.last', 'equal/series.skill/plan_right.last'],
    ['lazy-team', 'equal/series.skill/verifier_overrides.last', 'per-step-adaptive/series.skill/verifier_overrides.last'],
  ],
  // One runner is weak, and it is the second.
  relay: ['first', 'third'].map((other) => [
    'counterfactuals',
    `tppo/series.skill/${other}_right.first`,
    'tppo/series.skill/second_right.first',
  ]),
};

/** Words for what becomes of a team, or of one beside another. */
const EFFECT = /\b(?:learns?|learnt|comes? to|becomes?|rises?|falls?|better|worse|higher|works together|weak)\b/i;

const evidence = (id: string): Evidence => {
  const [found] = ['public', 'docs'].map((place) => new URL(`../../../${place}/evidence/${id}.json`, import.meta.url)).filter(existsSync);
  if (!found) throw new Error(`There is no evidence “${id}”.`);
  return JSON.parse(readFileSync(found, 'utf8')) as Evidence;
};
const numberOf = (number: string) => {
  const [variant = '', ...what] = number.split('/');
  return { variant, what: what.join('/') };
};

describe.each(Object.entries(CLAIMS))('%s', (_, claims) => {
  it.each(claims)('%s: %s is more than %s', (id, more, than) => {
    const difference = evidenceDifference(evidence(id), numberOf(more), numberOf(than));
    expect(difference?.values).toHaveLength(5);
    expect(difference?.verdict).toBe('higher');
  });
});

it('every text that names an effect has its claims here', () => {
  const naming = Object.entries(galleryEn.presets).flatMap(([preset, { shows, look }]) =>
    EFFECT.test(`${shows} ${look}`) ? [preset] : [],
  );
  expect(naming.toSorted()).toEqual(Object.keys(CLAIMS).toSorted());
});
