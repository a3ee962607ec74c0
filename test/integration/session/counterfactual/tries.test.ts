/** Other ways to play an episode on: what is as it was, what is said anew by whom, and which chance it all draws. */
import { beforeAll, describe, expect, it } from 'vitest';
import { DOCUMENT_VERSION, documentSchema } from '../../../../src/core/document/schema.ts';
import type { Try, TryOutcome } from '../../../../src/core/counterfactual/questions.ts';
import { otherChanges } from '../../../../src/core/counterfactual/questions.ts';
import type { EpisodeRecord } from '../../../../src/core/episode/records.ts';
import { readEpisodes } from '../../../../src/core/formats/runs/episodes.ts';
import { encodeJsonLine } from '../../../../src/core/formats/jsonl.ts';
import { uniformAt } from '../../../../src/core/random/streams.ts';
import { type EnvironmentCase, readCases, rewardOfCase } from '../../../../src/core/trial/cases.ts';
import type { GenerationJob } from '../../../../src/engine/generate/jobs.ts';
import { said } from '../../../../src/session/counterfactual/replay.ts';
import { playTries } from '../../../../src/session/counterfactual/tries.ts';
import { type RolloutContext, rollOut } from '../../../../src/session/play/rollout.ts';
import { createSandbox } from '../../../../src/session/sandbox/node.ts';
import { loadBase } from '../../../../src/session/team/base.ts';
import { baseFolder, readFolder } from '../../../../headless/kit/folders.ts';

/** Two turns, in each of which a and b say a digit; every step pays a number of the environment's own chance, and says so. */
const SOURCE = `
import { type Environment } from 'marft/env';
export default {
  name: 'chance', description: '',
  reset() { return { state: { paid: [] }, observation: { a: 'for a', b: 'for b' } }; },
  step({ state, messages, random }) {
    const paid = [...state.paid, Math.floor(random() * 1000)];
    return { state: { paid }, observation: 'again', reward: paid.at(-1), terminated: paid.length === 2, truncated: false };
  },
  transition() { return 'next'; },
} satisfies Environment<{ paid: number[] }>;`;

const micro = loadBase('micro', readFolder(baseFolder('micro')));
const { promptTokens } = micro.tokenizer;

/** Says a digit that is the same wherever the same random numbers are drawn; `letter` instead, where it has one. */
const speaker = (letter?: string) => ({
  submit: async ({ key }: GenerationJob) => {
    const responseIds = [...promptTokens.encode(letter ?? String(Math.floor(uniformAt(key, 0) * 10))), promptTokens.end];
    return { responseIds, logprobs: responseIds.map(() => -1), entropies: responseIds.map(() => 1), finishReason: 'stop' as const };
  },
  use: async () => ({}) as never,
  dispose: () => {},
});

let context: RolloutContext;
let record: EpisodeRecord;
beforeAll(async () => {
  const document = documentSchema.parse({
    version: DOCUMENT_VERSION,
    name: 'chance',
    team: { base: 'micro', agents: ['a', 'b'].map((role) => ({ role, sampling: { maxNewTokens: 4 } })) },
    environment: { source: SOURCE },
    training: { horizon: 2 },
  });
  const environment = createSandbox();
  await environment.load(SOURCE);
  context = { document, voices: ['a', 'b'].map(() => ({ base: micro, generator: speaker(), slot: -1, version: 1 })), environment };
  record = (await rollOut(context, [{ iteration: 3, episode: 5, split: 'train', problemIndex: 5, group: 5 }]))[0]!.record();
});

/** The same team, in which whoever is asked otherwise says x. */
const otherwise = (): RolloutContext => ({ ...context, voices: context.voices.map((voice) => ({ ...voice, generator: speaker('x') })) });

const played = async (tries: readonly Try[], turns = false): Promise<TryOutcome[][]> =>
  playTries(context, record, tries, { first: 50, count: 6, turns, otherwise });

const texts = ({ turns = [] }: TryOutcome): string[] => turns.flatMap(({ messages }) => messages.map(({ text }) => text));

