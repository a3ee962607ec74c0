/** Sentences of the engine that differ by what was found. */
import { expect, it } from 'vitest';
import { fault } from '../../../../../src/core/faults.ts';
import { engineFaults } from '../../../../../src/words/words.ts';

it.each([
  [{ found: 'logit' }, 'a logit of the model'],
  [{ found: 'critic_gradient' }, 'the gradient of the critic'],
  [{ found: 'gradient', step: 3 }, 'the gradient of step 3'],
  [{ found: 'metric', name: 'loss/policy' }, 'the metric loss/policy'],
] as const)('a training that diverged: %j', (params, what) => {
  expect(fault(engineFaults, 'E_DIVERGED', params).message).toBe(`Training diverged: ${what} is not a finite number.`);
});

it.each([
  [{ found: 'failed', said: 'Error: no' }, 'A worker of the engine failed: Error: no.', undefined],
  [{ found: 'stopped', said: 'it ended' }, 'A worker of the engine stopped: it ended.', /^Continue from/],
  [{ found: 'closed' }, 'A worker of the engine stopped: it was closed.', /^Continue from/],
] as const)('a worker that is gone: %j', (params, sentence, advice) => {
  const { message, hint } = fault(engineFaults, 'E_WORKER', params);
  expect(message).toBe(sentence);
  if (advice) expect(hint).toMatch(advice);
  else expect(hint).toBeUndefined();
});

it.each([
  ['wasm', 'no_simd', 'The backend wasm could not start: this host has no WebAssembly SIMD.'],
  ['tfjs-webgpu', 'no_adapter', 'This browser offers no WebGPU adapter, so the backend tfjs-webgpu cannot start.'],
  ['tfjs-webgl', 'refused', 'The backend tfjs-webgl could not start here.'],
] as const)('the backend %s, %s', (backend, found, sentence) => {
  expect(fault(engineFaults, 'E_BACKEND', { backend, found }).message).toBe(sentence);
});

it('says memory in whole MiB', () => {
  const { message } = fault(engineFaults, 'E_MEMORY', { bytes: 3 * 2 ** 30 + 1 });
  expect(message).toBe('This needs 3073 MiB of memory, more than WebAssembly can get here.');
});

it('names fewer workers where memory ran out among several', () => {
  expect(fault(engineFaults, 'E_MEMORY', { bytes: 1 }).hint).not.toMatch(/workers/);
  expect(fault(engineFaults, 'E_MEMORY', { bytes: 1, workers: 3 }).hint).toMatch(/fewer workers than 3 \(--workers/);
});
