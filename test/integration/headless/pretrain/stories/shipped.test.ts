/** The base of stories as it ships: of the size that was asked for, made by its recipe, in the words of its corpus. */
import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { baseFolder, readFolder } from '../../../../../headless/kit/folders.ts';
import { madeFacts } from '../../../../../headless/pretrain/card.ts';
import { STORIES, stagesOf } from '../../../../../headless/pretrain/recipe.ts';
import { STORY_TEMPLATE } from '../../../../../headless/pretrain/stories/corpus.ts';
import { openModelFolder } from '../../../../../src/core/formats/models/hf.ts';
import { openSafetensors } from '../../../../../src/core/formats/safetensors.ts';

const folder = baseFolder('stories');
const { config, stored } = openModelFolder(readFolder(folder), 'stories');

it('has three to ten million parameters in at most 12 MB', () => {
  const parameters = [...stored.values()].reduce((sum, { shape }) => sum + shape.reduce((a, b) => a * b, 1), 0);
  expect(parameters).toBeGreaterThan(3e6);
  expect(parameters).toBeLessThan(1e7);
  expect(statSync(join(folder, 'model.safetensors')).size).toBeLessThan(12e6);
  const weights = readFileSync(join(folder, 'model.safetensors'));
  const forms = [...openSafetensors(weights, 'stories').values()].map(({ dtype }) => dtype);
  expect(new Set(forms)).toEqual(new Set([STORIES.ships]));
});

it('is what its recipe makes', () => {
  const { hiddenSize, intermediateSize, layers } = STORIES.config;
  expect(config).toMatchObject({ hiddenSize, intermediateSize, layers });
  const card = readFileSync(join(folder, 'README.md'), 'utf8');
  const made = madeFacts(card);
  expect(made?.stages).toHaveLength(stagesOf(STORIES).length);
  for (const [at, { tokens }] of stagesOf(STORIES).entries()) {
    expect(made?.stages[at]?.tokens).toBeGreaterThanOrEqual(tokens);
    expect(made?.stages[at]?.tokens).toBeLessThan(tokens + 1024);
  }
});

it('speaks in the chat template of its corpus', () => {
  const config = JSON.parse(readFileSync(join(folder, 'tokenizer_config.json'), 'utf8')) as Readonly<Record<string, unknown>>;
  expect(config['chat_template']).toBe(STORY_TEMPLATE);
});