describe('a try', () => {
  it('leaves what was before as it was, and draws the same numbers behind whatever is tried', async () => {
    const [anew = [], same = [], text = []] = await played(
      [
        { kind: 'anew', message: 1 },
        { kind: 'same', message: 1 },
        { kind: 'text', message: 1, says: 'x' },
      ],
      true,
    );
    const now = record.messages.map((message) => message.text);
    for (const outcome of [...anew, ...same, ...text]) expect(texts(outcome)[0]).toBe(now[0]);
    expect(same.map((outcome) => texts(outcome)[1])).toEqual(same.map(() => now[1]));
    expect(text.map((outcome) => texts(outcome)[1])).toEqual(text.map(() => 'x'));
    expect(new Set(anew.map((outcome) => texts(outcome)[1])).size).toBeGreaterThan(1);
    // The environment's chance and what is said behind are those of the continuation, not of what is tried.
    expect(same.map(({ reward }) => reward)).toEqual(anew.map(({ reward }) => reward));
    expect(text.map(({ reward }) => reward)).toEqual(anew.map(({ reward }) => reward));
    expect(text.map((outcome) => texts(outcome).slice(2))).toEqual(anew.map((outcome) => texts(outcome).slice(2)));
    expect(new Set(anew.map(({ reward }) => reward)).size).toBe(6);
  });

  it('of the last message leaves nothing but the environment’s chance, and by its very tokens is the same', async () => {
    const last = record.messages.at(-1)!;
    const message = record.messages.length - 1;
    const [same = [], exact = []] = await played([
      { kind: 'same', message },
      { kind: 'text', message, says: said(last) },
    ]);
    expect(exact).toEqual(same);
    expect(same.every((outcome) => outcome.said?.text === last.text)).toBe(true);
    expect(new Set(same.map(({ reward }) => reward)).size).toBe(6);
    // The first step was answered when it was recorded.
    const [first] = record.turn_rewards as number[];
    expect(same.every(({ reward }) => reward >= first! && reward < first! + 1000)).toBe(true);
  });

  it('by another speaker has that message from it alone', async () => {
    const [other = [], same = []] = await played(
      [
        { kind: 'other', message: 0, iteration: null },
        { kind: 'same', message: 0 },
      ],
      true,
    );
    expect(other.map((outcome) => texts(outcome)[0])).toEqual(other.map(() => 'x'));
    expect(other.map((outcome) => texts(outcome).slice(1))).toEqual(same.map((outcome) => texts(outcome).slice(1)));
    expect(otherChanges(record, [{ kind: 'other', message: 2, iteration: 4 }])).toEqual([
      { kind: 'adapter', message: 0, role: record.messages[2]!.role, iteration: 4 },
    ]);
  });

  it('is the same whichever others are played beside it', async () => {
    const one: Try = { kind: 'anew', message: 2 };
    const [alone] = await played([one]);
    const [, beside] = await played([{ kind: 'anew', message: 0 }, one, { kind: 'other', message: 1, iteration: 7 }]);
    expect(beside).toEqual(alone);
  });
});

describe('what can be kept of it', () => {
  it('is an episode that a warm start reads, with what each agent read in every turn', async () => {
    const [[outcome]] = (await played([{ kind: 'anew', message: 0 }], true)) as [TryOutcome[]];
    const [episode] = readEpisodes(encodeJsonLine({ turns: outcome!.turns, reward: outcome!.reward }), 'kept');
    expect(episode).toMatchObject({ form: 'plain', reward: outcome!.reward });
    expect(outcome!.turns).toEqual([
      { observation: { a: 'for a', b: 'for b' }, messages: expect.any(Array), transition: 'next' },
      { observation: 'again', messages: expect.any(Array), transition: expect.any(String) },
    ]);
  });

  it('is a test case that earns the same again, of the recording and of a continuation', async () => {
    const common = { seed: record.seed, split: record.split, index: record.problem_index, roles: ['a', 'b'] };
    const recorded: EnvironmentCase = {
      ...common,
      chance: { iteration: 3, episode: 5 },
      messages: record.messages.map(({ role, text, turn }) => ({ role, text, turn })),
      reward: record.reward,
    };
    const [[outcome]] = (await played([{ kind: 'text', message: 2, says: 'x' }], true)) as [TryOutcome[]];
    const changed: EnvironmentCase = {
      ...common,
      chance: { iteration: 3, episode: 5, from: 2, continuation: 50 },
      messages: outcome!.turns!.flatMap(({ messages }, turn) => messages.map(({ role, text }) => ({ role, text, turn }))),
      reward: outcome!.reward,
    };
    const cases = readCases(encodeJsonLine(recorded) + encodeJsonLine(changed), 'cases.jsonl');
    expect(cases).toEqual([recorded, changed]);
    for (const one of cases) expect(await rewardOfCase(context.environment, one)).toBe(one.reward);
    expect(outcome!.reward).not.toBe(record.reward);
  });

  it('is refused with its line where it is no case', () => {
    expect(() => readCases('{"seed":1}\n', 'cases.jsonl')).toThrow(
      expect.objectContaining({
        fault: expect.objectContaining({ code: 'E_CASES', message: expect.stringContaining('Line 1 of cases.jsonl') }),
      }),
    );
    expect(() => readCases('\n', 'cases.jsonl')).toThrow(expect.objectContaining({ fault: expect.objectContaining({ code: 'E_CASES' }) }));
  });
});
