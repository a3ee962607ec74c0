/** English texts of charts, episode reader, run bar, notices and export. Functions take what a sentence mentions. */
import { spoken } from '../../forms/language.ts';
import { table } from '../../forms/table.ts';
import { plural } from '../../forms/plural.ts';

/** A quantity as the page names it: what it is and what is healthy, one sentence each. */
interface Term {
  readonly title: string;
  /** Unit on the axis; empty for a pure number. */
  readonly unit: string;
  readonly what: string;
  readonly healthy: string;
}

const charts = table<Term>()({
  reward: {
    title: 'Reward',
    unit: 'mean per episode',
    what: 'What the environment pays the team per episode: the line is the mean of the sampled episodes it learns from, the dots are the same team answering greedily, without randomness. Hollow dots are problems of the test split, which training never rewards: they show whether a sharpened habit carries over to unrewarded problems. The shipped bases have seen them all in pretraining, so there they do not show new arithmetic. Small joined dots (avg@n), where evaluations sample, are the mean over n answers per problem.',
    healthy: 'It should rise above the untrained level and then flatten; the greedy dots usually lie higher.',
  },
  passAtK: {
    title: 'pass@k',
    unit: 'share of problems',
    what: 'The probability that at least one of k sampled answers solves a problem, at each evaluation; the darker, the larger k. Hollow dots are problems of the test split.',
    healthy: 'Training mostly raises pass@1 towards what pass@k was before; a falling pass@k at large k means variety is lost.',
  },
  saved: {
    title: 'Saved',
    unit: 'share of episodes',
    what: 'Of the episodes last asked about, at most 32, those that each agent turned from lost to won: mostly lost when it is asked again, mostly won with what it said, by the same random numbers. What is not told counts for nobody. Its interval stands below the curves.',
    healthy: 'A team that is nearly always right is seldom saved. Read it with its interval: a few episodes tell little.',
  },
  spoiled: {
    title: 'Spoiled',
    unit: 'share of episodes',
    what: 'Of the episodes last asked about, at most 32, those that each agent turned from won to lost: mostly won when it is asked again, mostly lost with what it said, by the same random numbers. What is not told counts for nobody. Its interval stands below the curves.',
    healthy: 'It should fall as agents err less. An agent that errs more often than not spoils nothing by this measure.',
  },
  decides: {
    title: 'Hangs on its words',
    unit: 'share of won episodes',
    what: 'Of the won episodes last asked about in which an agent spoke, those that are lost once it says what it said to another problem, in most of three continuations. Its interval stands below the curves.',
    healthy: 'In a team in which all are needed it is high for all. One agent high and all others low is one that overrides the rest.',
  },
  klRef: {
    title: 'KL to reference',
    unit: 'nats per token',
    what: 'How far each agent’s word choice has moved from the untrained base model: measured on the iteration’s own episodes, for the team that played them. π is that team, π_ref the base; the estimator stands beside it. k1 may come out a little below 0, which no KL is: the axis ends there, and an arrowhead marks such a value.',
    healthy: 'It should grow slowly as the agent learns; a sudden jump often means it found a trick or is falling apart.',
  },
  teacherKl: {
    title: 'KL to the teacher',
    unit: 'nats per token',
    what: 'How far each agent’s word choice is from its teacher’s: measured on the iteration’s own episodes, for the team that played them. π is that team, π_T the teacher.',
    healthy: 'It should fall: what is left at the end is what the agent cannot, or is not paid to, take over.',
  },
  klOldNew: {
    title: 'KL old → new',
    unit: 'nats per token',
    what: 'How far one iteration’s updates moved each agent from the policy that sampled the episodes; with the decoupled loss, from the one they began with.',
    healthy:
      'With an adaptive learning rate, it should stay near the target (dashed): above twice the target the rate is lowered, below half of it raised again.',
  },
  entropy: {
    title: 'Entropy',
    unit: 'nats per token',
    what: 'How undecided each agent is about its next token: 0 means it always says the same.',
    healthy: 'It should sink gently while reward rises; at 0 nothing new is tried, and a rise means drift towards noise.',
  },
  clipFraction: {
    title: 'Clip fraction',
    unit: 'share of tokens',
    what: 'The share of tokens whose probability changed so much that the clipped objective ignores them.',
    healthy:
      'A few percent are normal, somewhat more where a whole message is one decision; if it stays above 0.15, much of each update is thrown away.',
  },
  explainedVariance: {
    title: 'Explained variance',
    unit: 'share',
    what: 'How much of the variation in returns the critic foresees: 1 is all of it, 0 is no better than a constant. When nearly all returns are equal it can fall to −100 and below; the axis ends at −1, arrowheads at its edge mark values beyond it, and pointing there or opening the table shows the value.',
    healthy: 'It should climb above 0; below 0 a constant would do better, which says little where nearly all returns are equal.',
  },
  policyLoss: {
    title: 'Policy loss',
    unit: '',
    what: 'What each agent’s updates reduce, without the entropy and KL terms: the clipped objective, or that of REINFORCE and RLOO.',
    healthy: 'It hovers around 0, as advantages are normalised; only its spikes mean anything.',
  },
  valueLoss: {
    title: 'Value loss',
    unit: 'squared reward',
    what: 'Half the critic’s mean squared error on returns, with value clip and Huber’s δ where they are set.',
    healthy: 'It should fall at first and then follow the spread of rewards.',
  },
  tokensPerSecond: {
    title: 'Speed',
    unit: 'tokens/s',
    what: 'Tokens read and written per second over the whole iteration, not counting evaluation.',
    healthy: 'It should be flat; a slow decline points to memory trouble or a busy machine.',
  },
  responseLength: {
    title: 'Message length',
    unit: 'tokens',
    what: 'Mean number of tokens an agent writes per message.',
    healthy: 'It should settle; growth up to the limit means messages are cut off.',
  },
  learningRate: {
    title: 'Learning rate',
    unit: '',
    what: 'The step size in use, per agent, as schedule and guards have set it.',
    healthy: 'It never exceeds the configured value; one that keeps shrinking without a schedule means updates are too strong.',
  },
  gradNorm: {
    title: 'Gradient norm',
    unit: '',
    what: 'Length of each agent’s gradient before it is clipped.',
    healthy: 'It should stay within one order of magnitude; spikes are cut at the configured limit.',
  },
  seconds: {
    title: 'Time per iteration',
    unit: 's',
    what: 'Seconds spent on speaking (rollout) and on learning (update).',
    healthy: 'Both should stay flat.',
  },
  conservation: {
    title: 'Credit conserved',
    unit: 'mean per episode',
    what: 'What the credit strategy declares it pays for an episode, minus KL penalties (the broad line), and what arrives at its tokens (the thin one). A red ring marks an iteration in which some part of credit was not conserved: a sum, a return against advantage plus value, or a group’s advantages against 0; the table says in how many places.',
    healthy: 'The thin line always lies on the broad one, without rings; only a compat switch separates them.',
  },
  calls: {
    title: 'Calls per episode',
    unit: 'messages',
    what: 'How many messages the team writes in an episode. Where agents may end it, or one calls the others, this is theirs to decide.',
    healthy: 'It falls where calls cost, as long as the reward does not fall with it.',
  },
  callCost: {
    title: 'Cost of calls',
    unit: 'per episode',
    what: 'What an episode’s messages pay for having been said: the cost of a call times their number. The reward is charted without it.',
    healthy: 'It falls while the reward holds.',
  },
  arrival: {
    title: 'Arrival',
    unit: 'simulated seconds',
    what: 'When each agent’s messages have arrived, from the turn’s beginning: the time it waited for others, and its own.',
    healthy: 'Where waiting costs, it falls while the reward rises.',
  },
  zeroSpread: {
    title: 'Groups without spread',
    unit: 'share',
    what: 'The share of groups of episodes in which all were paid the same, so that comparing them teaches nothing; where each problem is played once, the whole batch is the group.',
    healthy: 'Low: near 1, the problems are all too easy or all too hard, or groups are too small.',
  },
  refusedSteps: {
    title: 'Refused steps',
    unit: 'optimiser steps',
    what: 'Each agent’s steps that the KL gate refused or took back in this iteration.',
    healthy: 'Mostly 0; often more means the learning rate is too high for the gate.',
  },
  klCoef: {
    title: 'KL weight',
    unit: '',
    what: 'The weight of the KL to the base in this iteration; adaptive control moves it.',
    healthy: 'It should settle; a weight that keeps growing means the team is pulled away from the base.',
  },
  lowerClipFraction: {
    title: 'Dual-clip fraction',
    unit: 'share of decisions',
    what: 'The share of decisions whose gradient the dual clip removed: bad ones that became far likelier.',
    healthy: 'Near 0; more means that single decisions moved very far.',
  },
  valueClipFraction: {
    title: 'Value-clip fraction',
    unit: 'share of values',
    what: 'The share of values whose gradient the value clip removed.',
    healthy: 'Low; a critic that is clipped most of the time cannot follow the rewards.',
  },
  behaveWeight: {
    title: 'Behaviour weight',
    unit: '',
    what: 'The mean weight proximal ÷ behaviour of the decoupled loss, 0 for dropped decisions.',
    healthy: 'Near 1; far below it much of the batch is too old to learn from.',
  },
  behaveKl: {
    title: 'KL behaviour → proximal',
    unit: 'nats',
    what: 'How far the policy that played the episodes is from the one the update starts from.',
    healthy: 'Small, and growing with the lag.',
  },
  cappedFraction: {
    title: 'Dropped decisions',
    unit: 'share of decisions',
    what: 'The share of decisions left out because their weight exceeds the cap.',
    healthy: 'Near 0.',
  },
  rolloutWeight: {
    title: 'Rollout weight',
    unit: '',
    what: 'The mean weight trainer ÷ sampler of the rollout correction.',
    healthy: 'Near 1; far from it the trainer learns from another policy’s tokens.',
  },
  rolloutCapped: {
    title: 'Truncated weights',
    unit: 'share of tokens',
    what: 'The share of tokens whose weight trainer ÷ sampler is held at the cap.',
    healthy: 'Near 0.',
  },
  rolloutKl: {
    title: 'KL sampler → trainer',
    unit: 'nats/token',
    what: 'How far the tokens’ log-probabilities as they were sampled are from those that the trainer computes, estimator k1.',
    healthy: '0 but for rounding when training in step; it grows with the lag.',
  },
  routing: {
    title: 'Routing',
    unit: 'per episode',
    what: 'What the orchestrator did: its own messages and those of the agents it called, and turns that ended because it named nobody on duty, made no call at all, or ran out of messages. Of a router: its messages, those of all others, and turns in which it opened nothing because a word was no name of anybody on duty.',
    healthy: 'Calls settle at what the task needs; turns that went wrong go to 0.',
  },
});

