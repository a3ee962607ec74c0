/**
 * Two ways to ruin a team, steps that are too large and a batch that is used too often, each with every guard alone: on `micro`
 * (the lessons draw these) and on `standard`.
 */
import { evidenceNamesText } from '../../src/words/words.ts';
import { type Changes, type EvidenceRow, type RowVariant, UNGUARDED } from './row.ts';

const { 'trust-region': tooLarge, reuse: tooOften } = evidenceNamesText.results;

/** Every guard with the values it ships with where it has some; `clip` is the project's own. */
const GUARDS: readonly RowVariant[] = [
  { id: 'gate', name: tooLarge.variants.gate, changes: { 'training.klGate': 0.01 } },
  {
    id: 'gate-after',
    name: tooLarge.variants['gate-after'],
    changes: { 'training.klGate': 0.01, 'training.klGateAction': 'undo' },
  },
  { id: 'early-stop', name: tooLarge.variants['early-stop'], changes: { 'training.earlyStopKl': 0.01 } },
  {
    id: 'penalty',
    name: tooLarge.variants.penalty,
    changes: { 'training.klCoef': 0.05, 'training.klEstimator': 'k1', 'training.klPlacement': 'reward' },
  },
  { id: 'rollback', name: tooLarge.variants.rollback, changes: { 'training.rollback.enabled': true } },
  { id: 'adaptive', name: tooLarge.variants.adaptive, changes: { 'training.adaptiveLearningRate.enabled': true } },
];

const CLIP: Changes = { 'training.clip': 0.2 };
/** So wide a clip that nothing reaches it. */
const NO_CLIP: Changes = { 'training.clip': 10 };

/** With the project's clip throughout: the page's own projects have it too. */
const TOO_LARGE: EvidenceRow['variants'] = [
  { id: 'none', name: tooLarge.variants.none },
  { id: 'no-clip', name: tooLarge.variants['no-clip'], changes: NO_CLIP },
  ...GUARDS,
  { id: 'healthy', name: tooLarge.variants.healthy, changes: { 'training.learningRate': 3e-3 } },
];

/** Without the clip, except where it is one of the guards. */
const TOO_OFTEN: EvidenceRow['variants'] = [
  { id: 'none', name: tooOften.variants.none },
  { id: 'clip', name: tooOften.variants.clip, changes: CLIP },
  { id: 'clip-gate', name: tooOften.variants['clip-gate'], changes: { ...CLIP, 'training.klGate': 0.01 } },
  ...GUARDS,
  { id: 'healthy', name: tooOften.variants.healthy, changes: { ...CLIP, 'training.epochs': 2 } },
];

const largeSteps = { ...UNGUARDED, 'training.learningRate': 1e-2 };
const reuse = { ...UNGUARDED, ...NO_CLIP, 'training.epochs': 8 };

/** Curves that fit the file of ten variants: KL to the base, and KL old→new, on which the guards act. */
const curves = {
  series: ['actor/planner/ppo_kl', 'actor/solver/ppo_kl'],
  without: ['skill/', 'actor/planner/entropy', 'actor/solver/entropy'],
};

export const COLLAPSE_ROWS: readonly EvidenceRow[] = [
  {
    id: 'trust-region',
    title: tooLarge.title,
    preset: 'micro',
    changes: { ...largeSteps, 'training.iterations': 60 },
    variants: TOO_LARGE,
    ...curves,
  },
  {
    id: 'reuse',
    title: tooOften.title,
    preset: 'micro',
    changes: { ...reuse, 'training.iterations': 60 },
    variants: TOO_OFTEN,
    ...curves,
  },
];

/** The standard base trains slowly: fewer episodes than its project has, and long enough to see it fall. */
const SHORT: Changes = { 'training.iterations': 40, 'training.episodes': 32 };

export const STANDARD_COLLAPSE_ROWS: readonly EvidenceRow[] = [
  {
    id: 'trust-region-standard',
    title: 'Steps that are too large, on the standard base',
    preset: 'standard',
    docsOnly: true,
    changes: { ...largeSteps, ...SHORT },
    variants: TOO_LARGE,
    ...curves,
  },
  {
    id: 'reuse-standard',
    title: 'A batch that is used too often, on the standard base',
    preset: 'standard',
    docsOnly: true,
    changes: { ...reuse, ...SHORT },
    variants: TOO_OFTEN,
    ...curves,
  },
];
