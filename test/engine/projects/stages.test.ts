/** A base that is made in stages: the later ones go on from what the earlier ones left, in one training or in two. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { ProgressLine } from '../../../headless/kit/console.ts';
import { type Recipe, STORIES } from '../../../headless/pretrain/recipe.ts';
import { inForm } from '../../../headless/pretrain/ship.ts';
import { storiesCorpus } from '../../../headless/pretrain/stories/corpus.ts';
import { NARROW, WIDE } from '../../../headless/pretrain/stories/courses.ts';
import { trainBase } from '../../../headless/pretrain/trainBase.ts';
import { LocalEngine } from '../../../src/engine/engine.ts';
import { plainLlama } from '../../../src/engine/model/plainLlama.ts';
import { createExecutor } from '../support/executors.ts';

const folder = mkdtempSync(join(tmpdir(), 'stages-'));
afterAll(() => rmSync(folder, { recursive: true }));

const training = { ...STORIES.training, batchRows: 2, warmupSteps: 1 };
const first = { corpus: { ...storiesCorpus(WIDE), tokenizerTexts: () => ['Ann has 6 boxes of nuts.'] }, tokens: 1200, training };
const second = { corpus: storiesCorpus(NARROW), tokens: 1000, training };
const config = plainLlama({ vocabularySize: 264, hiddenSize: 16, intermediateSize: 32, layers: 1 });
const inOne: Recipe = { ...STORIES, ...first, config, further: [] };
const inTwo: Recipe = { ...inOne, further: [second] };

it('a stage that is missing is trained on the form in which the base ships, and nothing else', async () => {
  const engine = new LocalEngine(await createExecutor('wasm'));
  const options = { seed: 3, backend: 'wasm', kept: join(folder, 'kept') };
  const line = new ProgressLine();
  const begun = await trainBase(inOne, options, engine, line);
  const whole = await trainBase(inTwo, options, engine, line);
  expect(begun.facts.stages).toEqual(whole.facts.stages.slice(0, 1));
  expect(whole.facts.stages).toHaveLength(2);
  for (const [at, { tokens }] of [first, second].entries()) expect(whole.facts.stages[at]?.tokens).toBeGreaterThanOrEqual(tokens);
  const shipped = { ...begun, weights: inForm(STORIES.ships, begun.weights) };
  const later = await trainBase(inTwo, options, engine, line, shipped);
  expect(later).toEqual(whole);
  expect(later.weights).not.toEqual(shipped.weights);
  expect(await trainBase(inTwo, options, engine, line, later)).toEqual(later);
  engine.dispose();
});