const lines = {
  sampled: 'sampled, train',
  greedy: 'greedy, train',
  greedyTest: 'greedy, test',
  meanTrain: 'avg@n, train',
  meanTest: 'avg@n, test',
  passTrain: 'train',
  passTest: 'test',
  critic: 'critic',
  declared: 'declared',
  paid: 'paid',
  violations: 'places not conserved',
  all: 'all agents',
  rollout: 'rollout',
  update: 'update',
  orchestratorCalls: 'orchestrator',
  specialistCalls: 'called agents',
  unknownRole: 'unknown name',
  noTag: 'no call',
  limit: 'out of messages',
};

const guards = { rollback: 'rollback', klGate: 'KL gate', earlyStop: 'early stop' };

const references = { untrained: 'untrained', targetKl: 'target' };

const channels = table<{ readonly title: string; readonly unit: string; readonly what: string }>()({
  normalized: {
    title: 'Advantage (normalised)',
    unit: '',
    what: 'The advantage as the update used it, which is what training reinforces: the advantage minus a mean and divided by a standard deviation over the configured scope, with its teacher’s share where its agent has a teacher. Where a token took part in several steps, this is the mean over them.',
  },
  advantage: {
    title: 'Advantage',
    unit: '',
    what: 'How much better the episode went from this token on than was expected, by the critic or by comparison with similar episodes, before it is normalised; of another trainer’s run as its files hold it. Where most of a batch went well, a token with an advantage above 0 may still be weakened: what trains is “Advantage (normalised)”.',
  },
  tdError: {
    title: 'TD error',
    unit: '',
    what: 'The one-step error δ: reward plus the discounted value that follows, less the value here. It says what happened at exactly this token, as the critic sees it.',
  },
  ratio: {
    title: 'Ratio',
    unit: '',
    what: 'How much likelier the update has made this token: its probability after the update over the one it was sampled with; 1 is unchanged.',
  },
  clipped: {
    title: 'Clipped',
    unit: 'share of steps',
    what: 'The share of the update’s steps in which the clip left this token without a gradient.',
  },
  value: { title: 'Value', unit: '', what: 'What the critic expected the team still to earn when this token was about to be sampled.' },
  logprob: { title: 'Log-prob', unit: 'nats', what: 'How likely the agent was to say this token; the darker, the more surprising.' },
  kl: {
    title: 'KL to reference',
    unit: 'nats',
    what: 'How differently the untrained base would have judged this token (k3 estimate, never negative).',
  },
  entropy: { title: 'Entropy', unit: 'nats', what: 'How undecided the agent was before this token.' },
  reward: { title: 'Token reward', unit: '', what: 'Reward credited at exactly this token; usually all of it is on the last one.' },
  return: {
    title: 'Return',
    unit: '',
    what: 'The reward still to come from this token on; with a critic it is the critic’s target, advantage plus value.',
  },
});

