/** What a critic will run over a rollout's messages, for the estimate: the very plans, before anything runs. */
import { decisionLevel, needsCritic } from '../../core/document/derived.ts';
import type { ProjectDocument } from '../../core/document/schema.ts';
import type { ModelConfig } from '../../core/formats/models/model-config.ts';
import type { Plan } from '../../engine/contracts/plan.ts';
import { valueHeadPlan } from '../../engine/model/valueHead.ts';
import { type Batch, type ScoredSequence, totalScored } from '../../engine/train/batches.ts';
import { valueBatches } from '../../engine/train/values.ts';
import { adaptedValues } from './adapted.ts';
import { frozenHead } from './frozenFeatures.ts';

export interface CriticWork {
  /** The head on features that are there already; null where there is none. */
  readonly head: Plan | null;
  /** Passes through the transformer. */
  readonly batches: readonly Batch[];
  /** Numbers the critic trains. */
  readonly trainable: number;
}

/** One pass over `sequences` (slot: index of the agent in `agents`); forward and backward. */
export function criticWork(
  config: ModelConfig,
  document: ProjectDocument,
  agents: readonly number[],
  sequences: readonly ScoredSequence[],
): CriticWork {
  const { training } = document;
  if (!needsCritic(training)) return { head: null, batches: [], trainable: 0 };
  const decisions =
    decisionLevel(training) === 'message'
      ? sequences.map(({ scored: _, ...one }) => ({ ...one, ids: one.ids.slice(0, one.first + 1) }))
      : sequences;
  if (training.critic.kind === 'lora') {
    const batches = valueBatches(adaptedValues(config, document, agents), decisions, true);
    return { head: null, batches, trainable: trainedBy(batches.map(({ plan }) => plan)) };
  }
  const head = valueHeadPlan(totalScored(decisions), 'critic/', frozenHead(config, document, agents), true);
  return { head, batches: [], trainable: trainedBy([head]) };
}

function trainedBy(plans: readonly Plan[]): number {
  const shapes = new Map(plans.flatMap(({ parameters, gradients }) => [...parameters].filter(([name]) => gradients.has(name))));
  return [...shapes.values()].reduce((sum, shape) => sum + shape.reduce((a, b) => a * b, 1), 0);
}
