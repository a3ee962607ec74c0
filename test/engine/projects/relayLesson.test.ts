/** Lesson 9 plays on from an episode that is recorded, with the team that played it: what it then finds out is what its words say. */
import { recordedEpisodes, recordedFiles, recordedText } from '../../../headless/kit/run/recorded.ts';
import { afterEach, expect, it } from 'vitest';
import { openSession } from '../../../headless/kit/host.ts';
import { spokeAfter } from '../../../src/core/counterfactual/branches.ts';
import { treeAdvantages } from '../../../src/core/counterfactual/calibration.ts';
import { parseDocument } from '../../../src/core/document/parse.ts';
import { unzipFiles } from '../../../src/core/formats/archive.ts';
import { RUN_PATHS } from '../../../src/core/formats/runs/rundir.ts';
import counterfactuals from '../../../src/lessons/counterfactuals/course.ts';
import { Lab } from '../../../src/session/run/lab.ts';
import { createSandbox } from '../../../src/session/sandbox/node.ts';
import type { TrainingSession } from '../../../src/session/run/session.ts';
import { DEFAULT_CRITIC_CHECK } from '../../../src/page/features/criticCheck/criticCheck.ts';

const files = recordedFiles('relay');

let session: TrainingSession | undefined;
let lab: Lab | undefined;
afterEach(() => {
  lab?.dispose();
  session?.dispose();
  session?.engine.dispose();
});

it('the lost relay of iteration 10 is lost with the second runner’s message, for the team that played it', async () => {
  const { iteration = 0, episode: number } = counterfactuals.steps.find(({ id }) => id === 'tree')!.at!;
  const document = parseDocument(recordedText('relay', 'project.json'));
  const episode = recordedEpisodes('relay', iteration).find((record) => record.episode === number)!;
  const team = spokeAfter(iteration, document.training.lag);
  const adapters = unzipFiles(files[RUN_PATHS.adapters(team)]!, undefined, 'adapters');
  ({ session } = await openSession(document, 'wasm', undefined, { workers: 1 }));
  lab = await Lab.open({ document, bases: session.groups.map(({ base }) => base), engine: session.engine, environment: createSandbox() });

  const asked = { [team]: adapters };
  const tree = await lab.answer({ kind: 'values', episodes: [episode], rolls: DEFAULT_CRITIC_CHECK.rolls }, team, asked);
  const [first, second, third] = treeAdvantages(episode, tree[0]!);
  expect(second!.interval!.high, 'what was lost was lost here').toBeLessThan(-0.4);
  expect([first!.advantage, third!.advantage], 'and nowhere else').toEqual([0, 0]);

  const mended = { kind: 'message', message: 1, text: '9' } as const;
  const { difference, interval } = await lab.answer({ kind: 'replay', episode, change: mended, rolls: 16 }, team, asked);
  expect(difference).toBeGreaterThan(0.9);
  expect(interval!.low).toBeGreaterThan(0.5);
});
