/** Lesson 4. How far one batch may carry the team: ratio, clip and KL, a collapse, and which guard rescues the run. */
import { applySettingsPreset } from '../../core/editing/settingsPresets.ts';
import type { ProjectDocument } from '../../core/document/schema.ts';
import type { Course } from '../../core/lessons/lesson.ts';
import { clippedSurrogate, ratioOf } from '../../core/objectives/surrogate.ts';

/** A token that had a probability of 0.20 when it was sampled and has 0.30 now. */
const RATIO = ratioOf(Math.log(0.3) - Math.log(0.2));
/** What the objective counts for it, with advantage 1 and a clip of 0.2. */
const COUNTED = -clippedSurrogate(RATIO, 1, { clip: 0.2, clipHigher: 0, dualClip: 0 }).loss;

const lasting =
  (iterations: number) =>
  (document: ProjectDocument): ProjectDocument => ({ ...document, training: { ...document.training, iterations } });

/** A learning rate of 1e-2 with every guard off, one iteration long, without evaluations in between. */
function tooFast(document: ProjectDocument): ProjectDocument {
  const { training, ...rest } = applySettingsPreset(document, 'collapse_learning_rate');
  return { ...rest, training: { ...training, iterations: 1, evaluateEvery: 0 } };
}

const course: Course = {
  id: 'trust-region',
  minutes: 10,
  project: { preset: 'micro', prepare: tooFast },
  steps: [
    { kind: 'check', id: 'recall', options: ['sum', 'product', 'largest'], right: 'product' },
    {
      kind: 'do',
      id: 'one-iteration',
      at: { place: 'team' },
      targets: ['train'],
      goal: { is: 'trained', iterations: 1 },
    },
    {
      kind: 'highlight',
      id: 'ratio',
      at: { place: 'inspect', view: 'microscope', channel: 'ratio', run: 'own', iteration: 1 },
      targets: ['channels', 'heatmap'],
    },
    {
      kind: 'check',
      id: 'by-hand',
      numbers: [
        { id: 'ratio', value: RATIO.value, within: 0.01 },
        { id: 'counted', value: COUNTED, within: 0.01 },
      ],
    },
    {
      kind: 'highlight',
      id: 'clipped',
      at: { place: 'inspect', view: 'microscope', channel: 'clipped', run: 'own', iteration: 1 },
      targets: ['channels', 'heatmap'],
    },
    {
      kind: 'highlight',
      id: 'receipt',
      at: { place: 'inspect', view: 'receipt', run: 'own', iteration: 1 },
      targets: ['view:receipt'],
    },
    { kind: 'highlight', id: 'two-distances', at: { place: 'team', run: 'own' }, targets: ['chart:klOldNew', 'chart:klRef'] },
    { kind: 'predict', id: 'three-times', options: ['faster', 'lower', 'dies', 'never'], outcome: 'dies' },
    {
      kind: 'do',
      id: 'collapse',
      at: { place: 'team' },
      targets: ['chart:reward', 'train'],
      prepare: lasting(60),
      goal: { is: 'trained', iterations: 60 },
      // Not a recorded run: it would be on screen from the beginning, before the prediction.
      recorded: 'evidence',
      evidence: { id: 'trust-region', variants: ['none'] },
    },
    {
      kind: 'show',
      id: 'signs',
      evidence: { id: 'trust-region', series: 'actor/solver/ppo_kl', variants: ['none', 'healthy'] },
    },
    { kind: 'predict', id: 'which-guard', options: ['gate', 'adaptive', 'both', 'neither'], outcome: 'adaptive' },
    {
      kind: 'show',
      id: 'guards',
      evidence: { id: 'trust-region', variants: ['none', 'gate', 'penalty', 'rollback', 'adaptive'] },
    },
    { kind: 'check', id: 'why-gate', options: ['limit', 'first', 'one-agent'], right: 'first' },
    { kind: 'show', id: 'reuse', evidence: { id: 'reuse', variants: ['none', 'clip', 'gate'] } },
    {
      kind: 'do',
      id: 'rescue',
      at: { place: 'training', tab: 'settings' },
      targets: ['setting:adaptiveLearningRate.enabled', 'setting:rollback.enabled', 'setting:learningRate', 'train'],
      expects: true,
      goal: { is: 'metric', name: 'reward/mean', over: 10, above: 0.8 },
      recorded: 'evidence',
      evidence: { id: 'trust-region', variants: ['none', 'adaptive'] },
      assist: (document) => applySettingsPreset(document, 'collapse_learning_rate_adaptive'),
    },
  ],
  trimmed: {
    places: ['team', 'training', 'inspect', 'learn'],
    locked: ['team', 'environment', 'warmStart'],
  },
};

export default course;
