/**
 * The experiments behind docs/results.md beyond the presets' own curves: which algorithm, which team, what happens when
 * three agents share one reward, and what rescues a collapse. An experiment is a document with a name.
 */
import { type TeamName, withTeam } from '../../src/core/document/teams.ts';
import type { PresetName } from '../../src/core/document/presets.ts';
import type { ProjectDocument, TrainingSettings } from '../../src/core/document/schema.ts';
import { chooseProject } from '../project.ts';

type Changes = Partial<TrainingSettings>;

export interface Experiment {
  /** Names its files; unique. */
  readonly id: string;
  readonly study: 'algorithms' | 'lazy' | 'collapse';
  readonly preset: PresetName;
  readonly team: TeamName;
  /** The row's name in the report. */
  readonly setting: string;
  readonly seeds: readonly number[];
  readonly changes: Changes;
}

const HEADLINE = [1, 2, 3, 4, 5];
const OTHERS = [1, 2, 3];
/** What the reference prototype trained with: nothing that adapts by itself. */
const UNGUARDED: Changes = { klGate: 0, adaptiveLearningRate: { enabled: false, targetKl: 3e-3 } };

const ALGORITHMS: readonly {
  readonly setting: string;
  readonly id: string;
  readonly changes: Changes;
}[] = [
  { setting: 'REINFORCE', id: 'reinforce', changes: { algorithm: 'reinforce', baseline: 'batch' } },
  // Without a ratio nothing corrects the second pass over a batch; so it is also tried with one.
  { setting: 'REINFORCE, 1 epoch', id: 'reinforce-1', changes: { algorithm: 'reinforce', baseline: 'batch', epochs: 1 } },
  { setting: 'APPO', id: 'appo', changes: { algorithm: 'appo' } },
  { setting: 'TPPO', id: 'tppo', changes: { algorithm: 'tppo' } },
  {
    setting: 'GRPO',
    id: 'grpo',
    changes: { algorithm: 'grpo', groupSize: 8, normalizeAdvantages: { mean: 'none', std: 'none' } },
  },
];

function algorithms(): Experiment[] {
  return (['micro', 'standard'] as const).flatMap((preset) =>
    (['solo', 'duo'] as const).flatMap((team) =>
      ALGORITHMS.map(
        ({ setting, id, changes }): Experiment => ({
          id: `${preset}-${team}-${id}`,
          study: 'algorithms',
          preset,
          team,
          setting,
          seeds: HEADLINE,
          // Plain settings for all, so that they differ in the algorithm alone.
          changes: { ...UNGUARDED, ...changes },
        }),
      ),
    ),
  );
}

function lazyTeam(): Experiment[] {
  const base = { study: 'lazy', preset: 'standard', team: 'trio', seeds: OTHERS } as const;
  return [
    { ...base, id: 'trio-equal', setting: 'equal credit, all at once', changes: UNGUARDED },
    { ...base, id: 'trio-low-rate', setting: 'the same at learning rate 1e-3', changes: { ...UNGUARDED, learningRate: 1e-3 } },
    {
      ...base,
      id: 'trio-rotation',
      setting: 'agent by agent, K = 5',
      changes: { ...UNGUARDED, rotation: { interval: 5, order: 'in_order' } },
    },
    {
      ...base,
      id: 'trio-per-step',
      setting: 'per-step credit',
      changes: { ...UNGUARDED, credit: { strategy: 'per_step', discount: 1, ownShare: 1 } },
    },
    {
      ...base,
      id: 'trio-adaptive',
      setting: 'adaptive learning rate',
      changes: { ...UNGUARDED, adaptiveLearningRate: { enabled: true, targetKl: 3e-3 } },
    },
  ];
}

/** The two ways to ruin a team (learnability.md §5): steps that are too large, and a batch used too often without a clip. */
const COLLAPSES: readonly { readonly name: string; readonly setting: string; readonly changes: Changes }[] = [
  { name: 'rate', setting: 'learning rate 1e-2', changes: { learningRate: 1e-2 } },
  { name: 'reuse', setting: '8 epochs, no clip', changes: { epochs: 8, clip: 10 } },
];

const GUARDS: readonly { readonly name: string; readonly setting: string; readonly changes: Changes }[] = [
  { name: 'none', setting: 'no guard', changes: {} },
  { name: 'clip', setting: 'clip 0.2', changes: { clip: 0.2 } },
  { name: 'clip-gate', setting: 'clip 0.2 and KL gate 0.01', changes: { clip: 0.2, klGate: 0.01 } },
  { name: 'gate', setting: 'KL gate 0.01', changes: { klGate: 0.01 } },
  { name: 'undo', setting: 'KL gate 0.01 after the last step', changes: { klGate: 0.01, klGateAction: 'undo' } },
  { name: 'stop', setting: 'early stop at KL 0.01', changes: { earlyStopKl: 0.01 } },
  { name: 'penalty', setting: 'KL penalty 0.05', changes: { klCoef: 0.05, klEstimator: 'k1', klPlacement: 'reward' } },
  {
    name: 'rollback',
    setting: 'rollback and half the rate',
    changes: { rollback: { enabled: true, drop: 0.15, window: 3, maxKl: 0.9, learningRateFactor: 0.5 } },
  },
  { name: 'adaptive', setting: 'adaptive learning rate', changes: { adaptiveLearningRate: { enabled: true, targetKl: 3e-3 } } },
];

function collapses(): Experiment[] {
  return (['micro', 'standard'] as const).flatMap((preset) =>
    COLLAPSES.flatMap((collapse) =>
      GUARDS.filter(({ name }) => !name.startsWith('clip') || collapse.name === 'reuse').map(
        (guard): Experiment => ({
          id: `collapse-${preset}-${collapse.name}-${guard.name}`,
          study: 'collapse',
          preset,
          team: 'duo',
          setting: `${collapse.setting}: ${guard.setting}`,
          seeds: OTHERS,
          changes: { ...UNGUARDED, iterations: preset === 'micro' ? 60 : 45, ...collapse.changes, ...guard.changes },
        }),
      ),
    ),
  );
}

export const EXPERIMENTS: readonly Experiment[] = [...algorithms(), ...lazyTeam(), ...collapses()];

/** The document of one run of an experiment. */
export function experimentDocument({ preset, team, changes }: Experiment, seed: number): ProjectDocument {
  const document = measuredTeam(chooseProject({ preset, seed }), team);
  return { ...document, training: { ...document.training, evaluateEvery: 0, ...changes } };
}

/** The document with that team. A solo agent writes expression and value, so it may write more. */
export function measuredTeam(own: ProjectDocument, team: TeamName): ProjectDocument {
  const document = withTeam(own, team);
  const longer = team === 'solo' ? 8 : 0;
  return {
    ...document,
    team: {
      ...document.team,
      agents: document.team.agents.map((agent) => ({
        ...agent,
        sampling: { ...agent.sampling, maxNewTokens: agent.sampling.maxNewTokens + longer },
      })),
    },
  };
}
