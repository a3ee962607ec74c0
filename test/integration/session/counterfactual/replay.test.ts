/** Episodes played again from a message on: what stays, what is drawn anew, and what an edit changes. */
import { describe, expect, it } from 'vitest';
import { changedPrompts, stalePins } from '../../../../src/core/counterfactual/branches.ts';
import { creditedBatch } from '../../../../src/core/counterfactual/criticReturns.ts';
import type { Change } from '../../../../src/core/counterfactual/questions.ts';
import { DOCUMENT_VERSION, documentSchema } from '../../../../src/core/document/schema.ts';
import type { EpisodeRecord } from '../../../../src/core/episode/records.ts';
import { uniformAt } from '../../../../src/core/random/streams.ts';
import type { GenerationJob } from '../../../../src/engine/generate/jobs.ts';
import { loadBase } from '../../../../src/session/team/base.ts';
import { changedDocument, counterfactual, replay, said, treeValues } from '../../../../src/session/counterfactual/replay.ts';
import { rollOut, type RolloutContext } from '../../../../src/session/play/rollout.ts';
import { createSandbox } from '../../../../src/session/sandbox/node.ts';
import { baseFolder, readFolder } from '../../../../headless/kit/folders.ts';
import { long } from '../../../support/long.ts';

/** Two turns; `b` repeats what `a` says, and is paid when it is the target; the world throws a coin of its own in each turn. */
const SOURCE = `
import { type Environment } from 'marft/env';
interface State { turn: number; coins: number[] }
export default {
  name: 'echo', description: '',
  reset() { return { state: { turn: 0, coins: [] }, observation: 'go' }; },
  step({ state, messages, random }) {
    const coins = [...state.coins, random() < 0.5 ? 0 : 1];
    const reward = Number(messages.at(-1)?.text === '7');
    return { state: { turn: state.turn + 1, coins }, observation: 'coin ' + coins.at(-1), reward, terminated: state.turn === 1, truncated: false, info: { coins } };
  },
} satisfies Environment<State>;`;

const micro = loadBase('micro', readFolder(baseFolder('micro')));
const { promptTokens } = micro.tokenizer;

/** `a` says the digit its key draws; `b` repeats what `a` said last two times out of three, and else draws as well. */
const generator = {
  submit: async ({ promptIds, key }: GenerationJob) => {
    const prompt = micro.tokenizer.decode([...promptIds]);
    const heard = /b:\s*$/.test(prompt) ? [...prompt.matchAll(/a: (\d)/g)].at(-1)?.[1] : undefined;
    const own = String(Math.floor(uniformAt(key, 0) * 10));
    const text = heard !== undefined && uniformAt(key, 1) < 2 / 3 ? heard : own;
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
    name: 'echo',
    team: { base: 'micro', agents, edges: [{ from: 'a', to: 'b' }] },
    environment: { source: SOURCE },
    training: { horizon: 2, seed: 5 },
  });
  const environment = createSandbox();
  await environment.load(SOURCE);
  const voice = { base: micro, generator, slot: 0, version: 0 };
  return { document, voices: [voice, voice], environment };
}

async function recorded(context: RolloutContext, count: number) {
  const plans = Array.from({ length: count }, (_, episode) => ({
    iteration: 3,
    episode,
    split: 'train' as const,
    problemIndex: episode,
    group: episode,
  }));
  return (await rollOut(context, plans)).map((episode) => episode.record());
}

/** The same team on both sides. */
const both = (context: RolloutContext) => ({ original: context, edited: context });

const texts = ({ messages }: { messages: readonly { text: string }[] }) => messages.map(({ text }) => text);

