/** Texts of the advantage microscope and of the conservation lights. */
import { spoken } from '../../forms/language.ts';
import { table } from '../../forms/table.ts';
import { plural } from '../../forms/plural.ts';

const lights = table<{ readonly name: string; readonly says: string }>()({
  paid: {
    name: 'Reward paid',
    says: 'What an episode’s tokens are paid sums to what the strategy pays, minus KL penalties.',
  },
  returns: { name: 'Returns', says: 'At every token the return is advantage plus value.' },
  toGo: { name: 'Reward to go', says: 'With all γ and λ at 1, the return of a token is the reward still to come.' },
  zeroSum: { name: 'Zero sum', says: 'The advantages of the episodes compared sum to 0.' },
  playedOn: { name: 'Played on', says: 'The messages’ advantages sum to the reward minus what was expected at the start.' },
  masks: {
    name: 'Masks',
    says: 'What counts as sampled is exactly what the agent sampled: segments cover prompt and response without a gap, and every array has one number per sampled token.',
  },
  ratio: {
    name: 'Ratio 1 at first',
    says: 'Before the iteration’s first step every sampled token is as likely to the policy that learns as when it was sampled. Measured during training, as the largest |ratio − 1| of each agent; where that is more than rounding, its messages are named.',
  },
});

const unknown = {
  noCritic: 'There is no critic, so a return is not a sum of advantage and value.',
  notOfReturns: 'COMA’s advantages are differences of values of messages; returns are what its critic learns, no sum of the two.',
  discounted: 'Holds only where all discounts and traces are 1; here they are not.',
  notCompared: 'This estimator compares nothing, so nothing has to sum to 0.',
  notPlayedOn: 'Only VinePPO plays on from every state; this run does not.',
  imported: 'Unknown: another trainer made this run, and its settings are not in its files.',
  notCentred: 'Unknown: the advantages of some groups do not sum to 0, and whether this trainer compares episodes is not in its files.',
  noTreeValues: 'Unknown: this episode was recorded without what its messages are compared with.',
  paidByRole: 'Does not hold here: roles are paid separately, and each message is judged by its speaker’s reward.',
  notWhole: 'Unknown: not all episodes of the iteration are here, and it depends on all of them.',
  notRecorded: 'Unknown: the first pass was not recorded when this run was trained. Runs trained with this version record it.',
  lag: 'Does not hold here: training lags, so the team that learns is no longer the one that played.',
  untold: 'Not known yet: the iteration’s update has not been reported.',
};

