/** Lesson 11: what is exported, how other tools load it, and what changes with models ten thousand times larger. */
import { updateAgent } from '../../core/editing/edits.ts';
import { adapterSchema } from '../../core/document/schema.ts';
import type { Course } from '../../core/lessons/lesson.ts';
import { LORA_TARGETS } from '../../core/document/schema.ts';
import { adapterParameters } from '../../core/formats/models/model-config.ts';
import { QWEN_1_5B, teamBytes } from '../../core/lessons/sizes.ts';

/** What an adapter is where nobody chose otherwise: that of both agents here. */
const { rank, alpha, targets } = adapterSchema.parse({});

const course: Course = {
  id: 'real-models',
  minutes: 10,
  project: {
    preset: 'micro',
    // Only so many iterations as it takes to have weights worth looking at.
    prepare: (document) => ({ ...document, training: { ...document.training, iterations: 8, evaluateEvery: 0 } }),
  },
  steps: [
    { kind: 'check', id: 'recall', options: ['rank', 'half', 'base'], right: 'base' },
    { id: 'leave', kind: 'show', at: { place: 'team' } },
    {
      id: 'train',
      kind: 'do',
      at: { place: 'team' },
      targets: ['train', 'chart:reward'],
      goal: { is: 'trained', iterations: 8 },
      recorded: 'run',
    },
    { id: 'bundle', kind: 'predict', at: { place: 'team' }, options: ['models', 'adapters', 'prompts'], outcome: 'adapters' },
    { id: 'export', kind: 'do', at: { place: 'team', run: 'own' }, targets: ['export'], goal: { is: 'happened', what: 'exported' } },
    { id: 'files', kind: 'show', targets: ['export'] },
    {
      id: 'config',
      kind: 'check',
      numbers: [
        { id: 'rank', value: rank, within: 0 },
        { id: 'strength', value: alpha / rank, within: 0.01 },
        { id: 'targets', value: targets.length, within: 0 },
      ],
    },
    { id: 'load', kind: 'show' },
    { id: 'episodes', kind: 'highlight', at: { place: 'team', run: 'own' }, targets: ['export'] },
    {
      id: 'memory',
      kind: 'check',
      numbers: [
        { id: 'adapter', value: adapterParameters(QWEN_1_5B, { rank: 8, targets: LORA_TARGETS }) / 1e6, within: 0.1 },
        { id: 'whole', value: teamBytes(QWEN_1_5B, 3, 'whole models') / 1e9, within: 3 },
        { id: 'lora', value: teamBytes(QWEN_1_5B, 3, { rank: 8 }) / 1e9, within: 0.2 },
      ],
    },
    { id: 'settings', kind: 'show', at: { place: 'training', tab: 'settings' }, targets: ['setting:learningRate', 'setting:klCoef'] },
    { id: 'unrewarded', kind: 'predict', options: ['all', 'half', 'nothing'], outcome: 'all' },
    { id: 'sharpened', kind: 'show', evidence: { id: 'transfer', series: 'reward' } },
    { id: 'code-bases', kind: 'check', options: ['nothing', 'everything', 'description'], right: 'everything' },
    {
      id: 'own',
      kind: 'do',
      at: { place: 'team', role: 'solver' },
      targets: ['adapter', 'train', 'export'],
      expects: true,
      goal: {
        is: 'all',
        of: [
          { is: 'setting', path: 'team.agents.solver.adapter.rank', atLeast: rank * 2 },
          { is: 'trained', iterations: 8 },
        ],
      },
      assist: (document) => updateAgent(document, 'solver', { adapter: adapterSchema.parse({ rank: rank * 2, alpha: alpha * 2 }) }),
    },
  ],
  trimmed: {
    places: ['team', 'training', 'inspect', 'learn'],
    hidden: ['bench', 'dataset'],
    locked: ['environment', 'warmStart', 'team.base'],
  },
};

export default course;
