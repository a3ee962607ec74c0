/** Every kind of critic, head and level: its step against finite differences of the loss it reports, and executors against each other. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Engine, LocalEngine } from '../../../../src/engine/engine.ts';
import type { HostTensor } from '../../../../src/engine/contracts/executor.ts';
import type { CriticBatch } from '../../../../src/session/critics/critic.ts';
import { expectClose } from '../../support/compare.ts';
import { batchOf, criticOn, documentWith, gradientOf, MESSAGES, noise, scattered, tiny, VARIANTS } from '../../support/critics.ts';
import { createExecutor } from '../../support/executors.ts';

/** Small, because a step over the corner of a ReLU is no derivative. */
const EPSILON = 1e-4;
const BACKENDS = ['tfjs-cpu', 'wasm'] as const;
const engines = new Map<string, { engine: Engine; batch: CriticBatch }>();
beforeAll(async () => {
  for (const backend of BACKENDS) {
    const engine = new LocalEngine(await createExecutor(backend));
    engine.setParameters(tiny.weights);
    engines.set(backend, { engine, batch: await batchOf(engine, MESSAGES) });
  }
});
afterAll(() => {
  for (const { engine } of engines.values()) engine.dispose();
});

/** `parameters` moved by `by` along a fixed random direction, those that match only. */
const moved = (parameters: ReadonlyMap<string, HostTensor>, pattern: RegExp, by: number) =>
  new Map(
    [...parameters].map(([name, { shape, data }], index) => {
      const direction = noise(500 + index, data.length);
      return [name, { shape, data: pattern.test(name) ? data.map((value, i) => value + by * (direction[i] ?? 0)) : data }];
    }),
  );

describe.each(VARIANTS)('$kind, $head, by $level', ({ kind, head, level }) => {
  // Weighted, with both losses of Huber in use.
  const document = documentWith({ kind, head, level, coef: 2.5, huberDelta: 0.7 });
  const decisions = level === 'token' ? 12 : 4;
  const returns = noise(1, decisions);
  const oldValues = new Float32Array(decisions);
  const parts = kind === 'lora' ? [/lora_A$/, /lora_B$/, /\.(weight|bias)$/] : [/./];

  const stepOn = async (backend: string) => {
    const { engine, batch } = engines.get(backend) ?? engines.values().next().value!;
    const critic = criticOn(engine, document);
    const parameters = scattered(critic.parameters);
    const at = (theta: ReadonlyMap<string, HostTensor>) => gradientOf(critic, theta, batch, oldValues, returns);
    return { parameters, at, gradients: (await at(parameters)).gradients };
  };

  it.each(BACKENDS)('steps along the derivative of its loss on %s', async (backend) => {
    const { parameters, at, gradients } = await stepOn(backend);
    for (const part of parts) {
      const numeric =
        ((await at(moved(parameters, part, EPSILON))).loss - (await at(moved(parameters, part, -EPSILON))).loss) / (2 * EPSILON);
      let analytic = 0;
      [...gradients].forEach(([name, gradient], index) => {
        const direction = noise(500 + index, gradient.length);
        if (part.test(name)) gradient.forEach((slope, i) => (analytic += slope * (direction[i] ?? 0)));
      });
      expect(Math.abs(analytic), String(part)).toBeGreaterThan(1e-3);
      expect(Math.abs(2.5 * numeric - analytic), String(part)).toBeLessThan(0.01 * Math.abs(analytic) + 2e-3);
    }
  });

  it('has the same gradients on both executors', async () => {
    const [reference, kernels] = await Promise.all(BACKENDS.map(stepOn));
    for (const [name, gradient] of reference?.gradients ?? []) expectClose(kernels?.gradients.get(name) ?? [], gradient, 2e-5, name);
  });
});
