/** What follows from the training settings, said in one place. */
import type { TrainingSettings } from './trainingSchema.ts';

/** What counts as one decision: of the ratio, the values and the advantages. */
export type DecisionLevel = 'token' | 'message';

/** TPPO decides token by token, APPO message by message; the others as set. */
export function decisionLevel({ algorithm, ratioLevel }: Pick<TrainingSettings, 'algorithm' | 'ratioLevel'>): DecisionLevel {
  if (algorithm === 'tppo') return 'token';
  if (algorithm === 'appo') return 'message';
  return ratioLevel;
}

/** Whether credit comes from values by GAE; otherwise from the returns of other episodes. */
export function usesGae({ algorithm }: Pick<TrainingSettings, 'algorithm'>): boolean {
  return algorithm === 'tppo' || algorithm === 'appo';
}

/** Whether anything reads values, so that a critic is trained. */
export function needsCritic(training: Pick<TrainingSettings, 'algorithm' | 'baseline'>): boolean {
  return usesGae(training) || (training.algorithm === 'reinforce' && training.baseline === 'critic');
}

/** Whether the loss is a clipped ratio; REINFORCE and RLOO have the plain policy gradient. */
export function usesRatio({ algorithm }: Pick<TrainingSettings, 'algorithm'>): boolean {
  return algorithm !== 'reinforce' && algorithm !== 'rloo';
}

/** Whether credit compares returns with those of other episodes, of the batch or of the group. */
export function comparesReturns(training: Pick<TrainingSettings, 'algorithm' | 'baseline'>): boolean {
  return usesGroups(training) || (training.algorithm === 'reinforce' && training.baseline === 'batch');
}

/** Whether credit compares the episodes of one problem with each other. */
export function usesGroups({ algorithm, baseline }: Pick<TrainingSettings, 'algorithm' | 'baseline'>): boolean {
  return algorithm === 'grpo' || algorithm === 'rloo' || (algorithm === 'reinforce' && baseline === 'group');
}
