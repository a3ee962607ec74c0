/** Other messages in the place of each: by whom, with whose random numbers, and what they are worth. */
import { describe, expect, it } from 'vitest';
import { DOCUMENT_VERSION, documentSchema } from '../../../../src/core/document/schema.ts';
import { uniformAt } from '../../../../src/core/random/streams.ts';
import type { GenerationJob } from '../../../../src/engine/generate/jobs.ts';
import { alternatives } from '../../../../src/session/counterfactual/alternatives.ts';
import { TREE_BRANCH } from '../../../../src/session/counterfactual/tree.ts';
import { type EpisodePlan, rollOut, type RolloutContext } from '../../../../src/session/play/rollout.ts';
import { createSandbox } from '../../../../src/session/sandbox/node.ts';
import { loadBase } from '../../../../src/session/team/base.ts';
import { baseFolder, readFolder } from '../../../../headless/kit/folders.ts';

/** One turn: `b` reads `a`, `c` reads nobody; the world throws a coin, and pays each role by its digit, 7 for silence, times ten and by `a`'s. */
const SOURCE = `
import { type Environment } from 'marft/env';
export default {
  name: 'digits', description: '',
  reset() { return { state: {}, observation: 'go' }; },
  step({ messages, random }) {
    const coin = random() < 0.5 ? 0 : 1;
    const of = (role: string) => { const text = messages.find((m) => m.role === role)?.text ?? ''; return text === '' ? 7 : Number(text); };
    return { state: {}, observation: '', reward: { a: of('a') + coin, b: 10 * of('a') + of('b') + coin, c: of('c') }, terminated: true, truncated: false };
  },
} satisfies Environment<object>;`;

const micro = loadBase('micro', readFolder(baseFolder('micro')));
const { promptTokens } = micro.tokenizer;
let asked: { readonly key: string; readonly prompt: string; readonly text: string }[] = [];
const generator = {
  submit: async ({ key, promptIds }: GenerationJob) => {
    const text = String(Math.floor(uniformAt(key, 0) * 10));
    asked.push({ key: key.join(), prompt: promptIds.join(), text });
    const responseIds = [...promptTokens.encode(text), promptTokens.end];
    return { responseIds, logprobs: responseIds.map(() => -1), entropies: responseIds.map(() => 1), finishReason: 'stop' as const };
  },
  use: async () => ({}) as never,
  dispose: () => {},
};

async function stage(): Promise<RolloutContext> {
  const agents = ['a', 'b', 'c'].map((role) => ({ role, prompt: 'Say a digit.', sampling: { maxNewTokens: 4 } }));
  const document = documentSchema.parse({
    version: DOCUMENT_VERSION,
    name: 'digits',
    team: { base: 'micro', agents, edges: [{ from: 'a', to: 'b' }] },
    environment: { source: SOURCE },
    training: { seed: 5 },
  });
  const environment = createSandbox();
  await environment.load(SOURCE);
  const voice = { base: micro, generator, slot: 0, version: 0 };
  return { document, voices: [voice, voice, voice], environment };
}

const plans = Array.from(
  { length: 4 },
  (_, episode): EpisodePlan => ({ iteration: 2, episode, split: 'train', problemIndex: episode, group: episode }),
);
const C3 = { algorithm: 'c3', alternatives: 3, continuations: 1 } as const;

async function played(context: RolloutContext) {
  return (await rollOut(context, plans)).map((episode) => episode.record());
}

