/** Lesson 5. Low rank by shapes and numbers, one adapter each or one for both, and what an adapter file holds. */
import { updateAgent } from '../../core/editing/edits.ts';
import { type AdapterSettings, LORA_TARGETS, type ProjectDocument } from '../../core/document/schema.ts';
import { type AdapterBase, adapterParameters } from '../../core/formats/models/model-config.ts';
import type { Course } from '../../core/lessons/lesson.ts';

/** The shape of the base “micro”; a test holds it to the shipped `config.json`. */
export const MICRO: AdapterBase = { layers: 2, hiddenSize: 64, intermediateSize: 160, heads: 4, kvHeads: 4, headDim: 16 };
/** A and B of one query matrix, 64 × 64, at rank 8. */
const ONE_MATRIX = adapterParameters({ ...MICRO, layers: 1 }, { rank: 8, targets: ['q_proj'] });
/** A whole adapter, all seven matrices of both layers. */
const AT_RANK_2 = adapterParameters(MICRO, { rank: 2, targets: LORA_TARGETS });

/** Changes the adapter of these agents. */
function withAdapter(document: ProjectDocument, roles: readonly string[], part: Partial<AdapterSettings>): ProjectDocument {
  return document.team.agents
    .filter(({ role }) => roles.includes(role))
    .reduce((next, { role, adapter }) => updateAgent(next, role, { adapter: { ...adapter, ...part } }), document);
}

const course: Course = {
  id: 'lora-per-agent',
  minutes: 9,
  project: {
    preset: 'micro',
    prepare: (document) => ({
      ...document,
      training: { ...document.training, iterations: 15, evaluateEvery: 0 },
    }),
  },
  steps: [
    { kind: 'check', id: 'recall', options: ['first', 'limit', 'reward'], right: 'first' },
    { kind: 'show', id: 'one-base', at: { place: 'team' }, targets: ['canvas'] },
    { kind: 'do', id: 'find-it', at: { place: 'team' }, targets: ['agent:solver'], goal: { is: 'agent', role: 'solver' } },
    { kind: 'highlight', id: 'low-rank', at: { place: 'team', role: 'solver' }, targets: ['adapter'] },
    {
      kind: 'check',
      id: 'count',
      numbers: [
        { id: 'matrix', value: ONE_MATRIX, within: 0 },
        { id: 'rank-two', value: AT_RANK_2, within: 0 },
      ],
    },
    {
      kind: 'do',
      id: 'rank',
      at: { place: 'team', role: 'solver' },
      targets: ['adapter'],
      goal: {
        is: 'all',
        of: [
          { is: 'setting', path: 'team.agents.solver.adapter.rank', equals: 2 },
          { is: 'setting', path: 'team.agents.solver.adapter.alpha', equals: 4 },
        ],
      },
      assist: (document) => withAdapter(document, ['solver'], { rank: 2, alpha: 4 }),
    },
    { kind: 'predict', id: 'how-much', options: ['worse', 'little', 'better'], outcome: 'little' },
    { kind: 'show', id: 'rank-measured', evidence: { id: 'lora', variants: ['per-agent', 'rank-2', 'rank-16', 'q-v-only'] } },
    { kind: 'predict', id: 'share', options: ['cannot', 'worse', 'near'], outcome: 'near' },
    { kind: 'show', id: 'share-measured', evidence: { id: 'lora', variants: ['per-agent', 'shared'] } },
    {
      kind: 'do',
      id: 'own',
      expects: true,
      at: { place: 'team', role: 'solver' },
      targets: ['adapter', 'train'],
      goal: {
        is: 'all',
        of: [
          { is: 'changed', paths: ['team.agents.planner.adapter', 'team.agents.solver.adapter'] },
          { is: 'trained', iterations: 15 },
        ],
      },
      recorded: 'evidence',
      evidence: { id: 'lora' },
      assist: (document) => withAdapter(document, ['planner', 'solver'], { rank: 8, alpha: 16, group: 'both' }),
    },
    {
      kind: 'do',
      id: 'versions',
      at: { place: 'inspect', view: 'replay', run: 'own', iteration: 15, episode: 0, message: 1 },
      targets: ['view:replay'],
      goal: { is: 'happened', what: 'replayed' },
    },
    { kind: 'do', id: 'export', at: { place: 'team', run: 'own' }, targets: ['export'], goal: { is: 'happened', what: 'exported' } },
    { kind: 'show', id: 'file' },
    { kind: 'check', id: 'lost-config', options: ['rank', 'strength', 'layers'], right: 'strength' },
  ],
  trimmed: {
    places: ['team', 'inspect', 'learn'],
    locked: ['environment', 'training', 'team.edges', 'team.base'],
  },
};

export default course;
