/** Values by playing on, for training: of the states they are of, by continuations nobody else draws. */
import { describe, expect, it } from 'vitest';
import { DOCUMENT_VERSION, documentSchema } from '../../../../src/core/document/schema.ts';
import { uniformAt } from '../../../../src/core/random/streams.ts';
import type { GenerationJob } from '../../../../src/engine/generate/jobs.ts';
import { loadBase } from '../../../../src/session/team/base.ts';
import { freshBranches, replay, said } from '../../../../src/session/counterfactual/replay.ts';
import { type EpisodePlan, rollOut, type RolloutContext } from '../../../../src/session/play/rollout.ts';
import { createSandbox } from '../../../../src/session/sandbox/node.ts';
import { growTrees, TREE_BRANCH } from '../../../../src/session/counterfactual/tree.ts';
import { baseFolder, readFolder } from '../../../../headless/kit/folders.ts';

/** Two turns; the world throws a coin in each, and pays each role for a large digit. */
const SOURCE = `
import { type Environment } from 'marft/env';
interface State { turn: number; coin: number }
export default {
  name: 'digits', description: '',
  reset() { return { state: { turn: 0, coin: 0 }, observation: 'go' }; },
  step({ state, messages, random }) {
    const coin = random() < 0.5 ? 0 : 1;
    const of = (role: string) => Number(messages.filter((m) => m.role === role).at(-1)?.text ?? 0) / 10;
    return { state: { turn: state.turn + 1, coin }, observation: 'coin ' + coin, reward: { a: of('a') + coin, b: of('b') }, terminated: state.turn === 1, truncated: false };
  },
} satisfies Environment<State>;`;

const micro = loadBase('micro', readFolder(baseFolder('micro')));
const { promptTokens } = micro.tokenizer;
let asked: string[] = [];
const generator = {
  submit: async ({ key }: GenerationJob) => {
    asked.push(key.join());
    const text = String(Math.floor(uniformAt(key, 0) * 10));
    const responseIds = [...promptTokens.encode(text), promptTokens.end];
    return { responseIds, logprobs: responseIds.map(() => -1), entropies: responseIds.map(() => 1), finishReason: 'stop' as const };
  },
  use: async () => ({}) as never,
  dispose: () => {},
};

async function stage(): Promise<RolloutContext> {
  const agents = ['a', 'b'].map((role) => ({ role, prompt: 'Say a digit.', sampling: { maxNewTokens: 4 } }));
  const document = documentSchema.parse({
    version: DOCUMENT_VERSION,
    name: 'digits',
    team: { base: 'micro', agents, edges: [{ from: 'a', to: 'b' }] },
    environment: { source: SOURCE },
    training: { horizon: 2, seed: 5 },
  });
  const environment = createSandbox();
  await environment.load(SOURCE);
  const voice = { base: micro, generator, slot: 0, version: 0 };
  return { document, voices: [voice, voice], environment };
}

const plans = Array.from(
  { length: 3 },
  (_, episode): EpisodePlan => ({ iteration: 2, episode, split: 'train', problemIndex: episode, group: episode }),
);

describe('growing trees', () => {
  it('leaves at every message, by role, the mean over the continuations of just that state', async () => {
    const context = await stage();
    const episodes = await rollOut(context, plans);
    const before = episodes.map((episode) => episode.record());
    await growTrees(context, plans, episodes, 3);
    const seen = new Set<number>();
    for (const [index, episode] of episodes.entries()) {
      const record = episode.record();
      // Nothing else of the record has changed.
      expect({ ...record, messages: record.messages.map(({ tree_values: _, ...message }) => message) }).toEqual(before[index]);
      for (const [message, { tree_values: values }] of record.messages.entries()) {
        const again = await replay(
          context,
          record,
          record.messages.slice(0, message).map(said),
          [0, 1, 2].map((k) => TREE_BRANCH + k),
        );
        for (const role of ['a', 'b']) {
          const mean = again.reduce((sum, { rewards }) => sum + (rewards[role] ?? Number.NaN), 0) / 3;
          expect(values?.[role]).toBeCloseTo(mean, 12);
          seen.add(mean);
        }
      }
    }
    expect(seen.size).toBeGreaterThan(12);
  });

  it('says of an episode only what was still to be said, with numbers no question draws', async () => {
    const context = await stage();
    asked = [];
    const [episode] = await rollOut(context, plans.slice(0, 1));
    const played = asked;
    asked = [];
    await growTrees(context, plans.slice(0, 1), [episode!], 2);
    const trained = asked;
    // Four messages: 4 + 3 + 2 + 1, twice.
    expect(trained).toHaveLength(20);
    asked = [];
    await replay(context, episode!.record(), [], freshBranches(16));
    const questions = new Set([...asked, ...played]);
    expect(trained.filter((key) => questions.has(key))).toEqual([]);
    expect(Math.max(...freshBranches(256))).toBeLessThan(TREE_BRANCH);
  });
});
