/** The norm of all adapters' gradients together, against torch.optim.AdamW behind torch.nn.utils.clip_grad_norm_ (`make_joint_norm.py`). */
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import type { HostTensor } from '../../../../src/core/formats/safetensors.ts';
import { LocalAdapter, stepTogether } from '../../../../src/session/policy/localAdapter.ts';
import { microProject, openTeam } from '../../support/team.ts';

type Numbers = Readonly<Record<string, Readonly<Record<string, readonly number[]>>>>;

const golden = JSON.parse(readFileSync(new URL('../../../golden/joint-norm.json', import.meta.url), 'utf8')) as {
  readonly shapes: Numbers;
  readonly settings: Record<'learningRate' | 'maxGradNorm' | 'beta1' | 'beta2' | 'epsilon' | 'weightDecay', number>;
  readonly start: Numbers;
  readonly steps: readonly { readonly gradients: Numbers; readonly norm: number; readonly after: Numbers }[];
};

/** Each step's own norms, and how far the numbers are from PyTorch's at most, over all steps. */
async function stepped(gradNormOver: 'adapter' | 'all') {
  const { learningRate, maxGradNorm, ...optimizer } = golden.settings;
  const session = await openTeam(microProject({ learningRate, maxGradNorm, gradNormOver, optimizer }));
  const adapters = session.groups.flatMap((group) => group.adapters);
  if (!adapters.every((adapter) => adapter instanceof LocalAdapter)) throw new Error('the team is trained elsewhere');
  const roles = Object.keys(golden.start);
  expect(adapters.map((adapter) => adapter.agents)).toEqual([[0], [1]]);
  for (const [index, role] of roles.entries()) {
    const tensors = Object.entries(golden.start[role]!).map(([name, data]): [string, HostTensor] => [
      name,
      { shape: [...golden.shapes[role]![name]!], data: Float32Array.from(data) },
    ]);
    adapters[index]!.parameters = new Map(tensors);
  }
  const norms: number[] = [];
  let furthest = 0;
  for (const { gradients, after } of golden.steps) {
    const steps = adapters.map((adapter, index) => ({
      adapter,
      gradients: new Map(Object.entries(gradients[roles[index]!]!).map(([name, data]) => [name, Float32Array.from(data)])),
    }));
    // No part of the tensors of a made-up shape is the engine's to speak with.
    for (const adapter of adapters) adapter.replace = (parameters) => void (adapter.parameters = parameters);
    norms.push(Math.hypot(...(await stepTogether(session.engine, steps, 1))));
    for (const [index, role] of roles.entries())
      for (const [name, wanted] of Object.entries(after[role]!))
        wanted.forEach((value, at) => {
          furthest = Math.max(furthest, Math.abs(value - adapters[index]!.parameters.get(name)!.data[at]!));
        });
  }
  return { norms, furthest };
}

it('limits all adapters’ gradients as one, as PyTorch does, which each alone is not', async () => {
  const { norms, furthest } = await stepped('all');
  for (const [step, { norm }] of golden.steps.entries()) expect(norms[step]).toBeCloseTo(norm, 5);
  expect(furthest).toBeLessThan(1e-6);
  expect((await stepped('adapter')).furthest).toBeGreaterThan(1e-4);
});
