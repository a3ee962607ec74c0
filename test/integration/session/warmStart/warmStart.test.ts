/** What a warm start shows a team: prompts as rollouts have them, messages as drawn, train problems alone, any source. */
import { describe, expect, it } from 'vitest';
import { DOCUMENT_VERSION, documentSchema, type ProjectDocument } from '../../../../src/core/document/schema.ts';
import type { EnvironmentHost } from '../../../../src/core/environment/contract.ts';
import type { MessageRecord } from '../../../../src/core/episode/records.ts';
import { readEpisodes } from '../../../../src/core/formats/runs/episodes.ts';
import { rolloutLines } from '../../../../src/core/formats/runs/rundir.ts';
import { keyFor, STREAMS } from '../../../../src/core/random/streams.ts';
import { TextTokenizer, tokenizerFor } from '../../../../src/core/tokenizer/tokenizer.ts';
import { byteTokenizer, trainBpe } from '../../../../src/core/tokenizer/train.ts';
import type { GenerationJob } from '../../../../src/engine/generate/jobs.ts';
import { loadBase } from '../../../../src/session/team/base.ts';
import { rollOut } from '../../../../src/session/play/rollout.ts';
import { createSandbox } from '../../../../src/session/sandbox/node.ts';
import { ownTokens, responseScores } from '../../../../src/session/update/supervised.ts';
import { Demonstrations } from '../../../../src/session/warmStart/demonstrations.ts';
import { type Given, givenSource } from '../../../../src/session/warmStart/given.ts';
import { environmentSource, exampleOf, messagesOf, spokenTexts, stageOf } from '../../../../src/session/warmStart/source.ts';
import { baseFolder, readFolder } from '../../../../headless/kit/folders.ts';
import { long } from '../../../support/long.ts';

/** Two turns, hidden information (only the speaker sees the target), a transition, and a wrong habit. */
const SOURCE = `
import { type Environment, integer } from 'marft/env';
interface State { target: number; turn: number; split: string }
export default {
  name: 'relay', description: '', splits: { train: 40, test: 10 },
  reset({ split, index, random }) {
    const target = integer(random, 10, 99);
    return { state: { target, turn: 0, split }, observation: { speaker: 'target ' + target + ' of ' + split + ' ' + index, listener: 'listen' } };
  },
  step({ state, messages }) {
    const said = messages.at(-1)?.text;
    const next = { ...state, turn: state.turn + 1 };
    return { state: next, observation: { speaker: 'again', listener: 'listen' }, reward: Number(said === String(state.target)), terminated: next.turn === 2, truncated: false };
  },
  transition({ messages }) { return 'heard ' + messages.length; },
  demonstrate({ state, role, messages }) { return role === 'speaker' ? 's' + state.target : (messages.at(-1)?.text ?? '').slice(1); },
  mistake({ state, role, random }) { return role === 'speaker' ? 's' + (state.target + 100) : String(integer(random, 100, 999)); },
} satisfies Environment<State>;`;

function project(source = SOURCE, change: Partial<ProjectDocument['team']> = {}): ProjectDocument {
  const sampling = { temperature: 1, topK: 0, topP: 1, maxNewTokens: 12 };
  return documentSchema.parse({
    version: DOCUMENT_VERSION,
    name: 'relay',
    team: {
      base: 'micro',
      agents: [
        { role: 'speaker', prompt: 'Say what you see.', sampling },
        { role: 'listener', prompt: 'Repeat it.', sampling },
      ],
      edges: [{ from: 'speaker', to: 'listener' }],
      history: 'visible',
      ...change,
    },
    environment: { source },
    training: { horizon: 2 },
  });
}

const micro = loadBase('micro', readFolder(baseFolder('micro')));
const tokensOf = () => micro.tokenizer.promptTokens;
const settings = { seed: 3, right: 0.5 };

