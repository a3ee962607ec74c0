/** What follows from the training settings, said in one place. */
import type { AgentSettings, ProjectDocument } from './schema.ts';
import type { CriticReads, PolicyLoss, TrainingSettings } from './trainingSchema.ts';

/** What counts as one decision: of the ratio, the values and the advantages. */
export type DecisionLevel = 'token' | 'message';

/** TPPO and COMA decide token by token, APPO message by message; the others as set. */
export function decisionLevel({ algorithm, ratioLevel }: Pick<TrainingSettings, 'algorithm' | 'ratioLevel'>): DecisionLevel {
  if (algorithm === 'tppo' || algorithm === 'coma') return 'token';
  if (algorithm === 'appo') return 'message';
  return ratioLevel;
}

/** Whether a critic's targets come by GAE, and with them credit, but for COMA's. */
export function usesGae({ algorithm }: Pick<TrainingSettings, 'algorithm'>): boolean {
  return algorithm === 'tppo' || algorithm === 'appo' || algorithm === 'coma';
}

/** Whether credit comes from playing on from inside the episodes: before every message, or behind what stands in its place. */
export function usesTree({ algorithm }: Pick<TrainingSettings, 'algorithm'>): boolean {
  return algorithm === 'vineppo' || algorithm === 'c3' || algorithm === 'difference';
}

/** Whether credit holds a message against others in its place. */
export function usesAlternatives({ algorithm }: Pick<TrainingSettings, 'algorithm'>): boolean {
  return algorithm === 'c3' || algorithm === 'difference' || algorithm === 'coma';
}

/** Whether messages are said or episodes played on for credit alone, beside those that are learnt from. */
export function playsAgain(training: Pick<TrainingSettings, 'algorithm'>): boolean {
  return usesTree(training) || usesAlternatives(training);
}

/** How many others stand in the place of a message: difference rewards have silence alone. */
export function alternativesOf({ algorithm, alternatives }: Pick<TrainingSettings, 'algorithm' | 'alternatives'>): number {
  if (!usesAlternatives({ algorithm })) return 0;
  return algorithm === 'difference' ? 1 : alternatives;
}

/** Whether anything reads values, so that a critic is trained. */
export function needsCritic(training: Pick<TrainingSettings, 'algorithm' | 'baseline'>): boolean {
  return usesGae(training) || (training.algorithm === 'reinforce' && training.baseline === 'critic');
}

/** What a critic reads; without one nobody reads more than the agents. */
export function criticReads(training: Pick<TrainingSettings, 'algorithm' | 'baseline' | 'critic'>): CriticReads {
  return needsCritic(training) ? training.critic.reads : 'speaker';
}

/** Whether a critic reads features of the frozen base; one with adapters makes its own. */
export function criticReadsFeatures(training: Pick<TrainingSettings, 'algorithm' | 'baseline' | 'critic'>): boolean {
  return needsCritic(training) && training.critic.kind !== 'lora';
}

/** Whether the loss is a clipped ratio; REINFORCE and RLOO have the plain policy gradient. */
export function usesRatio({ algorithm }: Pick<TrainingSettings, 'algorithm'>): boolean {
  return algorithm !== 'reinforce' && algorithm !== 'rloo';
}

/** Whether the trainer's own log-probabilities, scored when the update starts, are what the loss is compared with. */
export function scoresAtStart(training: Pick<TrainingSettings, 'algorithm' | 'decoupled' | 'rolloutCorrection'>): boolean {
  return (usesRatio(training) && training.decoupled.enabled) || training.rolloutCorrection.mode !== 'off';
}

/** Whether credit compares returns with those of other episodes, of the batch or of the group. */
export function comparesReturns(training: Pick<TrainingSettings, 'algorithm' | 'baseline'>): boolean {
  return usesGroups(training) || (training.algorithm === 'reinforce' && training.baseline === 'batch');
}

/** Whether what an episode is paid depends on the rewards of others, of the batch or of the group. */
export function comparesRewards({ reward }: Pick<TrainingSettings, 'reward'>): boolean {
  return reward.mean !== 'none' || reward.std !== 'none';
}

/** Whether credit compares the episodes of one problem with each other. */
export function usesGroups({ algorithm, baseline }: Pick<TrainingSettings, 'algorithm' | 'baseline'>): boolean {
  return algorithm === 'grpo' || algorithm === 'rloo' || (algorithm === 'reinforce' && baseline === 'group');
}

/** Whether a return is held against a running mean of its role's returns (RAE). */
export function usesRunningMeans({ algorithm, baseline }: Pick<TrainingSettings, 'algorithm' | 'baseline'>): boolean {
  return algorithm === 'reinforce' && baseline === 'role';
}

/** Whether what GRPO compares is divided by the mean of its group, so that groups that seldom succeed weigh more (MaxRL). */
export function dividesByMean({ algorithm, groupStd }: Pick<TrainingSettings, 'algorithm' | 'groupStd'>): boolean {
  return algorithm === 'grpo' && groupStd === 'mean';
}

/** A scope in force: what `auto` comes to is said. */
export type AdvantageScope = Exclude<TrainingSettings['normalizeAdvantages']['mean'], 'auto'>;

/**
 * Over what advantages are normalised. GRPO and RLOO compare returns with those of their group, which is all the normalisation they
 * have: taken off once more, a minibatch's mean would push groups without spread. A role's running mean is likewise all that RAE takes off. The
 * others have R1's, over the minibatch.
 */
export function normalization({
  algorithm,
  baseline,
  normalizeAdvantages,
}: Pick<TrainingSettings, 'algorithm' | 'baseline' | 'normalizeAdvantages'>): {
  readonly mean: AdvantageScope;
  readonly std: AdvantageScope;
} {
  const own: AdvantageScope =
    algorithm === 'grpo' || algorithm === 'rloo' || usesRunningMeans({ algorithm, baseline }) ? 'none' : 'minibatch';
  const { mean, std } = normalizeAdvantages;
  return { mean: mean === 'auto' ? own : mean, std: std === 'auto' ? own : std };
}

/** Whether a mean over more than the group gives decisions of a group without spread an advantage. */
export function pushesGroupsWithoutSpread(training: Pick<TrainingSettings, 'algorithm' | 'baseline' | 'normalizeAdvantages'>): boolean {
  const { mean } = normalization(training);
  return (training.algorithm === 'grpo' || training.algorithm === 'rloo') && mean !== 'none' && mean !== 'group';
}

/** By what a decision's part of the loss is made; REINFORCE and RLOO have no ratio to make anything of. */
export function policyLossOf(training: Pick<TrainingSettings, 'algorithm' | 'policyLoss'>): PolicyLoss | 'gradient' {
  return usesRatio(training) ? training.policyLoss : 'gradient';
}

/** Whether the loss picks tokens by the covariance of advantage and log-probability. */
export function picksByCovariance(training: Pick<TrainingSettings, 'algorithm' | 'policyLoss'>): boolean {
  const loss = policyLossOf(training);
  return loss === 'clip_cov' || loss === 'kl_cov';
}

/** Whether an agent's adapter never learns. R3 has none for its orchestrator when agents have their own (§12.4). */
export function agentIsFrozen(
  { team, training }: Pick<ProjectDocument, 'team' | 'training'>,
  { role, adapter }: Pick<AgentSettings, 'role' | 'adapter'>,
): boolean {
  const untrained = training.compat.includes('r3_untrained_orchestrator') && team.orchestration === 'dynamic';
  return adapter.frozen || (untrained && team.orchestrator.role === role && adapter.group === '');
}
