/**
 * Which of the long tests a run takes. `npm test` takes a sample of them, drawn by a fixed seed, so that the same commit runs the
 * same tests; `npm run test:all` takes every one. What is long stands beside the test: the tag {@link LONG} of an end-to-end
 * test, {@link inSample} of another.
 */

/** Tag of an end-to-end test that only the sample or `npm run test:all` runs. */
export const LONG = '@long';

/** One long test in so many is in the sample. */
const ONE_IN = 12;

/** The usual sample: end to end it has tests of all eight folders, the main job by keyboard among them. */
const SEED = '20117';

/** `MARFT_SAMPLE`: `all` long tests, or the seed of another sample. In Chromium there is no environment: tests there are given it. */
export const chosenSample = (typeof process === 'undefined' ? undefined : process.env['MARFT_SAMPLE']) ?? SEED;

/** Whether this run takes the long test of that name; of tests in a row that hardly differ one in `rarer` times as many. */
export function inSample(name: string, seed = chosenSample, rarer = 1): boolean {
  return seed === 'all' || hash(`${seed} ${name}`) % (ONE_IN * rarer) === 0;
}

/** What the sample is, for the end of a run. */
export const sampleText = (): string =>
  chosenSample === 'all'
    ? 'All long tests were taken.'
    : `Of the long tests a sample was taken, drawn by seed ${chosenSample}; the others were skipped. \`npm run test:all\` takes all.`;

/** FNV-1a over UTF-16 units, its bits mixed once more, since the lowest two alone are read. */
function hash(text: string): number {
  let value = 0x811c9dc5;
  for (let index = 0; index < text.length; index += 1) value = Math.imul(value ^ text.charCodeAt(index), 0x01000193);
  value = Math.imul(value ^ (value >>> 16), 0x45d9f3b);
  return (value ^ (value >>> 16)) >>> 0;
}
