/** What lesson 5 says of an adapter's size is what the shipped base's shapes give, and what such an adapter really holds. */
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { adapterParameters, modelParameters, parseModelConfig } from '../../../src/core/formats/models/model-config.ts';
import { LORA_TARGETS } from '../../../src/core/document/schema.ts';
import { initialAdapter } from '../../../src/engine/model/adapters.ts';
import course, { MICRO } from '../../../src/lessons/lora-per-agent/course.ts';

const text = (path: string): string => readFileSync(new URL(`../../../${path}`, import.meta.url), 'utf8');
const config = parseModelConfig(JSON.parse(text('public/models/micro/config.json')));

test('the lesson reckons with the shape of the shipped base', () => {
  expect(config).toMatchObject(MICRO);
});

test.each([
  { rank: 8, targets: LORA_TARGETS },
  { rank: 2, targets: LORA_TARGETS },
  { rank: 3, targets: ['q_proj', 'v_proj'] as const },
  { rank: 5, targets: ['down_proj'] as const },
])('an adapter of rank $rank on $targets holds as many weights as are counted', ({ rank, targets }) => {
  const made = initialAdapter(config, 'any', { rank, alpha: 2 * rank, targets: [...targets] }, 1, 0);
  const held = [...made.values()].reduce((sum, { data }) => sum + data.length, 0);
  expect(adapterParameters(config, { rank, targets })).toBe(held);
});

test('a model’s weights are those of its file: four bytes each, beside the header', () => {
  const file = readFileSync(new URL('../../../public/models/micro/model.safetensors', import.meta.url));
  const header = 8 + Number(file.readBigUInt64LE(0));
  expect([2, 4].map((bytes) => bytes * modelParameters(config))).toContain(file.length - header);
});

test.each(['en', 'zh'])('the numbers in the words are those (%s)', (language) => {
  const words = text(`src/lessons/lora-per-agent/${language}.md`);
  const whole = adapterParameters(MICRO, { rank: 8, targets: LORA_TARGETS });
  const step = course.steps.find(({ id }) => id === 'count');
  const asked = step?.kind === 'check' && 'numbers' in step ? step.numbers.map(({ value }) => value) : [];
  expect(asked).toEqual([1024, 4736]);
  for (const number of [whole, ...asked, 64 * 64, 2 * 8 * 4096, 4096 * 4096]) expect(words).toContain(number.toLocaleString('en'));
  expect(words, 'its file').toContain(`${Math.round((4 * whole) / 1000)} kB`);
});
