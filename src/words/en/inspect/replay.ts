/** English texts of edit and replay. */
import { spoken } from '../../forms/language.ts';

const KINDS = {
  message: 'Message',
  prompt: 'Prompt',
  temperature: 'Temperature',
  adapter: 'Adapter',
};
const FATES = { before: 'as it was', changed: 'put in its place', pinned: 'pinned', anew: 'said anew' };

const tokensOf = (count: number): string => (count === 1 ? '1 token' : `${count} tokens`);

export const replayText = spoken('inspect/replay', {
  title: 'Edit and replay',

  tree: {
    label: 'Branches of this episode',
    recording: 'As it was recorded',
    none: 'Change something below and play on: each try becomes a branch here and is kept with the run.',
    reward: (reward: string) => `return ${reward}`,
    under: (continuation: number) => `under continuation ${continuation}`,
    entry: (name: string, difference: string) => `${name}, return ${difference}`,
    remove: (name: string) => `Delete the branch “${name}”`,
    removed: (count: number) => (count === 1 ? 'Branch deleted' : `${count} branches deleted`),
    undo: 'Undo',
  },

  names: {
    message: (agent: string, text: string) => `${agent} says “${text}”`,
    prompt: (agent: string) => `${agent}: another prompt`,
    temperature: (agent: string, value: string) => `${agent} at temperature ${value}`,
    adapter: (agent: string, iteration: number) => (iteration === 0 ? `${agent} as it began` : `${agent} as after iteration ${iteration}`),
    base: (agent: string) => `${agent} without adapter`,
    nothing: 'nothing',
  },

  change: {
    heading: 'What is changed',
    of: {
      recording: 'Of the recorded episode',
      continuation: (continuation: number, name: string) => `Of continuation ${continuation} of “${name}”`,
    },
    back: 'Edit the recording instead',
    messages: 'Message to change',
    /** `call`: how many times the agent had spoken in the episode before. */
    message: (agent: string, turn: number, call: number) => `${agent}, turn ${turn}${call > 0 ? `, its message ${call + 1}` : ''}`,
    pin: 'Keep as it is',
    pinHint: 'A pinned message is not generated again: both sides get exactly the words it has now.',
    kind: 'What to change about it',
    kinds: KINDS,
    hint: {
      message: 'Other words are put in the agent’s mouth; everybody after it speaks again.',
      prompt: 'The agent reads another prompt from this message on; it and everybody after it speak again.',
      temperature: 'The agent samples at another temperature from this message on.',
      adapter: 'The agent speaks with another iteration’s adapter from this message on.',
    },
    text: (agent: string) => `What ${agent} says instead`,
    prompt: (agent: string) => `Prompt of ${agent}`,
    temperature: (agent: string) => `Temperature of ${agent}`,
    adapter: (agent: string) => `Adapter of ${agent}`,
    base: 'None: the base alone',
    restore: 'As it was',
    counting: 'Counting tokens…',
    uncounted: 'The number of tokens is unknown: its base’s tokenizer could not be read.',
    /** `context`: most tokens that the base reads. */
    tokens: (tokens: number, prompt: number, context: number) =>
      `${tokensOf(tokens)}; with the ${prompt} of its prompt ${tokens + prompt} of the ${context} that its base reads`,
    promptTokens: (tokens: number, context: number) => `${tokensOf(tokens)} of the ${context} that its base reads`,
    tooLong: 'That is more than its base reads.',
    longer: (most: number) => `Longer than this agent can write: at most ${tokensOf(most)}.`,
  },

  stale: {
    badge: 'stale',
    fresh: 'pinned',
    seen: (names: readonly string[]) => `It answers ${names.join('; ')}, which is no longer the same.`,
    self: 'Its own prompt has changed.',
    turn: 'A turn before it is no longer the same, and the environment may have answered differently.',
    /** In how many continuations its prompt differs. */
    found: (changed: number, of: number) => `Its prompt is different in ${changed} of ${of} continuations.`,
  },

  ask: {
    rolls: 'Continuations',
    rollsHint: (most: number) =>
      `How often each side is played on, at most ${most} times: a branch keeps every continuation. Continuations with the same number use the same random numbers on both sides.`,
    run: 'Play on',
    nobody: 'This run cannot be read here, so its team cannot speak.',
    training: 'A run is being trained: both are slower meanwhile.',
    very: (iteration: number) => `These are exactly the adapters that said it: those after iteration ${iteration}.`,
    veryBegan: 'This is exactly the team that said it: as it began.',
    other: (spoke: number, speaks: number) =>
      `It was said ${spoke === 0 ? 'by the team as it began' : `after iteration ${spoke}`}; the team ${speaks === 0 ? 'as it began' : `after iteration ${speaks}`} speaks now, so even an unchanged message may be answered differently.`,
    backend: (recorded: string, here: string) =>
      `The run was made on ${recorded}, this is computed on ${here}: rounding differs, and so may a word.`,
  },

  result: {
    heading: 'What came of it',
    difference: 'Δ return',
    interval: (low: string, high: string) => `95 % interval ${low} to ${high}`,
    noInterval: 'one continuation has no interval',
    tells: {
      better: 'The change helps.',
      worse: 'The change harms.',
      nothing: 'No difference is shown: the interval contains 0. More continuations narrow it.',
      same: 'Every continuation was paid the same.',
    },
    means: (original: string, edited: string) => `mean return ${original} → ${edited}`,
    tally: (better: number, same: number, worse: number) => `${better} better, ${same} the same, ${worse} worse`,
    team: (version: string, backend: string) => `Played by the team ${version}${backend ? `, on ${backend}` : ''}`,
    figure: 'Returns with the change and without',
    figureNote: (name: string, project: string, iteration: number, episode: number) =>
      `${project}, iteration ${iteration}, episode ${episode}: ${name}`,
    figureFile: (iteration: number, episode: number) => `replay ${iteration} ${episode}`,
    original: 'without',
    edited: 'with the change',
    meansKey: 'means',
    summary: (count: number, original: string, edited: string) =>
      `${count} pairs of returns; on average ${original} without and ${edited} with the change`,
    continuation: 'Continuation',
    earlier: 'The continuation before',
    later: 'The next continuation',
    pair: (continuation: number, original: string, edited: string) => `Continuation ${continuation}: ${original} → ${edited}`,
    again: 'Edit this continuation',
    without: 'Without the change',
    with: 'With the change',
    fates: FATES,
    same: 'the same words',
    silent: 'nothing: the episode had ended',
    empty: '(empty)',
    cut: 'cut off',
    before: (count: number) => (count === 1 ? 'The message before stays as it was.' : `The ${count} messages before stay as they were.`),
    return: (reward: string) => `Return ${reward}`,
  },
});