export const microscopeText = spoken('inspect/microscope', {
  label: 'Advantage microscope',
  none: 'Where its advantage comes from is then written out here.',
  scaffold: 'Show what each agent read',
  scaffoldHint: 'Scaffold: the template, the problem and other agents’ words. It is given, not sampled, and not trained on.',
  figure: {
    title: 'The episode’s tokens and where an advantage comes from',
    note: (
      run: string,
      iteration: number,
      episode: number,
      channel: string,
      advantage: { readonly t: number; readonly sum: string } | null,
    ) =>
      [
        run,
        `iteration ${iteration}`,
        `episode ${episode}`,
        `bars: ${channel}`,
        advantage && `arcs: terms of A${advantage.t} = ${advantage.sum}`,
      ]
        .filter(Boolean)
        .join(' · '),
    file: (iteration: number, episode: number) => `microscope ${iteration} ${episode}`,
  },
  transcript: {
    title: 'The episode’s transcript, token by token',
    note: (run: string, iteration: number, episode: number, channel: string) =>
      [run, `iteration ${iteration}`, `episode ${episode}`, `colour: ${channel}`].join(' · '),
    scale: (range: string, unit: string) => `Full colour is ${range} ${unit} from no colour, or further.`,
    file: (iteration: number, episode: number, channel: string) => `transcript ${iteration} ${episode} ${channel}`,
  },
  strip: (count: number) =>
    `The episode’s ${plural(count, 'sampled token', 'sampled tokens')} from left to right, with arcs to the tokens that the advantage comes from`,
  stripHint:
    'Arcs lead from the token to those its advantage comes from: the thicker, the more. Coloured ones cross to another agent; dashed ones are negative.',
  heading: 'Where its advantage comes from',
  estimator: {
    gae: 'Generalised advantage estimation',
    grpo: 'GRPO',
    rloo: 'RLOO',
    reinforce: 'REINFORCE',
    vineppo: 'VinePPO (tree Monte-Carlo)',
    c3: 'C3',
    difference: 'Difference rewards',
    coma: 'COMA',
  },
  perMessage: 'Here a message is one decision: all its tokens have the same advantage.',
  scale: 's is the standard deviation of the returns it is compared with, plus 1e-5.',
  sum: 'Sum of the terms',
  recorded: 'Recorded',
  difference: 'Difference',
  trained: 'Normalised',
  taught: {
    heading: 'What the teacher adds',
    added: 'Its agent has a teacher, whose share is added after normalisation. This is what was trained on:',
    alone: 'Its agent learns from its teacher alone: the advantage above is not learnt from. This is what was trained on:',
    logprob: 'log p',
    /** Below a symbol. */
    sub: { teacher: 'teacher', student: 'student' },
    share: 'Teacher’s share',
    sum: 'Sum',
    untold: 'not known',
    recorded: 'Trained on',
    held: (limit: number) => `The difference of the log-probabilities is held within ±${limit}.`,
    differs: 'Both together are not what the update wrote down that it trained on.',
  },
  turned: (up: boolean) =>
    up
      ? 'Below 0, but above 0 once normalised: normalisation subtracts a mean, and that mean is lower still.'
      : 'Above 0, but below 0 once normalised: normalisation subtracts a mean, and that mean is higher still.',
  differs: (tolerance: string) =>
    `The terms do not sum to the recorded advantage (tolerance ${tolerance}): what is explained here is not what was trained on.`,
  differsPart: (here: number, all: number) =>
    `Only ${here} of the ${all} episodes of this iteration are here, and this estimator compares all of them: its mean cannot be computed from the rest.`,
  terms: 'Strongest terms',
  symbols: { delta: 'δ one-step error', reward: 'r reward', gamma: 'γ discount', value: 'V value' },
  columns: { token: 'Token', amount: 'Adds' },
  allZero: (count: number) => (count === 1 ? 'its one term' : `all ${count} terms`),
  others: (count: number) => `the other ${plural(count, 'term', 'terms')}`,
  baseline: (count: number) => (count === 0 ? 'running mean of the role’s returns' : `mean of ${plural(count, 'return', 'returns')}`),
  tree: { behind: 'behind the message', before: 'before the message' },
  worth: {
    own: 'the message',
    others: (count: number) => `mean of ${plural(count, 'other', 'others')} in its place`,
    /** Below a symbol. */
    sub: { own: 'said', others: 'others' },
  },
  go: (t: number) => `Go to token ${t} of the episode`,
  goEpisode: (episode: number, score: string) => `Read episode ${episode}, return ${score}`,
  compared: 'The returns it is compared with',
  thisOne: 'this one',
  recursion: {
    heading: 'The backward recursion, step by step',
    none: 'This estimator carries nothing back from token to token: it compares whole returns, states or messages, as written above.',
    first: 'To its beginning, the last token',
    back: 'One step back',
    forward: 'One step on, to the token before',
    last: 'To its end, the first token',
    play: 'Let it run',
    pause: 'Stop it',
    begin: 'Nothing comes after the last token, so the recursion begins with A = δ there.',
    crosses: (from: string, to: string) => `Here credit crosses from ${from} back to ${to}.`,
    step: (step: number, of: number) => `step ${step} of ${of}`,
    also: 'advantage GAE debugger recursion backward step microscope',
    noRecursion: 'This run’s estimator carries nothing back from token to token, so there is no recursion to step through.',
    noFurther: 'The recursion goes no further that way.',
    commands: {
      first: 'Recursion: to its beginning, the last token',
      back: 'Recursion: one step back',
      forward: 'Recursion: one step on',
      last: 'Recursion: to its end, the first token',
    },
    noEpisode: 'There is no episode to step through yet.',
  },
  lights: {
    label: 'Conservation',
    /** How many identities hold, are broken, and cannot be told. */
    says: (holding: number, broken: number, untold: number) => {
      const parts = [
        broken > 0 && `${plural(broken, 'identity is', 'identities are')} broken`,
        holding > 0 && `${plural(holding, 'identity holds', 'identities hold')}`,
        untold > 0 && `${untold} cannot be told or ${untold === 1 ? 'does' : 'do'} not apply`,
      ];
      return `In this iteration ${parts.filter(Boolean).join(', ')}.`;
    },
    checking: 'Checking this iteration…',
    green: 'holds',
    grey: 'not told',
    entries: lights,
    unknown,
    arrays: 'Every array that the files hold has one number per sampled token, or one for the message.',
    imported:
      'The other identities need settings of the trainer (how it pays, γ, λ, its critic and its penalty for KL), which no file of it holds.',
    checked: {
      groups: (count: number) => `${plural(count, 'group', 'groups')} checked`,
      paid: (count: number) => `${plural(count, 'episode', 'episodes')} checked`,
      returns: (count: number) => `${plural(count, 'token', 'tokens')} checked`,
      toGo: (count: number) => `${plural(count, 'token', 'tokens')} checked`,
      zeroSum: (count: number) => `${plural(count, 'episode', 'episodes')} checked`,
      playedOn: (count: number) => `${plural(count, 'episode', 'episodes')} checked`,
      masks: (count: number) => `${plural(count, 'token', 'tokens')} checked`,
      ratio: (count: number) => `${plural(count, 'agent', 'agents')} checked`,
    },
    broken: (count: number) => `broken in ${plural(count, 'place', 'places')}`,
    place: (episode: number, message: number | null, role: string | null) =>
      message === null ? `episode ${episode}` : `episode ${episode}, message ${message + 1}${role ? ` (${role})` : ''}`,
    expected: (expected: string, actual: string) => `should be ${expected}, is ${actual}`,
    defects: {
      prompt: 'segments do not cover the prompt without a gap',
      sampled: 'the sampled segment is not the response',
      lengths: 'an array does not have one number per sampled token',
    },
    agent: (role: string, deviation: string) => `${role}: largest |ratio − 1| is ${deviation}`,
    more: (count: number) => `and ${plural(count, 'more place', 'more places')}`,
  },
} as const);
