/** Which training settings nothing reads under which others. The first rule that applies gives the reason. */
import { comparesReturns, decisionLevel, needsCritic, usesGae, usesRatio, usesTree } from '../derived.ts';
import type { ProjectDocument } from '../schema.ts';
import type { TrainingSettings } from '../trainingSchema.ts';
import type { ReadRule } from './rule.ts';
import { biasCancels, meanCancels, sharesCancel } from './sameReturns.ts';
import { speakOneByOne } from './sight.ts';

const training =
  (test: (settings: TrainingSettings) => boolean) =>
  (document: ProjectDocument): boolean =>
    test(document.training);

/** Whether an update is one optimiser step, taken where the policy is still the one it is compared with. */
function oneStepAtRatioOne({ epochs, minibatches, compat, decoupled, ...t }: TrainingSettings): boolean {
  // Under R3's defects log-probabilities are compared that were not computed alike, so the first ratio is not 1.
  const apart = usesRatio(t) && decoupled.enabled ? compat.includes('r3_unstitched_first_tokens') : compat.includes('r3_linear_training');
  return epochs * minibatches === 1 && !apart;
}

/** Whether the proximal policy is the one that played, so that every weight between them is 1 and none is left out for it. */
function playsInStep({ lag, decoupled, compat }: TrainingSettings): boolean {
  const { weightCap } = decoupled;
  const apart = compat.includes('r3_linear_training') || compat.includes('r3_unstitched_first_tokens');
  return lag === 0 && !apart && (weightCap === 0 || weightCap > 1);
}

