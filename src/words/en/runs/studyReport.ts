/** Texts of what the terminal prints of a study. */

const percent = (share: number): string => `${(100 * share).toFixed(0)} %`;

export const studyReportText = {
  head: (study: string, participants: number) => `Study ${study}: ${participants} participants.`,
  groups: 'Who took part',
  group: (
    condition: string,
    began: number,
    { taken, quick, sitting }: { readonly taken: number; readonly quick: number; readonly sitting: number },
    left: number,
  ) =>
    `${condition}: ${began} began; left out ${taken + quick + sitting} (knew the lesson ${taken}, clicked through ${quick}, more than a day ${sitting}); ${left} left before the end of the second test.`,
  scores: (items: number) => `Right answers of ${items}, mean with 95 % interval`,
  tests: { pre: 'pre-test', post: 'post-test', delayed: 'delayed' },
  primary: 'Primary comparison: post-test, adjusted for pre-test and order of the forms',
  described: 'Described, not tested',
  delayed: (count: number) => `Delayed test, adjusted likewise; ${count} came back in time`,
  effect: (of: string, than: string, estimate: string, low: string, high: string, standardised: string) =>
    `${of} less ${than}: ${estimate} items [${low}, ${high}], ${standardised} SD`,
  apart: 'told apart from 0',
  alike: 'not told apart from 0: the interval holds it',
  tooFew: 'too few participants to say',
  learning: 'Between the tests, mean a participant',
  measures: {
    time: 'minutes in sight',
    steps: 'steps seen',
    backSteps: 'steps back',
    wrongChecks: 'wrong answers',
    hints: 'hints',
    assisted: 'done for them',
    recorded: 'seen in the recording',
    predicted: 'share of predictions that came true',
  },
  forms: 'Items by form and test: difficulty (share right), discrimination (correlation with the other items)',
  form: (form: string, test: string, count: number, reliability: string) => `form ${form} as ${test}, n = ${count}, KR-20 ${reliability}`,
  none: 'unknown',
  wrote: (files: number, folder: string) => `Wrote ${files} files to ${folder}.`,
  power: (participants: number, simulations: number, seed: number) =>
    `${participants} participants who begin, ${simulations} simulated studies a row, seed ${seed}:`,
  powerRow: (effect: string, standardised: string, power: number, low: number, high: number, coverage: number) =>
    `| ${effect} | ${standardised} | ${percent(power)} [${percent(low)}, ${percent(high)}] | ${percent(coverage)} |`,
  powerHead: '| lesson less text, items | in SD | told apart | intervals that hold it |\n|---|---|---|---|',
};
