/** Lesson 10 takes recorded episodes apart with the team that played them: whose term is large is what its words say. */
import { recordedEpisodes, recordedText } from '../../../headless/kit/run/recorded.ts';
import { afterEach, expect, it } from 'vitest';
import { openSession } from '../../../headless/kit/host.ts';
import { treeAdvantages } from '../../../src/core/counterfactual/calibration.ts';
import { parseDocument } from '../../../src/core/document/parse.ts';
import argument from '../../../src/lessons/argument/course.ts';
import { Lab } from '../../../src/session/run/lab.ts';
import { createSandbox } from '../../../src/session/sandbox/node.ts';
import type { TrainingSession } from '../../../src/session/run/session.ts';
import { DEFAULT_CRITIC_CHECK } from '../../../src/page/features/criticCheck/criticCheck.ts';

let session: TrainingSession | undefined;
let lab: Lab | undefined;
afterEach(() => {
  lab?.dispose();
  session?.dispose();
  session?.engine.dispose();
});

it('the lucky answer is the gardener’s term and the right call the desk’s; each adds up to the reward less the value at the start', async () => {
  const { iteration = 0, episode: number } = argument.steps.find(({ id }) => id === 'terms')!.at!;
  const document = parseDocument(recordedText('consult', 'project.json'));
  const recorded = recordedEpisodes('consult', iteration);
  const [lucky, right] = [number, 23].map((wanted) => recorded.find(({ episode }) => episode === wanted)!);
  ({ session } = await openSession(document, 'wasm', undefined, { workers: 1 }));
  lab = await Lab.open({ document, bases: session.groups.map(({ base }) => base), engine: session.engine, environment: createSandbox() });

  // Before the first update the bases alone had spoken.
  const question = { kind: 'values' as const, episodes: [lucky!, right!], rolls: DEFAULT_CRITIC_CHECK.rolls };
  const trees = await lab.answer(question, 0, { 0: {} });
  const [ofLucky, ofRight] = [lucky!, right!].map((episode, index) => treeAdvantages(episode, trees[index]!));
  for (const [terms, tree] of [ofLucky!, ofRight!].map((one, index) => [one, trees[index]!] as const)) {
    const sum = terms.reduce((total, { advantage }) => total + advantage, 0);
    expect(sum).toBeCloseTo(1 - tree[0]!.value, 12);
  }
  expect(ofLucky![1]!.interval!.low, 'its guess won it').toBeGreaterThan(0.5);
  expect(ofLucky![0]!.advantage, 'the call to the wrong one raised nothing').toBeLessThanOrEqual(0);
  expect(ofRight![0]!.interval!.low, 'the call to the right one won it').toBeGreaterThan(0.5);
  expect(ofRight![1]!.advantage, 'its answer was to be expected').toBeCloseTo(0, 12);
  expect([ofLucky![2]!.advantage, ofRight![2]!.advantage], 'there was nothing left for the last message').toEqual([0, 0]);
});