export const TRAINING_READS: readonly ReadRule[] = [
  {
    paths: ['clip', 'clipHigher', 'dualClip', 'decoupled.enabled', 'decoupled.weightCap'],
    unread: training((t) => !usesRatio(t)),
    because: 'REINFORCE and RLOO have the plain policy gradient, without a ratio to clip or to weight.',
    remedy: 'choose TPPO, APPO, GRPO or VinePPO',
  },
  {
    paths: ['decoupled.weightCap'],
    unread: training((t) => !t.decoupled.enabled),
    because: 'The decoupled loss is off, so no behaviour weight is computed.',
    remedy: 'switch the decoupled loss on',
  },
  {
    paths: ['decoupled.enabled', 'decoupled.weightCap'],
    unread: training(playsInStep),
    because: 'At lag 0 the policy an update starts with is the one that played, so the decoupled loss is the ordinary one.',
    remedy: 'let the training lag',
  },
  {
    paths: ['clip', 'clipHigher', 'dualClip'],
    unread: training(oneStepAtRatioOne),
    because: 'One epoch of one minibatch is a single step, taken at ratio 1, where no clip acts.',
    remedy: 'use more epochs or minibatches',
  },
  {
    paths: ['ratioLevel'],
    unread: training((t) => usesGae(t)),
    because: 'TPPO decides token by token and APPO message by message, by name.',
    remedy: 'choose GRPO, REINFORCE, RLOO or VinePPO',
  },
  {
    paths: ['logprobNormalization'],
    unread: training((t) => decisionLevel(t) === 'token'),
    because: 'At token level the log-probability of a message is never formed.',
    remedy: 'choose APPO, or message level',
  },
  {
    paths: ['baseline'],
    unread: training((t) => t.algorithm !== 'reinforce'),
    because: 'Only REINFORCE has a choice of baselines.',
    remedy: 'choose REINFORCE',
  },
  {
    paths: ['groupBy'],
    unread: training((t) => !comparesReturns(t)),
    because: 'No returns are compared with each other.',
    remedy: 'choose GRPO, RLOO, or REINFORCE with the batch or the group as baseline',
  },
  {
    paths: ['continuations'],
    unread: training((t) => !usesTree(t)),
    because: 'Only VinePPO plays on from every state.',
    remedy: 'choose VinePPO',
  },
  {
    paths: ['gamma', 'gammaToken'],
    unread: training(usesTree),
    because: 'VinePPO values states by the whole reward, undiscounted.',
    remedy: 'choose another algorithm',
    overruled: true,
  },
  {
    paths: ['reward.bias'],
    unread: biasCancels,
    because: 'Every reward is compared with others of its kind, and what is added to all of them is taken off again.',
    remedy: 'choose an algorithm with a critic and no mean of the rewards, or hold the rewards with a clip',
  },
  {
    paths: ['reward.mean'],
    unread: meanCancels,
    because: 'Returns are compared with each other, and a mean that is taken off all of them goes with the comparison.',
    remedy: 'choose an algorithm with a critic, or divide the rewards by their deviation',
  },
  {
    paths: ['credit.strategy', 'credit.discount', 'reward.scale', 'reward.bias', 'reward.clip', 'reward.mean', 'reward.std'],
    unread: training(usesTree),
    because: 'VinePPO credits a message with what it changed about the mean reward, as the environment pays it.',
    remedy: 'choose another algorithm',
    overruled: true,
  },
  {
    paths: ['klPlacement'],
    unread: training((t) => usesTree(t) && t.klCoef > 0),
    because: 'Values by playing on hold no KL, so with VinePPO it is a term of the loss.',
    remedy: 'choose another algorithm',
    overruled: true,
  },
  {
    paths: ['gammaToken', 'lambdaToken'],
    unread: training((t) => decisionLevel(t) === 'message'),
    because: 'At message level a message is one decision, with nothing to discount inside it.',
    remedy: 'choose TPPO, or token level',
  },
  {
    paths: ['lambda', 'lambdaToken'],
    unread: training((t) => !usesGae(t)),
    because: 'GRPO, REINFORCE, RLOO and VinePPO have no trace: they use whole returns, or values by playing on.',
    remedy: 'choose TPPO or APPO',
  },
  {
    paths: ['credit.discount'],
    unread: training((t) => t.credit.strategy !== 'step_discount'),
    because: 'Only the strategy “step discount” pays a share at each hand-over.',
    remedy: 'choose that strategy',
  },
  {
    paths: ['credit.strategy'],
    unread: (document) => {
      const { strategy, discount } = document.training.credit;
      return strategy === 'step_discount' && discount === 1 && speakOneByOne(document);
    },
    because: 'Every turn has one message, which is paid the whole as with “equal”.',
    remedy: 'let two agents speak in one turn, or give the steps a discount',
  },
  {
    paths: ['credit.ownShare'],
    unread: training((t) => t.credit.strategy === 'per_step'),
    because: 'Per-step credit pays single messages, so there is no own and no team’s part.',
    remedy: 'choose another credit strategy',
  },
  {
    paths: ['credit.ownShare'],
    unread: sharesCancel,
    because: 'The team’s whole return is what counts, and shares move reward within the team only.',
    remedy: 'choose an algorithm with a critic, or group by agent and turn',
  },
  {
    paths: ['klPlacement'],
    unread: training((t) => t.klCoef === 0),
    because: 'The KL weight is 0, so the KL to the base is measured but goes nowhere.',
    remedy: 'give the KL a weight',
  },
  {
    paths: ['adaptiveKl.target', 'adaptiveKl.horizon'],
    unread: training((t) => !t.adaptiveKl.enabled),
    because: 'The adaptive KL weight is off.',
    remedy: 'switch it on',
  },
  {
    paths: ['adaptiveLearningRate.targetKl'],
    unread: training((t) => !t.adaptiveLearningRate.enabled),
    because: 'The adaptive learning rate is off.',
    remedy: 'switch it on',
  },
  {
    paths: ['klGate'],
    unread: training((t) => t.klGate > 0 && t.klGateAction === 'skip' && oneStepAtRatioOne(t)),
    because: 'One epoch of one minibatch is a single step, taken at KL 0, so there is none to refuse.',
    remedy: 'use more epochs or minibatches, or let the gate undo steps',
  },
  {
    paths: ['klGateAction'],
    unread: training((t) => t.klGate === 0),
    because: 'The KL gate is off.',
    remedy: 'give the gate a threshold',
  },
  {
    paths: ['earlyStopKl'],
    unread: training(oneStepAtRatioOne),
    because: 'One epoch of one minibatch is a single step, taken at KL 0, so there is none to leave out.',
    remedy: 'use more epochs or minibatches',
  },
  {
    paths: ['rollback.drop', 'rollback.window', 'rollback.maxKl', 'rollback.learningRateFactor'],
    unread: training((t) => !t.rollback.enabled),
    because: 'Rollback is off.',
    remedy: 'switch it on',
  },
  {
    paths: ['schedule.final'],
    unread: training((t) => t.schedule.kind === 'constant'),
    because: 'A constant schedule ends where it is.',
    remedy: 'choose a linear or cosine schedule',
  },
  {
    paths: ['rotation.interval', 'rotation.order'],
    unread: ({ team }) => team.agents.filter((agent) => !agent.adapter.frozen).length < 2,
    because: 'Only one agent is trained, so there is nobody to take turns with.',
    remedy: 'train a second agent',
  },
  {
    paths: ['rotation.order'],
    unread: training((t) => t.rotation.interval === 0),
    because: 'All agents are trained at once.',
    remedy: 'give agent-by-agent training an interval',
  },
  {
    paths: [
      'critic.kind',
      'critic.head',
      'critic.hidden',
      'critic.learningRate',
      'critic.steps',
      'critic.warmup',
      'critic.valueClip',
      'critic.huberDelta',
      'critic.coef',
      'critic.rank',
      'critic.alpha',
      'critic.targets',
    ],
    unread: training((t) => !needsCritic(t)),
    because: 'No critic is trained: this algorithm compares whole returns, or plays on.',
    remedy: 'choose TPPO, APPO, or REINFORCE with the critic as baseline',
  },
  {
    paths: ['critic.valueClip'],
    unread: training((t) => t.epochs * t.minibatches * t.critic.steps === 1),
    because: 'The critic takes a single step, from the very values of the rollout, which no clip holds back.',
    remedy: 'use more epochs, minibatches or critic steps',
  },
  {
    paths: ['critic.hidden'],
    unread: training((t) => t.critic.head === 'linear'),
    because: 'A linear head has no hidden layer.',
    remedy: 'choose the MLP head',
  },
  {
    paths: ['critic.rank', 'critic.alpha', 'critic.targets'],
    unread: training((t) => t.critic.kind !== 'lora'),
    because: 'Only the critic with a LoRA per agent has adapters of its own.',
    remedy: 'choose that critic',
  },
  {
    paths: ['evaluateEpisodes', 'evaluateGreedy', 'evaluateSamples'],
    unread: training((t) => t.evaluateEvery === 0),
    because: 'Evaluations are off.',
    remedy: 'give “evaluate every” a number of iterations',
  },
];
