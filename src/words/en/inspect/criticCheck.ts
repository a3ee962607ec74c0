import { spoken } from '../../forms/language.ts';
import { plural } from '../../forms/plural.ts';

export const criticCheckEn = spoken('inspect/criticCheck', {
  scope: 'Play on from',
  scopes: { episode: 'The episode being read', first: 'First episodes' },
  episodes: 'Episodes',
  rolls: 'Continuations each',
  rollsHelp: 'Played on from before every message, and from after the last.',
  fit: 'Fit critics on',
  fitHelp:
    'So many more episodes are played by the same team, and critics of other kinds are fitted to them, to stand beside the run’s own. 0 fits none.',
  adapters: 'with adapters too',
  adaptersHelp:
    'Critics with adapters of each agent’s own are fitted as well: up to 16 passes over these episodes for each, through the base forwards and backwards. With a large model that takes long.',
  cost: (rollouts: number) => plural(rollouts, 'rollout', 'rollouts'),
  start: 'Play on',
  empty: 'What was a state worth?',
  emptyHint:
    'The lab plays episodes on from before every message, many times. The mean outcome is the value of that state; the critic’s guess can be compared with it.',
  said: (team: string, episodes: number, iteration: number, rolls: number) =>
    `${team} played on ${plural(episodes, 'episode', 'episodes')} of iteration ${iteration}, ${plural(rolls, 'time', 'times')} from every place.`,
  /** Where the team that plays on is not the one whose values were recorded. */
  another: (spoken: string, played: string) =>
    `The critic judged another team: the values were recorded for the ${played}, but the ${spoken} played on. What training changed between the two looks like critic error here.`,
  meaning: (level: 'token' | 'message', discounted: boolean, processed: boolean, charged: boolean) =>
    `Which return is meant: what the critic is fitted to, the rewards of ${level === 'token' ? 'tokens' : 'messages'} still to come from the message on, as credit pays them${processed ? ', processed as over its own batch' : ''}${discounted ? ' and discounted by γ' : ', undiscounted'}${charged ? ', less what tokens pay for their distance to the base' : ''}. What was paid before does not count, so it is not the episode’s reward.`,
  noValues: 'These episodes hold no values of a critic, so there is nothing to compare with the tree. The tree’s own values are below.',
  notWhole:
    'The critic is fitted to rewards that are compared with those of the whole iteration, and not all of its episodes are here, so it cannot be compared with the tree. The tree’s own values are below.',
  truncated: (count: number, of: number) =>
    `${count} of ${of} continuations were cut off at the last turn. The critic also counted what it expected after the cut-off; the tree’s returns end there.`,
  noCritic: 'This run has no critic: its advantages come from comparing returns. Only the tree’s values are shown.',
  noneBrought:
    'The run’s files hold no values of a critic, so there is nothing to check the tree against. Only the tree’s values are shown.',
  scatter: 'Critic against tree',
  scatterNote: (said: string) =>
    `One point a message; vertical lines: 95 % interval of the tree. On the diagonal the critic is right. ${said}`,
  predicted: 'critic’s value V',
  truth: 'tree: mean return',
  point: (role: string, episode: number, message: number, predicted: string, truth: string, interval: string) =>
    `${role}, episode ${episode}, message ${message + 1}: critic ${predicted}, tree ${truth}${interval}`,
  interval: (low: string, high: string) => ` (${low} to ${high})`,
  pointsHelp: 'Arrow keys go from point to point, Enter reads its message.',
  overall: (count: number, error: string, absolute: string) =>
    `Over ${plural(count, 'message', 'messages')} the critic is off by ${absolute} on average, ${error} with its sign.`,
  sign: 'Above 0 it is too optimistic.',
  treeError: (error: string) => `The tree itself is uncertain by ${error} (mean standard error): errors of that size mean nothing.`,
  alike: 'Where all continuations were paid the same the interval has no width: outcomes rarer than one in that many were not seen.',
  explained: (share: string) => `It explains ${share} of the differences between these states (1 is all).`,
  worse: (share: string) =>
    `It explains none of the differences between these states: a single value for all of them would be closer (explained variance ${share}).`,
  unexplained: 'All these states are worth the same, so there is nothing to explain.',
  rows: 'By agent and depth',
  columns: { role: 'Agent', depth: 'Message', count: 'Points', error: 'Mean error', absolute: 'Mean |error|', tree: 'Tree’s ±' },
  depth: (depth: number | null) => (depth === null ? 'all' : `${depth + 1}`),
  kinds: {
    title: 'Kinds of critic, side by side',
    help: (fit: number, adapters: boolean) =>
      `The run trained one critic. The others were fitted now, to ${plural(fit, 'more episode', 'more episodes')} of the team that played on: ridge regression on the frozen base’s features under what each reads, to the rewards still to come. None of these is an episode from above. So they are what can be read off the frozen base${adapters ? '. Those with adapters learnt to read from the same episodes, as long as it helped on a fifth that was left out.' : ', not what a critic with adapters of its own would learn.'}`,
    meaning:
      'Bias: the mean error, predicted less played, with a 95 % interval over whole episodes. Spread: the standard deviation of the error; it holds the tree’s own chance, and what nobody can know who reads no more. Squared error less own’s: below 0 it is smaller than that of each agent’s own critic, bold where its interval leaves out 0; the tree’s chance falls out of it.',
    none: 'No other critics were fitted, so nothing is known of what one that reads more would have said of these states.',
    noHidden: 'The environment tells no hidden state (it has no “privileged”), so no critic can read one.',
    alike:
      'With the joint transcript every value is that of one critic for all: the speakers see all of it anyway, or what they do not see changes nothing here.',
    notTold: 'Of none of them the squared error is told apart from that of each agent’s own.',
    names: {
      recorded: 'The run’s own, as recorded',
      own: 'Each agent’s own, on what it reads',
      shared: 'One for all, on what the speaker reads (CTDE as R3 has it)',
      transcript: 'Centralised, on the joint transcript',
      state: 'Centralised, with the hidden state too',
      own_adapters: 'With adapters, each on what it reads',
      transcript_adapters: 'With adapters, on the joint transcript',
      state_adapters: 'With adapters, with the hidden state too',
    },
    columns: {
      critic: 'Critic',
      count: 'States',
      bias: 'Bias',
      interval: '95 %',
      spread: 'Spread',
      less: 'Squared error less own’s',
    },
    between: (low: string, high: string) => `${low} … ${high}`,
    csv: ['critic', 'states', 'bias', 'bias_low', 'bias_high', 'spread', 'squared_error_difference', 'low', 'high'] as const,
  },
  tree: (episode: number) => `Tree of episode ${episode}`,
  treeNote: (said: string) => `Mean reward of the whole episode over the continuations, before each message and after the last. ${said}`,
  treeHelp:
    'What the whole episode earns on average when it is played on from each point, and what each message changed (tree advantage). The rewards here are the environment’s own.',
  treeColumns: { message: 'Message', said: 'Said', before: 'Before it', advantage: 'It changed', interval: '95 %' },
  treeEnd: 'at the end',
  outside: 'The episode being read was not played on; this is the first that was.',
  csv: ['episode', 'message', 'role', 'critic_value', 'tree_return', 'low', 'high'] as const,
  treeCsv: ['message', 'role', 'value_before', 'low', 'high'] as const,
});