async function open(document: ProjectDocument, change: Partial<typeof settings> = {}) {
  const environment = createSandbox();
  const info = await environment.load(document.environment.source);
  return new Demonstrations(environment, info, { ...settings, ...change });
}

const texts = (messages: readonly MessageRecord[]) => messages.map(({ text }) => text);

describe('demonstrated episodes', () => {
  const document = project();

  it('their prompts are token by token those of rollouts in which the same was said', async (test) => {
    long(test);
    const drawn = await open(document);
    const episodes = await drawn.draw(stageOf(document, tokensOf), 'training', 5, 12);
    const shown = episodes.map((episode) => episode.record());
    // The same problems and messages through the rollout, whose generator is told what to say.
    const said = new Map(
      shown.flatMap(({ iteration, episode, messages }) =>
        messages.map((message) => {
          const agent = document.team.agents.findIndex(({ role }) => role === message.role);
          return [keyFor(settings.seed, STREAMS.sampling, iteration, episode, 0, agent, message.call).join(), message] as const;
        }),
      ),
    );
    const environment = createSandbox();
    await environment.load(SOURCE);
    const generator = {
      submit: async ({ promptIds, key }: GenerationJob) => {
        const message = said.get(key.join());
        if (!message) throw new Error('nobody was shown this message');
        expect(promptIds).toEqual(message.prompt_ids);
        const { response_ids: responseIds, logprobs, entropies, finish_reason: finishReason } = message;
        return { responseIds: [...responseIds], logprobs: [...logprobs], entropies: [...entropies], finishReason: finishReason! };
      },
      use: async () => ({}) as never,
      dispose: () => {},
    };
    const voice = { base: micro, generator, slot: 0, version: 0 };
    const rolled = await rollOut(
      { document: { ...document, training: { ...document.training, seed: settings.seed } }, voices: [voice, voice], environment },
      shown.map(({ iteration, episode, problem_index, group }) => ({
        iteration,
        episode,
        split: 'train',
        problemIndex: problem_index,
        group,
      })),
    );
    expect(messagesOf(rolled)).toEqual(messagesOf(episodes));
    expect(rolled.map((episode) => episode.record().reward)).toEqual(shown.map(({ reward }) => reward));
  });

  it('hide what 𝒟 hides, and show what was really said', async () => {
    const [episode] = await (await open(document)).draw(stageOf(document, tokensOf), 'training', 0, 1);
    const [spoken, heard] = episode?.record().messages ?? [];
    const read = micro.tokenizer.decode(heard?.prompt_ids ?? []);
    expect(read).not.toContain('target');
    expect(read).toContain(`speaker: ${spoken?.text}`);
  });

  it('are the same for a seed, however they are batched, and others for another', async () => {
    const stage = stageOf(document, tokensOf);
    const drawn = await open(document);
    const whole = messagesOf(await drawn.draw(stage, 'training', 0, 20));
    const parts = [...(await drawn.draw(stage, 'training', 0, 7)), ...(await drawn.draw(stage, 'training', 7, 13))];
    expect(messagesOf(parts)).toEqual(whole);
    expect(messagesOf(await (await open(document, { seed: 4 })).draw(stage, 'training', 0, 20))).not.toEqual(whole);
    expect(messagesOf(await drawn.draw(stage, 'heldOut', 0, 20))).not.toEqual(whole);
  });

  it('are right as often as asked', async (test) => {
    long(test);
    const stage = stageOf(document, tokensOf);
    const share = async (right: number) => {
      const said = messagesOf(await (await open(document, { right })).draw(stage, 'training', 0, 200)).filter(
        ({ role }) => role === 'speaker',
      );
      return said.filter(({ text }) => text.length === 3).length / said.length;
    };
    expect(await share(1)).toBe(1);
    expect(await share(0)).toBe(0);
    // 400 draws: five standard errors.
    expect(Math.abs((await share(0.3)) - 0.3)).toBeLessThan(5 * Math.sqrt((0.3 * 0.7) / 400));
    const good = await (await open(document, { right: 1 })).draw(stage, 'training', 0, 5);
    expect(good.map((episode) => episode.record().reward)).toEqual([2, 2, 2, 2, 2]);
  });

  it('are of train problems alone', async () => {
    const episodes = await (await open(document)).draw(stageOf(document, tokensOf), 'training', 0, 100);
    expect(episodes.every((episode) => episode.record().problem.includes('of train'))).toBe(true);
    expect(new Set(episodes.map(({ settings: { problemIndex } }) => problemIndex)).size).toBe(40);
  });

  it('without mistake() a mistake is what is right for another problem', async () => {
    const plain = project(SOURCE.replace(/mistake\([^\n]*\n/, ''));
    const stage = stageOf(plain, tokensOf);
    const right = await (await open(plain, { right: 1 })).draw(stage, 'training', 0, 10);
    const wrong = await (await open(plain, { right: 0 })).draw(stage, 'training', 0, 10);
    const bySpeaker = (episodes: typeof right) => episodes.map((episode) => episode.record().messages[0]?.text);
    expect(bySpeaker(wrong)).toEqual([...bySpeaker(right).slice(1), bySpeaker(right)[0]]);
  });

  it('ask the sandbox in batches', async () => {
    const environment = createSandbox();
    const info = await environment.load(SOURCE);
    const calls: Record<string, number> = {};
    const counting = new Proxy<EnvironmentHost>(environment, {
      get: (host, name: keyof EnvironmentHost) =>
        typeof host[name] === 'function'
          ? (...given: never[]) => {
              calls[name] = (calls[name] ?? 0) + 1;
              return (host[name] as (...given: never[]) => unknown)(...given);
            }
          : host[name],
    });
    await new Demonstrations(counting, info, settings).draw(stageOf(document, tokensOf), 'training', 0, 50);
    expect(calls).toEqual({ reset: 1, demonstrate: 4, mistake: 4, step: 2, transition: 1 });
  });

  it('say what is missing, or too long to be said', async () => {
    await expect(open(project(SOURCE.replace(/demonstrate\([^\n]*\n/, '').replace(/mistake\([^\n]*\n/, '')))).rejects.toThrow(
      'does not demonstrate what a good agent says',
    );
    const agents = document.team.agents.map((agent) => ({ ...agent, sampling: { ...agent.sampling, maxNewTokens: 2 } }));
    const short = project(SOURCE, { agents });
    await expect((await open(short)).draw(stageOf(short, tokensOf), 'training', 0, 1)).rejects.toThrow('“speaker” is shown a message of');
  });
});

describe('examples and tokens', () => {
  const document = project();

  it('weigh the message 1, its prompt as asked, and what others said 0', async () => {
    const source = environmentSource(document, await open(document), tokensOf);
    const message = (await source.part(0)).find(({ role, turn }) => role === 'listener' && turn === 1);
    if (!message) throw new Error('the listener speaks in turn 1');
    const { ids, weights, agent } = exampleOf(message, 1, 0.1);
    expect(agent).toBe(1);
    expect(ids).toEqual([...message.prompt_ids, ...message.response_ids]);
    const weightsOf = (kind: string) =>
      new Set(message.segments.filter(({ source: what }) => what === kind).flatMap(({ start, end }) => weights.slice(start, end)));
    expect(weightsOf('message')).toEqual(new Set([0]));
    for (const kind of ['system', 'observation', 'transition', 'header']) expect(weightsOf(kind), kind).toEqual(new Set([0.1]));
    expect(weightsOf('response')).toEqual(new Set([1]));
  });

  it('measures the message alone, though its prompt may weigh as much', () => {
    const example = { ids: [1, 2, 3, 4, 5], weights: [1, 1, 1, 1, 1], agent: 0, message: 3 };
    const own = ownTokens(example);
    expect(own).toEqual([false, false, true, true]);
    const { loss, accuracy, count } = responseScores(Float32Array.of(-9, -9, -2, -4), own);
    expect([loss, count]).toEqual([3, 2]);
    expect(accuracy).toBeCloseTo((Math.exp(-2) + Math.exp(-4)) / 2, 12);
  });

  it('a new tokenizer is made of what is read and said, profiles word by word, and can still say anything', async (test) => {
    long(test);
    const source = environmentSource(document, await open(document), tokensOf);
    const said = await source.texts();
    expect(said).toContain('speaker: ');
    expect(said).toContain('Say ');
    expect(said).not.toContain('Say what you see.');
    expect(said.some((text) => /^target \d\d of train \d+$/.test(text))).toBe(true);
    expect(said.some((text) => /^s\d\d$/.test(text))).toBe(true);
    expect(said.some((text) => text.includes('of test'))).toBe(false);
    const trained = trainBpe(said, { vocabularySize: 400 });
    const tokenizer = TextTokenizer.fromFiles(trained.tokenizerJson, trained.tokenizerConfig);
    expect(tokenizer.encode('speaker: ')).toHaveLength(1);
    expect(tokenizer.decode(tokenizer.encode('ünknown 雪'))).toBe('ünknown 雪');
  });
});

describe('given episodes', () => {
  const document = project();
  const source = (given: Partial<Given> & Pick<Given, 'episodes'>, notices: string[] = [], tokenizer = micro.tokenizer, team = document) =>
    givenSource(
      team,
      { name: 'e.jsonl', threshold: null, tokenizerOf: null, ...given },
      () => tokenizer,
      1,
      ({ message }) => notices.push(message),
    );
  const turn = (speaker: string, listener: string) => ({
    observation: { speaker: 'target 42 of train', listener: 'listen' },
    messages: [
      { role: 'speaker', text: speaker },
      { role: 'listener', text: listener },
    ],
  });

  it('plain ones get the prompts this team would have', async () => {
    const line = JSON.stringify({ turns: [{ ...turn('s42', '42'), transition: 'heard 2' }, turn('s42', '42')], reward: 2 });
    const messages = await source({ episodes: readEpisodes(`${line}\n`, 'e.jsonl') }).part(0);
    const read = messages.map(({ prompt_ids }) => micro.tokenizer.decode(prompt_ids));
    expect(texts(messages)).toEqual(['s42', '42', 's42', '42']);
    expect(read[0]).toBe(
      '<|im_start|>system: Say what you see.<|im_end|>\n<|im_start|>problem: target 42 of train<|im_end|>\n<|im_start|>speaker: ',
    );
    expect(read[3]).toContain('judge: heard 2');
    expect(read[3]).not.toContain('target');
  });

  it('take the good ones, and say how many', async () => {
    const lines = [0, 1, 0.5, 1].map((reward) => JSON.stringify({ ...turn(`s${reward}`, '1'), reward })).join('\n');
    const episodes = readEpisodes(lines, 'e.jsonl');
    const notices: string[] = [];
    expect(await source({ episodes }, notices).part(0)).toHaveLength(4);
    expect(notices).toEqual(['2 of the 4 episodes of e.jsonl are learnt: those that earned 1 or more.']);
    expect(await source({ episodes, threshold: 0.5 }).part(0)).toHaveLength(6);
    expect(() => source({ episodes, threshold: 2 })).toThrow('the best earned 1');
  });

  it('keep a tenth back where there are enough', async () => {
    const lines = Array.from({ length: 60 }, (_, index) => JSON.stringify(turn(`s${index}`, String(index)))).join('\n');
    const own = source({ episodes: readEpisodes(lines, 'e.jsonl') });
    const [learnt, kept] = [texts(await own.part(0)), texts(await own.heldOut())];
    expect([learnt.length, kept.length]).toEqual([108, 12]);
    expect(learnt.filter((text) => kept.includes(text))).toEqual([]);
  });

  it('rollouts come by their ids where the tokenizer is the same, else in its tokens', async () => {
    const drawn = await (await open(document)).draw(stageOf(document, tokensOf), 'training', 0, 6);
    const episodes = readEpisodes(rolloutLines(drawn.map((episode) => episode.record())), 'e.jsonl');
    const notices: string[] = [];
    const tokenizerOf = () => micro.tokenizer;
    const best = drawn
      .map((episode) => episode.record())
      .filter(({ reward }) => reward === Math.max(...episodes.map((one) => one.reward ?? 0)));
    const same = await source({ episodes, tokenizerOf }, notices).part(0);
    expect(same.map(({ prompt_ids, response_ids }) => [prompt_ids, response_ids])).toEqual(
      best.flatMap(({ messages }) => messages.map(({ prompt_ids, response_ids }) => [prompt_ids, response_ids])),
    );
    expect(notices).toHaveLength(1);

    const bytes = tokenizerFor(byteTokenizer(), 259);
    const other = await source({ episodes, tokenizerOf, threshold: 0 }, notices, bytes).part(0);
    expect(notices.at(-1)).toContain('encoded anew');
    // As the same episodes look when they are played with those tokens.
    const again = await (await open(document)).draw(
      stageOf(document, () => bytes.promptTokens),
      'training',
      0,
      6,
    );
    const shape = (messages: readonly MessageRecord[]) =>
      messages.map(({ prompt_ids, response_ids, segments }) => ({
        prompt_ids,
        response_ids,
        segments: segments.filter(({ kind }) => kind === 'scaffold'),
      }));
    expect(shape(other)).toEqual(shape(messagesOf(again)));
    expect(await source({ episodes, tokenizerOf, threshold: 0 }).texts()).toContain('speaker: ');

    // A chat template is more than texts between special tokens, wherever it is: in the rollouts, or in what the team will read.
    const templated = { ...document, team: { ...document.team, template: 'model' as const } };
    const refused = (given: typeof episodes, team: typeof document) =>
      source({ episodes: given, tokenizerOf, threshold: 0 }, [], bytes, team).part(0);
    await expect(refused(episodes, templated)).rejects.toThrow('cannot be encoded anew');
    const stage = stageOf(templated, () => micro.tokenizer.tokensFor('model'));
    const conversed = (await (await open(templated)).draw(stage, 'training', 0, 2)).map((episode) => episode.record());
    await expect(refused(readEpisodes(rolloutLines(conversed), 'e.jsonl'), document)).rejects.toThrow('cannot be encoded anew');
    const own = await source(
      { episodes: readEpisodes(rolloutLines(conversed), 'e.jsonl'), tokenizerOf, threshold: 0 },
      [],
      undefined,
      templated,
    ).part(0);
    expect(own.map(({ prompt_ids }) => prompt_ids)).toEqual(
      conversed.flatMap(({ messages }) => messages.map(({ prompt_ids }) => prompt_ids)),
    );
  });

  it('what does not fit this team is refused by its line', async () => {
    const read = (value: object) => readEpisodes(`\n${JSON.stringify(value)}\n`, 'e.jsonl');
    const refused = async (value: object) => source({ episodes: read(value) }).part(0);
    const { observation, messages } = turn('s1', '1');
    await expect(refused({ observation, messages: messages.slice(0, 1) })).rejects.toThrow('has no message of “listener” in turn 0');
    await expect(refused({ observation, messages: [...messages, { role: 'judge', text: '' }] })).rejects.toThrow(
      'has a message of “judge”',
    );
    expect(() => read({ observation: 3, messages })).toThrow('is not an episode: observation');
    expect(() => readEpisodes('', 'e.jsonl')).toThrow('holds no episode');
    expect(() => readEpisodes('{"a":', 'e.jsonl')).toThrow('not JSON');
  });
});

it('texts of a team are recorded where they are encoded', async () => {
  const document = project();
  const said = await spokenTexts(document, async ({ tokensOf: own }) => own(0).encode('hello'));
  expect(said).toEqual(['hello']);
});
