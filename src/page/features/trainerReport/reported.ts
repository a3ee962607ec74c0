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