const verdicts = { all: 'All', right: 'Right', wrong: 'Wrong' };
const orders = { episode: 'In order', best: 'Best first', worst: 'Worst first' };

const sources = {
  system: 'system',
  observation: 'problem',
  transition: 'between turns',
  message: 'message',
  header: 'header',
  response: 'response',
  thought: 'thought',
};

const finishes = { stop: 'ended by the agent', length: 'cut off at the length limit', interrupted: 'interrupted' };

export const inspectText = spoken('inspect/inspect', {
  views: {
    label: 'How to look at the episode',
    microscope: 'Microscope',
    receipt: 'Learning receipt',
    replay: 'Edit and replay',
    blame: 'Blame',
    turned: 'Saved, spoiled',
    notes: 'Notes',
    shares: 'Shapley',
    values: 'Critic check',
    estimators: 'Estimators',
  },
  charts: {
    heading: 'Training curves',
    terms: charts,
    lines,
    references,
    guards,
    guardKey: 'guard acted',
    brokenKey: 'not conserved',
    brokenIn: (iterations: number) => `credit not conserved in ${plural(iterations, 'marked iteration', 'marked iterations')}`,
    guardsActed: (iterations: number) => `guards acted in ${plural(iterations, 'place', 'places')}`,
    kOf: (k: number) => `k = ${k}`,
    passAt: (k: number, split: string) => `pass@${k}, ${split}`,
    iteration: 'iteration',
    smoothing: 'Smoothing',
    smoothingHelp: 'Weight of the moving average. The faint line behind is the data as measured.',
    more: 'More curves',
    fewer: 'Fewer curves',
    asTable: (title: string) => `${title}: show as table`,
    asPicture: (title: string) => `${title}: show as chart`,
    about: (title: string) => `What is ${title}?`,
    agents: 'Agents',
    summary: (title: string, parts: readonly string[]) =>
      parts.length === 0 ? `${title}: no values yet` : `${title}. ${parts.join('; ')}.`,
    extent: (name: string, first: string, last: string) => `${name} from ${first} to ${last}`,
    noneYet: 'No values yet',
    /** Of what a server that trains keeps to itself. */
    notTold: 'Unknown: the server does not tell',
    /** Where a message is one decision (APPO). */
    unitsPerMessage: { klOldNew: 'nats per message', clipFraction: 'share of messages' } as Readonly<
      Partial<Record<keyof typeof charts, string>>
    >,
    /** From which policy to which a KL is: the expectation is over what the first one says. */
    klDirections: {
      klRef: 'KL(π‖π_ref)',
      teacherKl: 'KL(π‖π_T)',
      klOldNew: 'KL(π_old‖π_new)',
      behaveKl: 'KL(π_behaviour‖π_proximal)',
      rolloutKl: 'KL(π_sampler‖π_trainer)',
    } as Readonly<Partial<Record<keyof typeof charts, string>>>,
    kl: (direction: string, estimators: readonly string[]) => `${direction} by ${estimators.join(' and ')}`,
    noCritic: 'This run has no critic',
    beyond: (value: string) => `${value}, beyond the axis`,
    thinned: (bucket: number) => `extremes of every ${bucket} iterations`,
  },
  empty: {
    noRun: 'No run of this project yet',
    begin: 'Train this team',
    noRunHint: 'Press Train to start one.',
    noneShown: 'No run on screen',
    noneShownHint: 'Press Train to start one, or choose an earlier one above.',
    loading: 'Loading the recorded run…',
    missing: 'This copy of the page came without its recorded run.',
    missingHint: 'Nothing else depends on it: press Train to see a live one.',
    broken: 'The recorded run could not be read.',
    noEpisodes: 'No episodes yet',
    noEpisodesHint: 'They appear after the first rollout of this run.',
    noneMatch: 'No episode matches this filter',
  },
  reader: {
    whichMessage: 'Which message lost it?',
    heading: 'Episodes',
    iteration: 'Iteration',
    newest: (iteration: number) => `${iteration} (newest)`,
    keptHint: (dropped: number) =>
      `To limit memory, only the newest iterations and a few earlier ones are kept; ${plural(dropped, 'iteration was', 'iterations were')} dropped.`,
    verdict: 'Which episodes',
    verdicts,
    order: 'Order',
    orders,
    search: 'Find in episodes',
    searchPlaceholder: 'find text',
    count: (shown: number, all: number) =>
      shown === all ? plural(all, 'episode', 'episodes') : `${shown} of ${plural(all, 'episode', 'episodes')}`,
    share: (right: number, all: number) => `${right} of ${all} right`,
    list: 'Episodes of this iteration',
    right: 'right',
    wrong: 'wrong',
    outcome: (verdict: string | null, reward: string) => `${verdict === null ? '' : `${verdict} · `}reward ${reward}`,
    option: (episode: number, verdict: string | null, reward: string, problem: string, answer: string) =>
      `Episode ${episode}, ${verdict === null ? '' : `${verdict}, `}reward ${reward}. ${problem} Answer: ${answer}`,
    silent: '(nothing said)',
    episode: (episode: number) => `Episode ${episode}`,
    split: { train: 'train problem', test: 'test problem' },
    problem: 'Problem',
    reward: 'reward',
    truncated: 'cut off by the environment',
    skills: 'Skills',
    choose: 'Choose an episode to read it.',
  },
  graphs: {
    heading: 'The graph of each turn, as it was chosen',
    caption: (turn: number) => `Turn ${turn}`,
    own: (turn: number) => `Turn ${turn}, the team’s own graph`,
    turn: (turn: number, speakers: readonly string[], edges: readonly string[]) =>
      `Turn ${turn}: ${speakers.join(', ')} may speak; ${edges.length > 0 ? edges.join(', ') : 'nobody hears anybody'}.`,
  },
  timeline: {
    heading: 'When each message was begun and had arrived, in simulated seconds from the turn’s beginning',
    caption: (turn: number) => `Turn ${turn}`,
  },
  message: {
    turn: (turn: number) => `turn ${turn}`,
    call: (call: number) => `message ${call + 1} of this agent`,
    sees: (names: readonly string[]) => (names.length === 0 ? 'sees the problem only' : `sees ${names.join(', ')}`),
    seen: (role: string, position: number) => `${role} (message ${position + 1})`,
    finishes,
    version: (version: number) => (version === 0 ? 'untrained adapter' : `adapter changed ${plural(version, 'time', 'times')}`),
    temperature: (value: string) => `temperature ${value}`,
    times: (started: string, arrived: string) => `${started}–${arrived} s`,
    promptText: 'Prompt, as text',
    advantage: (value: string) => `advantage ${value}`,
    prompt: (tokens: number) => `Prompt, ${plural(tokens, 'token', 'tokens')}`,
    /** Behind a call: what was answered, and that nobody is credited for it. */
    tool: (call: string, tokens: number) =>
      `A tool’s answer to “${call}”: ${plural(tokens, 'token', 'tokens')}, not the agent’s. No loss, credit, KL or entropy.`,
    toolFact: (calls: number, tokens: number) => `${plural(calls, 'call', 'calls')} answered, ${plural(tokens, 'token', 'tokens')}`,
    thought: (tokens: number) => `thought, ${plural(tokens, 'token', 'tokens')}`,
    criticRead: (tokens: number) => `The critic alone read, ${plural(tokens, 'token', 'tokens')}`,
    promptHint: 'Exactly the tokens this agent saw before it spoke. They are given, not trained on.',
    sources,
    segment: (source: string, role: string | undefined) => (role ? `${source} · ${role}` : source),
    response: (role: string) => `Tokens sampled by ${role}`,
    token: (text: string, channel: string, value: string) => `“${text}”, ${channel} ${value}`,
  },
  token: {
    heading: 'Token',
    none: 'Point at, tap or Tab to a coloured token to see its numbers.',
    position: (token: number, of: number) => `token ${token + 1} of ${of}`,
    id: 'id',
    refLogprob: 'Reference log-prob',
    refLogRatio: 'Log-ratio to reference',
    channel: 'Colour tokens by',
    channels,
    legend: (channel: string) => `Colour scale of ${channel}`,
    flat: 'All values are zero here, so nothing is coloured.',
    flatRatio: 'All ratios are 1 here, so nothing is coloured.',
    absent: {
      imported: 'Unknown: another trainer made this run, and its files do not hold it.',
      textsAlone: 'Its files hold texts, no tokens to colour. An advantage that they tell of a whole message stands beside who said it.',
      noReceipt:
        'Not known for this episode: either nothing was learnt from it, or the run was trained by a version that did not record what the update did to each token.',
      noCritic: 'There is none: this run’s estimator has no critic, so there are no values and no one-step errors.',
      noReference: 'There is none: this run did not score its tokens under the base.',
      notWhole: 'Unknown: it was computed over the whole batch, and not all of its episodes are here.',
      stale: 'Unknown: with compat r1_stale_advantages it also depends on earlier iterations, which are not here.',
      tooMany: 'Not recomputed: the batch is too large to do so while you read. Runs trained with this version record it.',
    },
    rawInstead: (why: string) => `The advantages as they are recorded. Normalised ones: ${why}`,
    recomputed: 'Recomputed here from the recorded batch.',
    clamped: 'The outermost 2 % share the end colours.',
  },
});
