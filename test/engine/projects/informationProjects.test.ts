/** The shipped projects about who knows what learn on wasm, and the relay tells one way of giving credit from another. */
import { long } from '../../support/long.ts';
import { afterEach, describe, expect, it } from 'vitest';
import { openSession } from '../../../headless/kit/host.ts';
import { chooseProject } from '../../../headless/kit/project.ts';
import type { PresetName } from '../../../src/core/document/presets/presets.ts';
import type { ProjectDocument } from '../../../src/core/document/schema.ts';
import type { EpisodeRecord } from '../../../src/core/episode/records.ts';
import type { TrainingSession } from '../../../src/session/run/session.ts';

let session: TrainingSession | undefined;
afterEach(() => {
  session?.dispose();
  session?.engine.dispose();
});

const mean = (values: readonly number[]) => values.reduce((a, b) => a + b, 0) / values.length;

async function trained(preset: PresetName, iterations: number, training: Partial<ProjectDocument['training']> = {}) {
  const project = chooseProject({ preset, seed: 1 });
  const document = { ...project, training: { ...project.training, evaluateEvery: 0, ...training } };
  ({ session } = await openSession(document, 'wasm', undefined, { workers: 1 }));
  const rewards: number[] = [];
  const episodes: EpisodeRecord[] = [];
  for (let i = 0; i < iterations; i += 1) {
    const result = await session.iterate();
    rewards.push(result.metrics['reward/mean'] ?? 0);
    episodes.push(...result.episodes);
  }
  return { rewards, episodes };
}

it.for<[PresetName, iterations: number, gain: number]>([
  ['signalling', 15, 0.2],
  ['relay', 12, 0.2],
  ['consult', 8, 0.2],
  ['memory', 16, 0.2],
  ['flow', 12, 0.2],
  ['debate', 18, 0.2],
  ['editor', 8, 0.2],
  ['quartet', 20, 0.2],
  ['octet', 14, 0.2],
])('%s: %d iterations of 32 episodes bring more than %d', async ([preset, iterations, gain], context) => {
  long(context);
  const { rewards } = await trained(preset, iterations, { episodes: 32 });
  expect(mean(rewards.slice(-3)) - mean(rewards.slice(0, 2))).toBeGreaterThan(gain);
});

describe('a relay lost by the second runner alone', () => {
  /** Mean advantage of each runner's message in such relays. */
  async function blame(training: Partial<ProjectDocument['training']>): Promise<number[]> {
    const { episodes } = await trained('relay', 3, training);
    const lost = episodes.filter(
      ({ skills }) => skills?.['first right'] === 1 && skills['second right'] === 0 && skills['third right'] === 1,
    );
    expect(lost.length).toBeGreaterThan(20);
    return [0, 1, 2].map((index) => mean(lost.map(({ messages }) => mean(messages[index]?.advantages ?? []))));
  }

  it('is blamed on all alike by credit to the team', async () => {
    const [first = 0, second = 0, third = 0] = await blame({});
    for (const innocent of [first, third]) expect(innocent / second).toBeGreaterThan(0.5);
  });

  it('is blamed on the second runner by the truth', async () => {
    const { credit } = chooseProject({ preset: 'relay' }).training;
    const [first = 0, second = 0, third = 0] = await blame({ credit: { ...credit, strategy: 'per_step' }, gamma: 0 });
    expect(second).toBeLessThan(-0.2);
    for (const innocent of [first, third]) expect(innocent).toBeGreaterThan(-0.05);
  });
});
