/** The project for a real model trains on whatever stands in its place: here a tiny base, on rows of a file and on the sample. */
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { chooseProject } from '../../../headless/kit/project.ts';
import { shippedFiles } from '../../../headless/kit/bases.ts';
import { guessColumns } from '../../../src/core/dataset/columns.ts';
import { parseDataFile } from '../../../src/core/dataset/parse.ts';
import { datasetSchema } from '../../../src/core/document/schema.ts';
import { LocalEngine } from '../../../src/engine/engine.ts';
import { TrainingSession } from '../../../src/session/run/session.ts';
import { loadBase } from '../../../src/session/team/base.ts';
import { createSandbox } from '../../../src/session/sandbox/node.ts';
import { long } from '../../support/long.ts';
import { createExecutor } from '../support/executors.ts';
import { keepSessions } from '../support/sessions.ts';

const kept = keepSessions();
const name = 'gsm8k-part.jsonl';
const file = parseDataFile(new Uint8Array(readFileSync(new URL(`../../golden/datasets/${name}`, import.meta.url))), name);
const dataset = datasetSchema.parse({ name, digest: 'a'.repeat(64), rows: file.rows.length, columns: guessColumns(file) });

it.for([
  ['rows of a file', dataset],
  ['the sample', null],
] as const)('gsm8k-duo trains on %s', async ([, attached], context) => {
  if (!attached) long(context);
  const shipped = chooseProject({ preset: 'gsm8k-duo', iterations: 1 });
  const agents = shipped.team.agents.map((agent) => ({ ...agent, sampling: { ...agent.sampling, maxNewTokens: 8 } }));
  const document = { ...shipped, team: { ...shipped.team, agents }, environment: { ...shipped.environment, dataset: attached } };
  const base = loadBase(document.team.base, shippedFiles('micro'), document.team.weights);
  const engine = new LocalEngine(await createExecutor('wasm'));
  const rows = attached ? file.rows : undefined;
  const session = kept(
    await TrainingSession.create({ document, bases: [base], engine, environment: createSandbox(), ...(rows && { rows }) }),
  );
  const { metrics, episodes } = await session.iterate();
  expect(episodes).toHaveLength(16);
  // Two problems, eight answers to each.
  expect(new Set(episodes.map(({ problem }) => problem)).size).toBe(2);
  expect(episodes.every(({ messages }) => messages.map(({ role }) => role).join() === 'planner,solver')).toBe(true);
  expect(metrics['reward/mean']).toBeGreaterThanOrEqual(0);
});
