/**
 * A model's folder as it is: its template makes the ids that `apply_chat_template` makes, its weights the log-probabilities and the
 * likeliest tokens that transformers computes (test/golden/makers/make_model_dir.py), and it answers. Of the tiny folder in test/golden always; of
 * a real one where `MODEL_DIR` names it: what transformers says of it is compared where an `expected.json` lies in it.
 */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { basesFrom } from '../../../headless/kit/bases.ts';
import { BACKEND_FILES } from '../../../headless/kit/host.ts';
import { composePrompt } from '../../../src/core/team/compose.ts';
import { endsOf } from '../../../src/core/tokenizer/promptTokens.ts';
import { WEIGHT_FORMS } from '../../../src/core/weights/packed.ts';
import type { Engine } from '../../../src/engine/engine.ts';
import type { GenerationService } from '../../../src/engine/generate/jobs.ts';
import { scoreSequences } from '../../../src/engine/train/score.ts';
import { startEngine } from '../../../src/session/team/backend.ts';
import { type BaseModel, openBase } from '../../../src/session/team/base.ts';

interface Case {
  readonly profile: string;
  readonly observation: string;
  readonly ids: readonly number[];
  readonly answer: readonly number[];
  readonly logprobs: readonly number[];
  readonly greedy: readonly number[];
}

const tiny = join(import.meta.dirname, '../../golden/model-dir');
const given = process.env['MODEL_DIR'];
/** How the weights are held; packed ones are not held against transformers' numbers. */
const form = WEIGHT_FORMS.find((name) => name === process.env['MODEL_WEIGHTS']) ?? 'f32';

/** Prompts that any chat model takes. */
const CORPUS = [
  { profile: 'You are the solver of a team.', observation: 'What is 7*6?' },
  { profile: '', observation: 'Say a number.' },
];

describe.each([['the tiny one', tiny] as const, ...(given ? [[given, given] as const] : [])])('a folder: %s', (_, folder) => {
  const path = join(folder, 'expected.json');
  const expected = existsSync(path) ? (JSON.parse(readFileSync(path, 'utf8')) as { cases: readonly Case[] }).cases : null;
  let base: BaseModel;
  let engine: Engine;
  let generator: GenerationService;
  let ends: readonly number[] = [];
  const promptOf = (one: { readonly profile: string; readonly observation: string }): readonly number[] =>
    composePrompt({
      tokens: base.tokenizer.tokensFor('model'),
      agent: { role: 'solver', prompt: one.profile },
      turns: [{ observation: one.observation, messages: [] }],
    }).ids;
  const answerTo = (promptIds: readonly number[], maxNewTokens: number) =>
    generator.submit({ promptIds, slot: -1, rule: { temperature: 1, topK: 0, topP: 1, greedy: true }, maxNewTokens, key: [1, 2] });

  beforeAll(async () => {
    const files = basesFrom([`mine=${folder}`])('mine', ['mine']);
    base = openBase('mine', files, folder === tiny ? 'f32' : form).read();
    ({ engine } = await startEngine('wasm', BACKEND_FILES, { weights: base.form }));
    engine.setParameters(base.weights, true);
    ends = endsOf(base.tokenizer.tokensFor('model'));
    generator = engine.openGenerator(base.config, [], ends);
  });
  afterAll(() => engine.dispose());

  it('lays its prompts out by its chat template, and answers them', async () => {
    for (const one of CORPUS) {
      const promptIds = promptOf(one);
      const text = base.tokenizer.decode(promptIds);
      for (const words of Object.values(one)) expect(text).toContain(words);
      const { responseIds, logprobs, finishReason } = await answerTo(promptIds, 12);
      expect(responseIds.length).toBeGreaterThan(0);
      expect(responseIds.every((id) => id >= 0 && id < base.config.vocabularySize)).toBe(true);
      expect(logprobs.every((value) => Number.isFinite(value) && value <= 0)).toBe(true);
      expect(ends.includes(responseIds.at(-1)!)).toBe(finishReason === 'stop');
      expect(typeof base.tokenizer.decode(responseIds)).toBe('string');
    }
  });

  it.skipIf(!expected)('makes the ids of apply_chat_template', () => {
    for (const one of expected ?? []) expect(promptOf(one), one.observation).toEqual(one.ids);
  });

  it.skipIf(!expected || (folder !== tiny && form !== 'f32'))(
    'gives the log-probabilities and likeliest tokens of transformers',
    async () => {
      for (const one of expected ?? []) {
        const ids = [...one.ids, ...one.answer];
        const { logprobs } = await scoreSequences(engine, base.config, [], [{ ids, first: one.ids.length, slot: -1, temperature: 1 }]);
        one.logprobs.forEach((wanted, token) => expect(Math.abs(logprobs[token]! - wanted), `token ${token}`).toBeLessThan(1e-4));
        const { responseIds } = await answerTo(one.ids, one.greedy.length);
        // Up to where the model ends its message, which transformers was not asked to heed.
        expect(responseIds).toEqual(one.greedy.slice(0, responseIds.length));
        expect(responseIds.length === one.greedy.length || ends.includes(responseIds.at(-1)!)).toBe(true);
      }
    },
  );
});