describe('an episode played again', () => {
  it('with nothing changed is the recording, from wherever it goes on', async () => {
    const context = await stage();
    for (const record of await recorded(context, 4))
      for (let from = 0; from <= record.messages.length; from += 1)
        expect(await replay(context, record, record.messages.slice(0, from).map(said), [0])).toEqual([record]);
  });

  it('keeps what was said before, and draws what follows and the world’s own chance anew', async () => {
    const context = await stage();
    const [record] = await recorded(context, 1);
    const rolled = await replay(context, record!, record!.messages.slice(0, 2).map(said), [1, 2, 3, 4, 5, 6, 7, 8]);
    for (const again of rolled) {
      expect(again.messages.slice(0, 2)).toEqual(record!.messages.slice(0, 2));
      const coins = [again, record].map((played) => (played?.info?.coins as number[] | undefined)?.[0]);
      expect(coins[0]).toBe(coins[1]);
    }
    expect(new Set(rolled.map((again) => texts(again).join())).size).toBeGreaterThan(2);
    expect(new Set(rolled.map((again) => String(again.info?.['coins']))).size).toBe(2);
  });

  it('puts another text in a message’s place, as that agent’s tokens', async () => {
    const context = await stage();
    const [record] = await recorded(context, 1);
    const [again] = await replay(context, record!, ['7'], [1]);
    const [first, second] = again!.messages;
    expect(first!.text).toBe('7');
    expect(first!.response_ids).toEqual([...promptTokens.encode('7'), promptTokens.end]);
    expect(first!.logprobs.every(Number.isNaN)).toBe(true);
    expect(micro.tokenizer.decode([...second!.prompt_ids])).toContain('a: 7');
  });

  it('an edit that changes nothing makes no difference at all: the random numbers are common', async () => {
    const context = await stage();
    const [record] = await recorded(context, 1);
    const same = await counterfactual(both(context), record!, { kind: 'message', message: 0, text: record!.messages[0]!.text }, 12);
    expect(same.difference).toBe(0);
    expect(same.interval).toEqual({ low: 0, high: 0 });
    expect(same.edited.map(texts)).toEqual(same.original.map(texts));
  });

  it('an edit earns what the world pays for it: two times out of three and by chance a tenth of the rest', async (test) => {
    long(test);
    const context = await stage();
    const record = (await recorded(context, 20)).find(({ messages }) => messages[0]!.text !== '7')!;
    const { difference, interval } = await counterfactual(both(context), record, { kind: 'message', message: 0, text: '7' }, 300);
    // P(b says 7 | a said 7) − P(b says 7 | a did not) = (⅔ + ⅓·⅒) − ⅓·⅒ = ⅔, only in the first turn.
    expect(interval!.low).toBeLessThan(2 / 3);
    expect(interval!.high).toBeGreaterThan(2 / 3);
    expect(interval!.high - interval!.low).toBeLessThan(0.2);
    expect(difference).toBeGreaterThan(0.5);
  });

  it('values before each message are the means of what follows; behind the end they are the reward', async (test) => {
    long(test);
    const context = await stage();
    const record = (await recorded(context, 20)).find(({ messages }) => messages[0]!.text === '7')!;
    const values = await treeValues(context, record, 200);
    expect(values).toHaveLength(5);
    // Before b’s first message: ⅔ + ⅓·⅒ for this turn, and ⅒ for the next.
    const expected = 2 / 3 + 1 / 30 + 0.1;
    expect(values[1]!.interval!.low).toBeLessThan(expected);
    expect(values[1]!.interval!.high).toBeGreaterThan(expected);
    expect(new Set(values[4]!.rewards)).toEqual(new Set([record.reward]));
    expect(values.every(({ toCome }) => toCome === null)).toBe(true);
  });

  it('and what a critic should have foreseen there is what is still to come, of the recording as of its continuations', async () => {
    const context = await stage();
    const [record] = await recorded(context, 1);
    const values = await treeValues(context, record!, 5, { credit: creditedBatch([record!], 0) });
    const earned = record!.turn_rewards[0] as number;
    // Before the second turn the first one's reward lies behind; it was paid to b, so that it is to come before b's message.
    expect(values[2]!.toCome!.returns).toEqual(values[2]!.rewards.map((reward) => reward - earned));
    expect(values[1]!.toCome!.returns).toEqual(values[1]!.rewards);
    expect(values[0]!.toCome!.value).toBe(values[0]!.value);
    expect(values[0]!.toCome!.interval).toEqual(values[0]!.interval);
    expect(values[4]!.toCome).toBeNull();
  });

  it('has no message it does not have', async () => {
    const context = await stage();
    const [record] = await recorded(context, 1);
    await expect(counterfactual(both(context), record!, { kind: 'message', message: 9, text: '' }, 2)).rejects.toThrow('no message 9');
  });

  it('a change of prompt or temperature begins with its message, and one to what it was makes no difference', async () => {
    const context = await stage();
    const [record] = await recorded(context, 1);
    for (const change of [
      { kind: 'prompt', message: 1, role: 'b', prompt: 'Say a digit.' },
      { kind: 'temperature', message: 1, role: 'b', temperature: context.document.team.agents[1]!.sampling.temperature },
      { kind: 'adapter', message: 1, role: 'b', iteration: 0 },
    ] satisfies Change[]) {
      const sides = { original: context, edited: { ...context, document: changedDocument(context.document, [change]) } };
      const same = await counterfactual(sides, record!, change, 20);
      expect(same.difference).toBe(0);
      expect(same.edited).toEqual(same.original);
      expect(same.original.map(({ messages }) => messages[0])).toEqual(same.original.map(() => record!.messages[0]));
      // Said anew, so that both sides draw alike.
      expect(new Set(same.original.map(({ messages }) => messages[1]!.text)).size).toBeGreaterThan(1);
    }
    const other: Change = { kind: 'prompt', message: 2, role: 'a', prompt: 'Say 7.' };
    const sides = { original: context, edited: { ...context, document: changedDocument(context.document, [other]) } };
    const { edited } = await counterfactual(sides, record!, other, 4);
    for (const { messages } of edited) {
      expect(messages.slice(0, 2)).toEqual(record!.messages.slice(0, 2));
      expect(micro.tokenizer.decode([...messages[2]!.prompt_ids])).toContain('Say 7.');
      expect(micro.tokenizer.decode([...messages[3]!.prompt_ids])).toContain('Say a digit.');
    }
  });

  it('an edited continuation is edited again in its own world: the coins of its first turn stay', async () => {
    const context = await stage();
    const [record] = await recorded(context, 1);
    const first = await counterfactual(both(context), record!, { kind: 'message', message: 0, text: '7' }, 6);
    const coins = ({ info }: EpisodeRecord) => info?.['coins'] as number[];
    for (const branch of [1, 2, 3, 4, 5, 6]) {
      const from = first.edited[branch - 1]!;
      const origin = { forks: [{ from: 1, branch }], standing: [] };
      const again = await counterfactual(both(context), from, { kind: 'message', message: 2, text: '5' }, 3, { origin });
      for (const played of [...again.original, ...again.edited]) {
        expect(coins(played)[0]).toBe(coins(from)[0]);
        expect(played.messages.slice(0, 2)).toEqual(from.messages.slice(0, 2));
      }
    }
    // Branches differ in that coin, or nothing was tried.
    expect(new Set(first.edited.map((played) => coins(played)[0])).size).toBe(2);
  });

  it('a pinned message stays on both sides; where nothing it sees was changed its prompt is the very same', async () => {
    const context = await stage();
    const [record] = await recorded(context, 1);
    const change: Change = { kind: 'message', message: 0, text: '7' };
    for (const pinned of [[1], [1, 2], [3]]) {
      const { original, edited } = await counterfactual(both(context), record!, change, 6, { pinned });
      for (const index of pinned) {
        for (const played of [...original, ...edited]) expect(said(played.messages[index]!)).toEqual(said(record!.messages[index]!));
        const stale = stalePins(record!.messages, change, pinned).has(index);
        const { changed } = changedPrompts(record!, edited, index);
        if (!stale) expect(changed).toBe(0);
      }
      // The others are said anew.
      const free = [1, 2, 3].find((index) => !pinned.includes(index))!;
      expect(new Set(edited.map(({ messages }) => messages[free]!.text)).size).toBeGreaterThan(1);
    }
    // With its message edited and the answer to it pinned, only the first turn's pay is certain, and the prompt is stale.
    expect(changedPrompts(record!, (await counterfactual(both(context), record!, change, 6, { pinned: [1] })).edited, 1)).toEqual({
      changed: 6,
      of: 6,
    });
  });

  it('tells how far it is, and the same question has the same answer', async () => {
    const context = await stage();
    const [record] = await recorded(context, 1);
    const change: Change = { kind: 'message', message: 0, text: '7' };
    const told: [number, number][] = [];
    const one = await counterfactual(both(context), record!, change, 20, { onProgress: (done, of) => told.push([done, of]) });
    expect(told).toEqual([16, 20, 36, 40].map((done) => [done, 40]));
    expect(await counterfactual(both(context), record!, change, 20)).toEqual(one);
    // Continuation 1 is the same however many follow.
    expect((await counterfactual(both(context), record!, change, 2)).edited).toEqual(one.edited.slice(0, 2));
  });
});
