/**
 * Every word of the page that a newcomer may not know: one sentence each, and where it comes from. The ids are the words
 * of the design's list, so that page, exports and documentation speak alike.
 */

export interface TermEntry {
  readonly name: string;
  /** What else it is called, here or in the field; found by search. */
  readonly also?: string;
  readonly says: string;
  readonly source: { readonly text: string; readonly url?: string };
}

const MARFT = { text: 'MARFT, Liao et al. 2025', url: 'https://arxiv.org/abs/2504.16129' };
const PPO = 'https://arxiv.org/abs/1707.06347';
const GAE = 'https://arxiv.org/abs/1506.02438';
const GRPO = 'https://arxiv.org/abs/2402.03300';
const SUTTON = 'http://incompleteideas.net/book/the-book-2nd.html';
const GYMNASIUM = 'https://gymnasium.farama.org/api/env/';
const ZIEGLER = 'https://arxiv.org/abs/1909.08593';
const HOLTZMAN = 'https://arxiv.org/abs/1904.09751';
const WORKBENCH = { text: 'A word of this workbench' };
const sutton = (where: string) => ({ text: `Sutton and Barto 2018, ${where}`, url: SUTTON });
const ppo = (where: string) => ({ text: `PPO, Schulman et al. 2017, ${where}`, url: PPO });

