/** The numbers that the tokens of a transcript can be coloured by. */
export const CHANNELS = [
  'advantage',
  'normalized',
  'tdError',
  'value',
  'return',
  'reward',
  'logprob',
  'ratio',
  'clipped',
  'kl',
  'entropy',
] as const;
export type Channel = (typeof CHANNELS)[number];

/** Where no other is chosen. */
export const USUAL_CHANNEL: Channel = 'advantage';
