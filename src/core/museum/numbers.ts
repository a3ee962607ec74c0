/**
 * The number that each defect changes, on a case small enough to follow by hand: computed here by the very functions that a run
 * computes with, once as they are and once with the switch on. The words of the rows stand in src/words/en/learn/museum.ts.
 */
import { halfAdamW, roundToHalf } from '../compat/halfPrecision.ts';
import { readInTraining } from '../compat/linearTraining.ts';
import { stitched } from '../compat/unstitched.ts';
import { scoredDistribution } from '../compat/untempered.ts';
import { gae } from '../credit/advantages/gae.ts';
import { minibatchesOf } from '../credit/advantages/minibatches.ts';
import { processedPayments } from '../credit/rewards/processRewards.ts';
import { tokenRewards } from '../credit/rewards/tokenRewards.ts';
import { agentIsFrozen } from '../document/derived.ts';
import { PRESETS, type PresetName } from '../document/presets/presets.ts';
import type { ProjectDocument } from '../document/schema.ts';
import { type Compat, type TrainingSettings, trainingSchema } from '../document/trainingSchema.ts';
import { orchestrationOf } from '../episode/orchestration.ts';
import { transcriptOf } from '../episode/transcript.ts';
import { chunkNormalizers } from '../objectives/decisions.ts';
import { errorLoss } from '../objectives/value.ts';
import { presentTeam } from '../team/presentation.ts';
import { changed, exhibitOf } from './exhibits.ts';
import { advantagesNormalized, episodeOf } from './smallEpisodes.ts';
import { bootstrapPrompts } from './smallPrompts.ts';

/** What stands in a cell: a number, a text, or names (of agents, say). */
export type Shown = number | string | readonly string[];

export interface NumberRow {
  /** Names it in the words. */
  readonly id: string;
  readonly right: Shown;
  readonly bug: Shown;
}

const settings = (training: object): TrainingSettings => trainingSchema.parse(training);
/** The project of an exhibit's preset; no environment is read here. */
const project = (preset: PresetName): ProjectDocument => PRESETS[preset].project({ source: '' });

/** Both ways of one computation: with no switch on, and with this one. */
function both(id: Compat, compute: (compat: readonly Compat[]) => Readonly<Record<string, Shown>>): NumberRow[] {
  const [right, bug] = [compute([]), compute([id])];
  return Object.entries(right).map(([row, shown]) => ({ id: row, right: shown, bug: bug[row] ?? '' }));
}

/** `a0`, `a1`, … of a list. */
const numbered = (prefix: string, values: ArrayLike<number>): Record<string, number> =>
  Object.fromEntries(Array.from(values, (value, index) => [`${prefix}${index}`, value]));