describe('alternatives', () => {
  it('are said to the very prompt of the message, by numbers of their own, and change only what hears them', async () => {
    const context = await stage();
    asked = [];
    const records = await played(context);
    const original = new Set(asked.map(({ key }) => key));
    asked = [];
    const found = await alternatives(context, records, C3);
    const fresh = asked.filter(({ key }) => !original.has(key));
    // Three others of three messages in four episodes; whatever else was said drew the recording's numbers.
    expect(fresh).toHaveLength(36);
    const prompts = new Set(records.flatMap(({ messages }) => messages.map(({ prompt_ids: ids }) => ids.join())));
    expect(fresh.every(({ prompt }) => prompts.has(prompt))).toBe(true);
    records.forEach((record, episode) => {
      const coin = record.rewards['a']! - Number(record.messages.find(({ role }) => role === 'a')!.text);
      const digit = (role: string) => Number(record.messages.find((message) => message.role === role)!.text);
      record.messages.forEach(({ role }, index) => {
        const { worth, others } = found[episode]![index]!;
        expect(worth).toEqual(record.rewards);
        expect(others).toHaveLength(3);
        for (const other of others) {
          const said = Number(other.text);
          // The coin and every agent that does not hear it are as they were; b draws the same number to another prompt, so here the same digit.
          const [a, b, c] = ['a', 'b', 'c'].map((name) => (name === role ? said : digit(name)));
          expect(other.worth).toEqual({ a: a! + coin, b: 10 * a! + b! + coin, c: c! });
        }
      });
    });
    expect(new Set(found.flat().flatMap(({ others }) => others.map(({ text }) => text))).size).toBeGreaterThan(4);
  });

  it('of difference rewards are silence, which nobody is asked for', async () => {
    const context = await stage();
    const records = await played(context);
    asked = [];
    const found = await alternatives(context, records, { algorithm: 'difference', alternatives: 9, continuations: 1 });
    records.forEach((record, episode) =>
      record.messages.forEach(({ role }, index) => {
        const { others } = found[episode]![index]!;
        expect(others).toHaveLength(1);
        expect(others[0]).toMatchObject({ response_ids: [promptTokens.end], text: '' });
        expect(others[0]!.worth[role]! - record.rewards[role]!).toBeCloseTo(7 - Number(record.messages[index]!.text), 12);
      }),
    );
    // Only b is to be asked anew behind a's and c's silence, and c behind a's and b's, as far as they come later.
    expect(asked.length).toBeLessThanOrEqual(3 * records.length);
  });

  it('of COMA are said and not played on', async () => {
    const context = await stage();
    const records = await played(context);
    asked = [];
    const found = await alternatives(context, records, { algorithm: 'coma', alternatives: 2, continuations: 4 });
    expect(asked).toHaveLength(24);
    expect(found.flat().every(({ worth, others }) => Object.keys(worth).length === 0 && others.length === 2)).toBe(true);
    // The same as C3 would have said.
    const c3 = await alternatives(context, records, { ...C3, alternatives: 2 });
    expect(found.map((messages) => messages.map(({ others }) => others.map(({ text }) => text)))).toEqual(
      c3.map((messages) => messages.map(({ others }) => others.map(({ text }) => text))),
    );
  });

  it('are each played on as often as the message, by the same numbers, with the world’s chance anew', async () => {
    const context = await stage();
    const records = await played(context);
    const once = await alternatives(context, records, C3);
    const often = await alternatives(context, records, { ...C3, continuations: 16 });
    let moved = 0;
    once.forEach((messages, episode) =>
      messages.forEach(({ others }, index) => {
        const own = often[episode]![index]!;
        // In c's place nothing but the coin is drawn behind, and it is the same on both sides.
        if (records[episode]!.messages[index]!.role !== 'c') return;
        own.others.forEach((other, at) => {
          expect(other.worth['a']! - own.worth['a']!).toBeCloseTo(others[at]!.worth['a']! - once[episode]![index]!.worth['a']!, 12);
        });
        if (own.worth['a'] !== once[episode]![index]!.worth['a']) moved += 1;
      }),
    );
    expect(moved).toBeGreaterThan(0);
    expect(TREE_BRANCH).toBeGreaterThan(2 ** 21);
    const replayed = await alternatives(context, records, C3, { playOwn: true });
    expect(replayed).toEqual(once);
  });
});
