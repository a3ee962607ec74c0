/** The numbers that the tokens of a transcript can be coloured by. */
export const CHANNELS = [
  'normalized',
  'advantage',
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

/** Where no other is chosen: what trained a token. Its raw advantage may have the other sign. */
export const USUAL_CHANNEL: Channel = 'normalized';
