/** Settings that nothing reads: why, as a sentence, and what to change so that they are, as the rest of “Set it back, or …”. */
import { original, spoken } from '../../../forms/language.ts';

export const unreadReasons = spoken('faults/document/unreadReasons', {
  // Of the team’s settings, and of each agent’s.
  graphSpeaks: { because: 'The graph says who speaks.', remedy: 'choose another orchestration' },
  routesOnce: { because: 'A router writes one message a turn.', remedy: 'choose an orchestrator' },
  contextsCoincide: {
    because: 'With these connections every agent sees the same messages under every choice.',
    remedy: 'connect the agents otherwise',
  },
  ownBlocks: { because: 'Prompts are laid out in the workbench’s own blocks.', remedy: 'choose the model’s chat template' },
  nothingCalled: { because: 'No calls are answered.', remedy: 'let a message call at least once' },
  noEarlierTurns: { because: 'Episodes have one turn (horizon 1), so there are no earlier ones.', remedy: 'allow more turns' },
  noLaterTurns: { because: 'Episodes have one turn (horizon 1), so there are no later ones.', remedy: 'allow more turns' },
  everybodySeesAll: {
    because: 'An orchestrator says who speaks, and with this context everybody sees all that was said.',
    remedy: 'let agents see their ancestors or predecessors only',
  },
  oneByOne: {
    because: 'No two agents speak in the same turn, and connections show nothing of other turns.',
    remedy: 'let two agents speak in one turn',
  },
  orchestratorSpeaks: {
    because: 'The orchestrator opens every turn and speaks after each agent it called.',
    remedy: 'let another agent orchestrate',
  },
  frozenAdapter: { because: 'A frozen adapter takes no steps.', remedy: 'unfreeze it' },
  oneToken: { because: 'Its messages have one token.', remedy: 'allow more tokens' },
  takesNoTime: { because: 'This agent takes no time.', remedy: 'give it a time per token' },
  neverWaits: { because: 'None of those that it waits for takes time.', remedy: 'connect an agent that takes time to it' },
  waitsForAll: { because: 'It has no timeout.', remedy: 'give it one' },
  oneTurn: { because: 'After its first turn there is no other within the horizon.', remedy: 'raise the horizon' },
  // Of the settings of the training.
  noRatio: {
    because: 'REINFORCE and RLOO have the plain policy gradient, without a ratio to clip or to weight.',
    remedy: 'choose another algorithm than these two',
  },
  decoupledOff: { because: 'The decoupled loss is off, so no behaviour weight is computed.', remedy: 'switch the decoupled loss on' },
  notClipped: {
    because: 'This policy loss has no such clip.',
    remedy: 'choose PPO’s clip as the policy loss',
  },
  notSapo: { because: 'Only SAPO has a gate.', remedy: 'choose SAPO as the policy loss' },
  notByCovariance: {
    because: 'This policy loss does not go by covariances so.',
    remedy: 'choose Clip-Cov or KL-Cov as the policy loss, whichever reads it',
  },
  oneStepAlike: {
    because: 'One epoch of one minibatch is a single step, taken at ratio 1, where all policy losses but Clip-Cov push alike.',
    remedy: 'use more epochs or minibatches',
  },
  messagesCountOnce: {
    because: 'At message level a message is one decision and counts once, whatever its length.',
    remedy: 'choose TPPO, or token level',
  },
  oneAdapter: { because: 'Only one adapter is trained.', remedy: 'train a second adapter' },
  notGrpo: { because: 'Only GRPO divides what it compares.', remedy: 'choose GRPO' },
  adaptiveEntropyOff: { because: 'The adaptive entropy bonus is off.', remedy: 'switch it on' },
  noNormLimit: { because: 'Gradients are not limited.', remedy: 'give the gradient norm a limit' },
  noTrainerScores: {
    because: 'Neither the decoupled loss nor the rollout correction scores what was sampled, so there is no ratio of trainer to sampler.',
    remedy: 'switch one of them on',
  },
  noGroupsToResample: {
    because: 'Every problem is played once, and one episode alone has no spread.',
    remedy: 'let several episodes make a group',
  },
  correctionOff: { because: 'The rollout correction is off, so no weight is computed.', remedy: 'switch the rollout correction on' },
  samplesAsItTrains: {
    because: 'At lag 0 the policy that is trained on is the one that sampled, so every ratio of the two is 1 but for rounding.',
    remedy: 'let the training lag',
  },
  playsInStep: {
    because: 'At lag 0 the policy an update starts with is the one that played, so the decoupled loss is the ordinary one.',
    remedy: 'let the training lag',
  },
  oneStepNoClip: {
    because: 'One epoch of one minibatch is a single step, taken at ratio 1, where no clip acts.',
    remedy: 'use more epochs or minibatches',
  },
  levelByName: {
    because: 'TPPO and COMA decide token by token and APPO message by message, by name.',
    remedy: 'choose another algorithm',
  },
  noMessageProbability: {
    because: 'At token level the log-probability of a message is never formed.',
    remedy: 'choose APPO, or message level',
  },
  noRunningMean: {
    because: 'No return is held against a running mean.',
    remedy: 'choose REINFORCE with the role’s running mean as baseline',
  },
  noChoiceOfBaseline: { because: 'Only REINFORCE has a choice of baselines.', remedy: 'choose REINFORCE' },
  nothingCompared: {
    because: 'Returns are not compared with each other.',
    remedy: 'choose GRPO, RLOO, or REINFORCE with the batch or the group as baseline',
  },
  noPlayingOn: {
    because: 'Only VinePPO, C3 and difference rewards play episodes on from inside.',
    remedy: 'choose one of them',
  },
  nothingElseSaid: {
    because: 'Only C3 and COMA have an agent say other messages in the place of each.',
    remedy: 'choose one of them',
  },
  playedOnUndiscounted: {
    because: 'Where credit comes from playing on, it is of the whole reward, undiscounted.',
    remedy: 'choose another algorithm',
  },
  biasCancels: {
    because: 'Every reward is compared with others of its kind, so a constant added to all of them cancels out.',
    remedy: 'choose an algorithm with a critic and do not subtract the rewards’ mean, or clip the rewards',
  },
  callsCancel: {
    because:
      'Every episode has the same number of messages, and returns are compared with each other, so what each message costs cancels out.',
    remedy: 'choose an algorithm with a critic, or let agents end the episode or call each other',
  },
  meanCancels: {
    because: 'Returns are compared with each other, so a mean subtracted from all of them cancels out.',
    remedy: 'choose an algorithm with a critic, or divide the rewards by their deviation',
  },
  playedOnCredits: {
    because: 'Where credit comes from playing on, it is how much a message changed the mean reward, as the environment pays it.',
    remedy: 'choose another algorithm',
  },
  playedOnNoLength: {
    because: 'Values found by playing on contain no penalties for length or for calls.',
    remedy: 'choose another algorithm, or let the environment take them off the reward',
  },
  noOverlongBuffer: { because: 'Without an overlong buffer no message pays for its length.', remedy: 'set the overlong buffer' },
  worthsNoKl: {
    because: 'What whole messages are worth contains no KL of their tokens, so with this algorithm it is a term of the loss.',
    remedy: 'choose another algorithm',
  },
  oneDecision: {
    because: 'At message level a message is one decision, with nothing to discount inside it.',
    remedy: 'choose TPPO, or token level',
  },
  noTrace: {
    because: 'This algorithm has no trace: it uses whole returns, or what was found by playing on.',
    remedy: 'choose TPPO, APPO or COMA',
  },
  noShareAtHandOver: { because: 'Only the strategy “step discount” pays a share at each hand-over.', remedy: 'choose that strategy' },
  oneMessageATurn: {
    because: 'Every turn has one message, which gets the whole reward, as with “equal”.',
    remedy: 'let two agents speak in one turn, or give the steps a discount',
  },
  perStepCredit: {
    because: 'Per-step credit pays single messages, so there is no split between own and team reward.',
    remedy: 'choose another credit strategy',
  },
  sharesCancel: {
    because: 'Only the team’s whole return counts, and shares merely move reward within the team.',
    remedy: 'choose an algorithm with a critic, or group by agent and turn',
  },
  chainOfOne: {
    because: 'One agent alone is a team of one chain, whichever is chosen.',
    remedy: 'add an agent',
  },
  everybodyHears: {
    because: 'Every message is heard first by the one that follows it, so hearing and speaking order are the same chain.',
    remedy: 'remove connections, so that some agents speak without hearing each other',
  },
  klGoesNowhere: { because: 'The KL weight is 0, so the KL to the base is measured but goes nowhere.', remedy: 'give the KL a weight' },
  adaptiveKlOff: { because: 'The adaptive KL weight is off.', remedy: 'switch it on' },
  adaptiveRateOff: { because: 'The adaptive learning rate is off.', remedy: 'switch it on' },
  nothingToRefuse: {
    because: 'One epoch of one minibatch is a single step, taken at KL 0, so the gate has nothing to refuse.',
    remedy: 'use more epochs or minibatches, or let the gate undo steps',
  },
  klGateOff: { because: 'The KL gate is off.', remedy: 'give the gate a threshold' },
  nothingToLeaveOut: {
    because: 'One epoch of one minibatch is a single step, taken at KL 0, so there is no later step to skip.',
    remedy: 'use more epochs or minibatches',
  },
  rollbackOff: { because: 'Rollback is off.', remedy: 'switch it on' },
  constantSchedule: { because: 'A constant schedule ends where it starts.', remedy: 'choose a linear or cosine schedule' },
  oneTrained: { because: 'Only one agent is trained, so there is nobody to take turns with.', remedy: 'train a second agent' },
  trainedAtOnce: { because: 'All agents are trained at once.', remedy: 'give agent-by-agent training an interval' },
  noCritic: {
    because: 'No critic is trained: this algorithm compares whole returns, or plays on.',
    remedy: 'choose TPPO, APPO, or REINFORCE with the critic as baseline',
  },
  oneCriticStep: {
    because: 'The critic takes a single step, starting at the rollout’s own values, where no clip acts.',
    remedy: 'use more epochs, minibatches or critic steps',
  },
  linearHead: { because: 'A linear head has no hidden layer.', remedy: 'choose the MLP head' },
  noCriticAdapters: { because: 'Only the critic with a LoRA per agent has adapters of its own.', remedy: 'choose that critic' },
  evaluationsOff: { because: 'Evaluations are off.', remedy: 'give “evaluate every” a number of iterations' },
  nobodyAsked: { because: 'Nobody is asked who saved and who spoiled.', remedy: 'give “ask who saved, every” a number of iterations' },
  // Of the compat switches.
  noValuesCarried: {
    because: 'Without a critic no values are carried from message to message.',
    remedy: 'choose TPPO, APPO, or REINFORCE with the critic as baseline',
  },
  transcriptRead: {
    because: 'What stands for the rest of an episode that was cut off is the joint transcript, which the critic reads everywhere.',
    remedy: 'let the critic read what the speaker reads',
  },
  ownChains: {
    because: 'It cuts the serialised chain where one agent hands over to the next, and here no credit flows along it.',
    remedy: 'choose the chain of the whole team',
  },
  oneSpeaksFirst: {
    because: 'Only one agent speaks in the first turn, so nobody hands over in it.',
    remedy: 'let another agent speak in it',
  },
  alone: { because: 'A single agent hands nothing over within a turn.', remedy: 'add an agent' },
  trainedSoAlready: {
    because: 'Every agent already reads, and is trained on, everything said before it in its turn.',
    remedy: 'remove connections, so that some agent has not read what was said before it',
  },
  readSoAlready: { because: 'Every agent already reads everything said before it.', remedy: 'remove connections, or hide earlier turns' },
  tokenBufferOnly: {
    because: 'Only R1’s token-level buffer keeps what earlier iterations left in it.',
    remedy: 'choose TPPO, or token level',
  },
  notNormalised: {
    because: 'The advantages are not normalised, and it affects only their mean and deviation.',
    remedy: 'normalise the advantages',
  },
  noHuberLoss: { because: 'There is no Huber loss.', remedy: 'train a critic with a Huber delta' },
  noLeftover: { because: 'The minibatches divide the episodes evenly.', remedy: 'choose numbers that leave a remainder' },
  untemperedAlready: {
    because: 'Every agent samples from its whole distribution at temperature 1, which is already the untempered one.',
    remedy: 'change an agent’s sampling',
  },
  oneChunk: { because: 'A minibatch is one chunk.', remedy: 'accumulate over more than one part' },
  countedByMessages: { because: 'At message level a row already counts by its messages.', remedy: 'choose TPPO, or token level' },
  noMeanOverTokens: {
    because: 'The loss is not one mean over all tokens, so rows do not count by them.',
    remedy: 'aggregate the loss by tokens, over all adapters',
  },
  paysTeam: { because: 'The strategy “equal” pays the team, not single steps.', remedy: 'choose step discount or per-step credit' },
  meanLostAnyway: {
    because: 'The mean it loses would be subtracted anyway when returns are compared.',
    remedy: 'choose an algorithm with a critic, or divide the rewards by their deviation',
  },
  noGroupedStepRewards: {
    because: 'It has an effect only where rewards of single steps are normalised within groups.',
    remedy: 'do so, with step discount or per-step credit',
  },
  notByAdapter: {
    because: 'Neither a proximal policy nor a critic with LoRA is computed adapter by adapter.',
    remedy: 'use the decoupled loss, or that critic',
  },
  noTeacher: { because: 'Nobody has a teacher.', remedy: 'choose one' },
  teacherAlone: {
    because: 'What is learnt comes from the teacher alone, not from the reward.',
    remedy: 'add the teacher to the reward’s advantage',
  },
  noOrchestrator: { because: 'There is no orchestrator.', remedy: 'choose dynamic orchestration' },
  orchestratorFrozen: { because: 'The orchestrator is frozen already.', remedy: 'unfreeze it' },
  orchestratorShares: {
    because: 'The orchestrator shares its adapter, and R3 does train a shared one.',
    remedy: 'give it its own adapter',
  },
} as const);

/** Why nothing reads a setting. */
export type UnreadReason = keyof typeof unreadReasons;

interface Unread {
  /** Where the setting is in the document. */
  readonly subject: string;
  readonly value: unknown;
  /** Its default. */
  readonly usual: unknown;
  readonly why: UnreadReason;
}

export const unreadFaults = {
  E_SETTING_UNREAD: ({ subject, value, usual, why }: Unread) => ({
    message: `“${subject}” is ${shown(value)}, but nothing reads it: ${lowerFirst(original(unreadReasons)[why].because)}`,
    hint: `Set it back to ${shown(usual)}, or ${original(unreadReasons)[why].remedy}.`,
  }),
};

function shown(value: unknown): string {
  if (typeof value === 'boolean') return value ? 'on' : 'off';
  if (value === null || value === '') return 'empty';
  if (!Array.isArray(value)) return String(value);
  if (value.some((entry) => typeof entry === 'object')) return 'set';
  return value.join(', ') || 'empty';
}

/** “There is…” reads on as “there is…”; names such as GRPO and VinePPO keep their capitals. */
function lowerFirst(sentence: string): string {
  return /^[A-Z][a-z]* /.test(sentence) ? sentence.charAt(0).toLowerCase() + sentence.slice(1) : sentence;
}