const COMPUTED: Readonly<Record<Compat, (id: Compat) => NumberRow[]>> = {
  // A planner's two tokens, then a solver's two; the team is paid 1 at the end.
  r1_previous_turn_mask: (id) =>
    both(id, (compat) => {
      const input = { rewards: [0, 0, 0, 1], values: [0.4, 0.5, 0.6, 0.7], lengths: [2, 2], bootstrap: 0 };
      const discounts = { gamma: 1, gammaToken: 1, lambda: 0.95, lambdaToken: 0.95 };
      return numbered('token', gae({ ...input, ...discounts, cut: compat.length }).advantages);
    }),
  // One message of two tokens, where a message of four stood an iteration before.
  r1_stale_advantages: (id) => both(id, (compat) => advantagesNormalized([[[0.5, -0.5]]], { compat }, [[[-1, -1, 2, 3]]])),
  // Two groups: one with a right and a wrong answer, one that is all right and so teaches nothing.
  r1_skip_exact_zeros: (id) => both(id, (compat) => advantagesNormalized([[[1]], [[-1]], [[0]], [[0]]], { compat })),
  r1_huber_sign: (id) =>
    both(id, (compat) =>
      Object.fromEntries(
        (
          [
            ['farHigh', -2],
            ['nearHigh', -0.05],
            ['nearLow', 0.05],
            ['farLow', 2],
          ] as const
        ).map(([row, error]) => [row, errorLoss(error, 0.1, compat.length > 0).slope]),
      ),
    ),
  r1_half_precision_adam: () =>
    (
      [
        ['large', 0.1],
        ['middle', 0.01],
        ['small', 0.001],
      ] as const
    ).flatMap(([row, gradient]) => [
      { id: `${row}Moment`, right: 0.001 * gradient ** 2, bug: roundToHalf(0.001 * gradient ** 2) },
      { id: `${row}Step`, right: gradient / (gradient + ADAM.epsilon), bug: halfStep(gradient) / ADAM.learningRate },
    ]),
  r1_raw_bootstrap: (id) => both(id, (compat) => ({ prompt: bootstrapPrompts(compat) })),
  r1_drop_leftover: (id) =>
    both(id, (compat) =>
      Object.fromEntries(
        [4, 5, 8, 16].map((parts) => {
          const order = Uint32Array.from({ length: 31 }, (_, index) => index);
          return [`parts${parts}`, minibatchesOf(order, parts, compat.length > 0).flat().length];
        }),
      ),
    ),
  // Three tokens whose logits are 2, 1 and 0, sampled at temperature 0.5.
  r1_untempered_logprobs: (id) =>
    both(id, (compat) => {
      const { temperature } = scoredDistribution({ temperature: 0.5 }, compat);
      const odds = [2, 1, 0].map((logit) => Math.exp(logit / temperature));
      const sum = odds.reduce((a, b) => a + b, 0);
      return numbered(
        'probability',
        odds.map((odd) => odd / sum),
      );
    }),
  // Two parts of one episode each: a message of 3 tokens, and one of 9.
  r1_row_weighted_chunks: (id) =>
    both(id, (compat) => {
      const parts = [{ lengths: [3] }, { lengths: [9] }];
      const divisors = chunkNormalizers(parts, settings({}), compat.length > 0 ? [1, 1] : undefined);
      return { short: 1 / (divisors[0] ?? 1), long: 1 / (divisors[1] ?? 1) };
    }),
  r3_first_system_prompt: (id) =>
    both(id, (compat) => {
      const { profiles, introductions } = presentTeam(project('micro').team, compat);
      return Object.fromEntries(
        ['planner', 'solver'].map((role, at) => [role, [profiles[at], introductions[at]].filter(Boolean).join(' … ')]),
      );
    }),
  r3_linear_transcript: (id) =>
    both(id, (compat) => {
      const { preset, changes } = exhibitOf(id);
      return heard(changed(project(preset), changes), compat);
    }),
  r3_linear_training: (id) => {
    const { team } = project(exhibitOf(id).preset);
    const slots = orchestrationOf(team, presentTeam(team), 'branches').open(0);
    const names = (indices: readonly number[]) => indices.map((index) => roleAt(team, slots[index]?.agent));
    return slots.map(({ agent, sees }, index) => ({ id: roleAt(team, agent), right: names(sees), bug: names(readInTraining(index)) }));
  },
  // Planner and solver, two tokens each, both paid the team's 1.
  r3_lost_token_rewards: (id) =>
    both(id, (compat) => {
      const { counted } = tokenRewards([episodeOf([2, 2], 1)], settings({ credit: { strategy: 'step_discount' }, compat }));
      return numbered('token', (counted[0] ?? []).flat());
    }),
  // Four episodes of one problem, one of them right.
  r3_lone_group: (id) =>
    both(id, (compat) => {
      const records = [1, 0, 0, 0].map((reward) => ({ ...episodeOf([1], reward), group: 0 }));
      const training = settings({ reward: { mean: 'group', std: 'group' }, credit: { strategy: 'step_discount' }, compat });
      return numbered(
        'episode',
        processedPayments(records, training).map(([payment]) => payment?.amount ?? Number.NaN),
      );
    }),
  r3_unstitched_first_tokens: (id) =>
    both(id, (compat) => numbered('value', stitched(Float32Array.of(0.3, 0.4, 0.5, 0.6), [2, 2], compat))),
  r3_untrained_orchestrator: (id) =>
    both(id, (compat) => {
      const document = project(exhibitOf(id).preset);
      const trained = { ...document, training: { ...document.training, compat: [...compat] } };
      const learns = document.team.agents.filter((agent) => !agentIsFrozen(trained, agent)).map(({ role }) => role);
      return { learns };
    }),
};

/** The rows of an exhibit's table. */
export function museumNumbers(id: Compat): readonly NumberRow[] {
  return COMPUTED[id](id);
}

const ADAM = { learningRate: 1e-3, beta1: 0.9, beta2: 0.999, epsilon: 1e-5, weightDecay: 0, scale: 1 };

/** How far the first step of half-precision Adam takes a weight of 0. */
function halfStep(gradient: number): number {
  const zero = { data: new Float32Array(1), m: new Float32Array(1), v: new Float32Array(1) };
  return Math.abs(halfAdamW(zero, Float32Array.of(gradient), 1, ADAM).data[0] ?? 0);
}

/** Whom each agent hears in the first turn, by role. */
function heard({ team }: ProjectDocument, compat: readonly Compat[]): Record<string, string[]> {
  const slots = orchestrationOf(team, presentTeam(team, compat), transcriptOf(compat)).open(0);
  return Object.fromEntries(slots.map(({ agent, sees }) => [roleAt(team, agent), sees.map((index) => roleAt(team, slots[index]?.agent))]));
}

const roleAt = (team: ProjectDocument['team'], agent: number | undefined): string => team.agents[agent ?? -1]?.role ?? '';