const entries = {
  marft: {
    name: 'MARFT',
    also: 'multi-agent reinforcement fine-tuning',
    says: 'Multi-agent reinforcement fine-tuning: training the language models of a whole team of agents by the reward that the team earns together.',
    source: MARFT,
  },
  lamas: {
    name: 'LaMAS',
    also: 'LLM-based multi-agent system',
    says: 'A system of several agents, each a language model with a role, that solve problems by writing to one another.',
    source: MARFT,
  },
  agent: {
    name: 'Agent',
    also: 'node player policy',
    says: 'A node of the team’s graph: a role with its prompt, its adapter, its way of sampling and its base model.',
    source: MARFT,
  },
  role: {
    name: 'Role',
    says: 'The unique name of an agent, by which graph, files and exports know it; the label beside it is free text.',
    source: MARFT,
  },
  team: {
    name: 'Team',
    also: 'multi-agent system graph topology',
    says: 'The agents together with the graph of who sees whose message, and the base model they stand on unless they name another.',
    source: MARFT,
  },
  dependency: {
    name: 'Dependency function 𝒟',
    also: 'graph edge connection hears sees DAG topology Flex-MG Flex-POMDP',
    says: 'Who sees whose message: 𝒟 is 1 for a pair of messages when the second was written with the first in view.',
    source: { ...MARFT, text: 'MARFT, Liao et al. 2025 (Flex-MG)' },
  },
  orchestrator: {
    name: 'Orchestrator',
    also: 'router dispatcher dynamic',
    says: 'An agent whose message decides which agent speaks next, so that who sees whose message is settled while the episode goes on.',
    source: { text: 'MARFT, Liao et al. 2025; its protocol: SII-MARFT (R3)', url: 'https://github.com/SII-MARFT/MARFT' },
  },
  prompt: {
    name: 'Prompt',
    also: 'profile system message instruction',
    says: 'What an agent is told before the problem; it is read and never trained.',
    source: MARFT,
  },
  environment: {
    name: 'Environment',
    also: 'task problem world reset step',
    says: 'The code that gives the problems, hears the messages and pays the reward.',
    source: { text: 'Gymnasium, Env', url: GYMNASIUM },
  },
  observation: {
    name: 'Observation',
    also: 'problem state',
    says: 'What the environment shows the agents at the beginning of a turn.',
    source: { text: 'Gymnasium, Env.step', url: GYMNASIUM },
  },
  episode: {
    name: 'Episode',
    also: 'rollout game trial',
    says: 'One problem from its first observation to its end.',
    source: sutton('§3.3'),
  },
  turn: {
    name: 'Turn',
    also: 'step round',
    says: 'From one observation of the environment to its next step; every agent on duty may speak in it. Counted from 0, as in files and in an environment’s code; so are episodes.',
    source: MARFT,
  },
  message: {
    name: 'Message',
    also: 'action response utterance completion',
    says: 'What one agent generates at one time; MARFT calls it an action. On the page messages are counted from 1 within their episode, and tokens within their message.',
    source: MARFT,
  },
  token: {
    name: 'Token',
    also: 'subword BPE vocabulary',
    says: 'A piece of text that the model reads or writes at once: a character, a word or a part of one.',
    source: { text: 'Sennrich et al. 2016, §3.2', url: 'https://arxiv.org/abs/1508.07909' },
  },
  segment: {
    name: 'Segment',
    also: 'scaffold sampled template chat markup',
    says: 'A run of tokens of one kind: scaffold is template, prompt and what others wrote; sampled is what the agent itself wrote, and only that is trained.',
    source: WORKBENCH,
  },
  response_mask: {
    name: 'Response mask',
    also: 'loss mask response_mask',
    says: 'Marks the tokens that an agent sampled itself; only they enter the loss.',
    source: { text: 'verl, which calls it so', url: 'https://github.com/volcengine/verl' },
  },
  trajectory: {
    name: 'Trajectory',
    also: 'rollout experience transition',
    says: 'An episode with every token’s id, log-probability, value and reward.',
    source: sutton('§3.1'),
  },
  iteration: {
    name: 'Iteration',
    also: 'step epoch rollout and update',
    says: 'One rollout of episodes and the updates made from them.',
    source: ppo('algorithm 1'),
  },
  update: {
    name: 'Update',
    also: 'optimiser step gradient',
    says: 'One step of the optimiser on the weights; an iteration makes up to one per agent for every minibatch of every epoch.',
    source: { text: 'Adam, Kingma and Ba 2015, algorithm 1', url: 'https://arxiv.org/abs/1412.6980' },
  },
  rollout: {
    name: 'Rollout',
    also: 'sampling generation play collect',
    says: 'Letting the team play its episodes and writing down everything; nothing is learnt during it.',
    source: ppo('algorithm 1'),
  },
  policy: {
    name: 'Policy',
    also: 'actor model behaviour',
    says: 'The probabilities with which an agent chooses its next token, given what it has read.',
    source: sutton('§3.5'),
  },
  reward: {
    name: 'Reward',
    also: 'score payoff',
    says: 'What the environment pays for a turn; training raises it.',
    source: sutton('§3.2'),
  },
  returns: {
    name: 'Return',
    also: 'returns reward-to-go discounted sum',
    says: 'The reward still to come from a token on, later parts discounted; with a critic it is advantage plus value, which is what the critic learns to foresee.',
    source: sutton('eq. 3.8'),
  },
  discount: {
    name: 'Discount γ',
    also: 'gamma horizon',
    says: 'How much a reward one step later counts for: 1 counts all alike, smaller prefers soon; steps between tokens and between messages have each their own.',
    source: sutton('eq. 3.8'),
  },
  values: {
    name: 'Value',
    also: 'values state value critic estimate',
    says: 'What the critic expects the team still to earn at the moment a token is about to be sampled.',
    source: sutton('§3.5'),
  },
  critic: {
    name: 'Critic',
    also: 'value network value head baseline',
    says: 'A value head on the base model that foresees returns, so that what came can be compared with what was to be expected anyway.',
    source: { ...MARFT, text: 'MARFT, Liao et al. 2025; actor-critic, Sutton and Barto 2018, §13.5' },
  },
  advantages: {
    name: 'Advantage',
    also: 'advantages credit',
    says: 'How much better the episode went from a token on than was to be expected before it, by the critic or by comparison with like episodes; this is what training reinforces.',
    source: { text: 'GAE, Schulman et al. 2016, eq. 16', url: GAE },
  },
  credit: {
    name: 'Credit',
    also: 'credit assignment strategy shapley counterfactual',
    says: 'Which part of the reward is put down to which agent, message and token.',
    source: sutton('§1.7, and of teams §15.10'),
  },
  gae: {
    name: 'GAE and λ',
    also: 'generalised advantage estimation lambda',
    says: 'Advantages as a sum of later surprises weighted by λ: 1 takes the whole rest of the episode, 0 only the next step.',
    source: { text: 'GAE, Schulman et al. 2016, eq. 16', url: GAE },
  },
  tdError: {
    name: 'TD error δ',
    also: 'temporal difference one-step error delta surprise',
    says: 'Reward plus the discounted value of what follows, less the value here: by how much one step went better than the critic expected.',
    source: sutton('§6.1'),
  },
  trace: {
    name: 'Trace λ',
    also: 'lambda eligibility bias variance GAE',
    says: 'How far one-step errors reach back: with 0 a token answers for its own step alone, with 1 for everything that came after it.',
    source: { text: 'Schulman et al. 2016, §3', url: GAE },
  },
  baseline: {
    name: 'Baseline',
    also: 'mean control variate comparison leave-one-out',
    says: 'What a return is held against, so that only what is better or worse than usual is learnt from: the critic’s value, or the mean of the returns it is compared with.',
    source: { text: 'Williams 1992', url: 'https://doi.org/10.1007/BF00992696' },
  },
  normalizedAdvantage: {
    name: 'Normalised advantage',
    also: 'whitening standardised advantages',
    says: 'The advantage less a mean and divided by a deviation, over a minibatch, the batch, an agent or a group: what the objective multiplies the ratio with.',
    source: { text: 'Engstrom et al. 2020', url: 'https://arxiv.org/abs/2005.12729' },
  },
  logprobs: {
    name: 'Log-probability',
    also: 'logprobs log-prob likelihood nats',
    says: 'The logarithm of how likely the agent was to say a token when it said it; 0 is certain, far below 0 a surprise.',
    source: ppo('§2.1'),
  },
  ref_logprobs: {
    name: 'Reference log-probability',
    also: 'ref_logprobs reference model base',
    says: 'The same logarithm for the frozen base model: how likely it would have been to say that token in that place.',
    source: { text: 'Ziegler et al. 2019, §2', url: ZIEGLER },
  },
  kl: {
    name: 'KL divergence',
    also: 'KL to reference KL old new distance nats trust region',
    says: 'How far two policies are apart, in nats: to the reference shows what all training changed, old→new what one iteration changed.',
    source: { text: 'Approximating KL divergence, Schulman 2020', url: 'http://joschu.net/blog/kl-approx.html' },
  },
  ratio: {
    name: 'Ratio',
    also: 'importance ratio probability ratio',
    says: 'How much likelier a token, or at message level a message, has become since it was sampled: the new probability over the old one.',
    source: ppo('§3'),
  },
  reference_log_ratio: {
    name: 'Log-ratio to the reference',
    also: 'log pi minus log pi_ref k1 estimator KL to reference',
    says: 'How much likelier, in nats, an agent found a token when it sampled it than the reference does: log π − log π_ref, whose mean over sampled tokens is the KL to the reference.',
    source: { text: 'Approximating KL divergence (k1), Schulman 2020', url: 'http://joschu.net/blog/kl-approx.html' },
  },
  entropy: {
    name: 'Entropy',
    also: 'exploration uncertainty collapse nats',
    says: 'How undecided an agent is about its next token: 0 says it always writes the same.',
    source: ppo('eq. 9'),
  },
  clip: {
    name: 'Clipping',
    also: 'clip fraction clip range epsilon clipped objective',
    says: 'A ratio that has gone beyond 1 ± ε in the direction its advantage asks for earns nothing more, so that one iteration changes little.',
    source: ppo('eq. 7'),
  },
  push: {
    name: 'Push',
    also: 'learning receipt reinforced weakened gradient of the loss',
    says: 'How hard, and which way, the objective pushed a token’s log-probability in an update: minus the derivative of the loss by it. The weights are shared, so a token can move against its own push.',
    source: { text: 'Policy gradient, Williams 1992', url: 'https://doi.org/10.1007/BF00992696' },
  },
  gain: {
    name: 'Gain on the objective',
    also: 'predicted actual first-order linear learning receipt',
    says: 'By how much an update should have improved the objective, going by its gradients along the way the weights went, and by how much it did, going by the tokens’ changes; far apart means that the steps were too long for their gradients.',
    source: { text: 'First-order model of a step: Nocedal and Wright 2006, §4.1', url: 'https://doi.org/10.1007/978-0-387-40065-5' },
  },
  cosine: {
    name: 'Cosine of push and change',
    also: 'cosine similarity alignment learning receipt',
    says: 'Whether the tokens moved in the proportions in which they were pushed: 1 exactly so, 0 without any relation, below 0 the other way.',
    source: { text: 'Of two gradients: PCGrad, Yu et al. 2020, §2', url: 'https://arxiv.org/abs/2001.06782' },
  },
  ppo: {
    name: 'PPO, TPPO and APPO',
    also: 'proximal policy optimization actor-critic token action',
    says: 'Policy gradient with small, clipped steps; TPPO takes every token for a decision, APPO every message.',
    source: { text: 'PPO, Schulman et al. 2017; the names TPPO and APPO: the original MARFT code (R1)', url: PPO },
  },
  grpo: {
    name: 'GRPO',
    also: 'group relative policy optimization RLOO REINFORCE baseline',
    says: 'Policy gradient without a critic: several episodes of one problem are compared with their mean, in units of their deviation.',
    source: { text: 'DeepSeekMath, Shao et al. 2024, §4.1', url: GRPO },
  },
  group: {
    name: 'Group',
    also: 'group size spread',
    says: 'Episodes of one problem that are compared with one another; when all were paid the same, they teach nothing.',
    source: { text: 'DeepSeekMath, Shao et al. 2024, §4.1', url: GRPO },
  },
  shapley: {
    name: 'Shapley value',
    also: 'shapley share of credit marginal contribution cooperative game',
    says: 'What an agent adds to the team’s reward when it joins, averaged over all orders in which the agents may join; all shares sum to what the team earns over the empty coalition.',
    source: { text: 'Shapley 1953, A value for n-person games', url: 'https://doi.org/10.1515/9781400881970-018' },
  },
  coalition: {
    name: 'Coalition',
    also: 'subset of agents absent silent base',
    says: 'Some of the agents, as they were trained; those who are not in it speak with their untrained base or say nothing.',
    source: { text: 'Shapley 1953, A value for n-person games', url: 'https://doi.org/10.1515/9781400881970-018' },
  },
  treeMonteCarlo: {
    name: 'Tree Monte-Carlo',
    also: 'rollouts fork continuation VinePPO vine value estimate',
    says: 'An episode played on many times from one of its messages: the mean of what comes is an estimate of that state’s value which no critic is needed for.',
    source: { text: 'VinePPO, Kazemnejad et al. 2024, §4', url: 'https://arxiv.org/abs/2410.01679' },
  },
  calibration: {
    name: 'Calibration',
    also: 'critic accuracy bias reliability diagonal',
    says: 'Whether what was foretold is what came on average: a calibrated critic’s points lie on the diagonal.',
    source: { text: 'Dawid 1982, The Well-Calibrated Bayesian', url: 'https://doi.org/10.1080/01621459.1982.10477856' },
  },
  leaveOneOut: {
    name: 'Leave-one-out',
    also: 'RLOO REINFORCE leave one out baseline',
    says: 'An episode’s return is held against the mean of the other episodes of its problem, itself left out, so that the baseline knows nothing of what it judges.',
    source: { text: 'Kool et al. 2019; RLOO, Ahmadian et al. 2024', url: 'https://arxiv.org/abs/2402.14740' },
  },
  reinforce: {
    name: 'REINFORCE',
    also: 'policy gradient Williams baseline',
    says: 'The plain policy gradient: what was said is made likelier by the reward that came after it, less a baseline.',
    source: { text: 'Williams 1992', url: 'https://doi.org/10.1007/BF00992696' },
  },
  creditFidelity: {
    name: 'Credit fidelity',
    also: 'rank correlation Spearman truth',
    says: 'How well an estimator orders messages by what they really earned: the rank correlation of its credit with tree Monte-Carlo, 1 for the same order and −1 for the opposite.',
    source: { text: 'A word of this workbench; rank correlation: Spearman 1904', url: 'https://doi.org/10.2307/1412159' },
  },
  explainedVariance: {
    name: 'Explained variance',
    also: 'R2 critic quality',
    says: 'How much of the difference between returns the critic foresees: 1 is all of it, 0 no more than a constant.',
    source: { text: 'Stable-Baselines3, logger', url: 'https://stable-baselines3.readthedocs.io/en/master/common/logger.html' },
  },
  adapter: {
    name: 'Adapter (LoRA)',
    also: 'low-rank rank alpha PEFT fine-tuning weights',
    says: 'A few added weights that are trained in place of the base model, which stays unchanged; each agent has its own, unless agents name a group that shares one.',
    source: { text: 'LoRA, Hu et al. 2022, §4.1', url: 'https://arxiv.org/abs/2106.09685' },
  },
  base: {
    name: 'Base model',
    also: 'pretrained model reference checkpoint llama',
    says: 'The language model that agents stand on; it is frozen, and is the reference that KL is measured to.',
    source: { text: 'LoRA, Hu et al. 2022, §4.1', url: 'https://arxiv.org/abs/2106.09685' },
  },
  warmStart: {
    name: 'Warm start',
    also: 'supervised fine-tuning SFT imitation pretraining demonstrations',
    says: 'Showing the team good messages to imitate before it learns from reward, so that it is paid now and then from the beginning.',
    source: { text: 'InstructGPT, Ouyang et al. 2022, §3.1', url: 'https://arxiv.org/abs/2203.02155' },
  },
  temperature: {
    name: 'Temperature',
    also: 'sampling softmax randomness greedy',
    says: 'Divides the logits before a token is drawn: below 1 sharper, above 1 more varied; greedy always takes the likeliest.',
    source: { text: 'Holtzman et al. 2020, §3.3', url: HOLTZMAN },
  },
  truncation: {
    name: 'Top-k and top-p',
    also: 'nucleus sampling truncation kept set',
    says: 'Drawing only among the k likeliest tokens, or among the likeliest that together have probability p.',
    source: { text: 'Holtzman et al. 2020, §3.2 (top-k) and §3.1 (top-p)', url: HOLTZMAN },
  },
  greedy: {
    name: 'Evaluation',
    also: 'greedy test split avg@n pass@k',
    says: 'Episodes played only to measure, greedily or sampled, on problems of either split; nothing is learnt from them.',
    source: { text: 'pass@k: Chen et al. 2021, eq. 1', url: 'https://arxiv.org/abs/2107.03374' },
  },
  split: {
    name: 'Split',
    also: 'train test generalisation',
    says: 'Train problems are learnt from; test problems are only measured, so that they show what carries over.',
    source: { text: 'Quantifying Generalization in Reinforcement Learning, Cobbe et al. 2019', url: 'https://arxiv.org/abs/1812.02341' },
  },
  skill: {
    name: 'Skill',
    also: 'skill bars sub-task measure',
    says: 'Something the environment watches beside the reward, such as whether the plan was right; it helps to see which agent holds the team back.',
    source: WORKBENCH,
  },
  horizon: {
    name: 'Horizon',
    also: 'truncated terminated time limit turns',
    says: 'The most turns an episode may have; one that reaches it is cut off (truncated), not ended.',
    source: { text: 'Gymnasium, terminated and truncated', url: GYMNASIUM },
  },
  seed: {
    name: 'Seed',
    also: 'random reproducible',
    says: 'The number all chance comes from: two runs of one document with one seed on one backend are identical.',
    source: { text: 'Henderson et al. 2018, “Random Seeds and Trials”', url: 'https://arxiv.org/abs/1709.06560' },
  },
  guard: {
    name: 'Guard',
    also: 'KL gate early stop rollback skipped refused',
    says: 'A check that refuses or takes back a step which moved an agent too far; every time it acts is said and marked.',
    source: { text: 'The original MARFT code (R1), KL gate', url: 'https://github.com/jwliao-ai/MARFT' },
  },
  counterfactual: {
    name: 'Counterfactual',
    also: 'what if edit replay Δ return difference branch',
    says: 'What would have been: the mean return of an episode played on after a change, less that of the same episode played on without it.',
    source: { text: 'Buesing et al. 2019, “Woulda, Coulda, Shoulda”', url: 'https://arxiv.org/abs/1811.06272' },
  },
  commonRandomNumbers: {
    name: 'Common random numbers',
    also: 'CRN paired variance reduction same seed',
    says: 'Both sides of a comparison draw the same chance, so that what differs comes from the change and not from luck, and fewer tries show it.',
    source: { text: 'Glasserman and Yao 1992', url: 'https://doi.org/10.1287/mnsc.38.6.884' },
  },
  checkpoint: {
    name: 'Checkpoint',
    also: 'save best newest resume fork export',
    says: 'The adapters, the critic and the optimiser as they were after an iteration; a run goes on or is forked from one.',
    source: { text: 'PEFT, checkpoint format', url: 'https://huggingface.co/docs/peft/developer_guides/checkpoint' },
  },
  document: {
    name: 'Document',
    also: 'project file save share',
    says: 'The project’s file: all that a person edits, and nothing that a run produced.',
    source: WORKBENCH,
  },
  run: {
    name: 'Run',
    also: 'training experiment',
    says: 'One training of one document; it keeps the document as it was when the run began.',
    source: WORKBENCH,
  },
} as const satisfies Readonly<Record<string, TermEntry>>;

export type TermId = keyof typeof entries;

export const termsEn = {
  entries: entries as Readonly<Record<TermId, TermEntry>>,
  source: 'Source',
  about: (name: string) => `What is “${name}”?`,
  all: 'All words',
  heading: 'Words',
  search: 'Find a word',
  searchPlaceholder: 'A word, or what else it is called',
  none: 'No word is called that, here or elsewhere in the field.',
  count: (count: number) => (count === 1 ? '1 word' : `${count} words`),
} as const;
