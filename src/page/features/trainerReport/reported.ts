/** The shares of a report in the order in which they are told. */
export const REPORTED = [
  'masked',
  'unpushed',
  'untrained',
  'maskedPushes',
  'otherSign',
  'outsideClip',
  'constant',
  'withoutSpread',
  'centred',
  'scaled',
  'impossible',
] as const;

/** Those counted over groups of episodes; all others are over tokens, or messages by their tokens. */
export const OF_GROUPS: readonly (typeof REPORTED)[number][] = ['withoutSpread', 'centred', 'scaled'];
