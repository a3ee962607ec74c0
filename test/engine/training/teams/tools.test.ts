/** Messages with tools: what is generated, what is scored and what is learnt from, each beside a plain twin. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { documentSchema, type ProjectDocument } from '../../../../src/core/document/schema.ts';
import { callIn, responseBehind, toolTokens, wholeResponse } from '../../../../src/core/episode/tools.ts';
import { keyFor, STREAMS } from '../../../../src/core/random/streams.ts';
import type { EpisodeRecord } from '../../../../src/core/episode/records.ts';
import { LocalEngine } from '../../../../src/engine/engine.ts';
import { scoreForTraining } from '../../../../src/engine/train/score.ts';
import { counterfactual, replay, said } from '../../../../src/session/counterfactual/replay.ts';
import { sequenceOf } from '../../../../src/session/play/batch.ts';
import { type EpisodePlan, rollOut, type RolloutContext } from '../../../../src/session/play/rollout.ts';
import { TeamVoices, UNTRAINED } from '../../../../src/session/play/teamVoices.ts';
import { TrainingSession } from '../../../../src/session/run/session.ts';
import { createSandbox } from '../../../../src/session/sandbox/node.ts';
import { createExecutor } from '../../support/executors.ts';
import { keepSessions } from '../../support/sessions.ts';
import { tiny, tinyProject } from '../../support/tiny.ts';

const kept = keepSessions();

/** A random base writes these letters often enough; answers differ by caller, call and chance. */
function project(training: Parameters<typeof tinyProject>[0] = {}, tools: object = {}): ProjectDocument {
  const plain = tinyProject(training);
  const source = plain.environment.source.replace(
    '  stepReward:',
    "  tool: ({ role, call, messages, random }) => call.length > 6 ? null : '=' + role[0] + call.length + messages.length + Math.floor(10 * random()) + ';',\n  stepReward:",
  );
  const agents = plain.team.agents.map((agent) => ({ ...agent, sampling: { ...agent.sampling, maxNewTokens: 24 } }));
  return documentSchema.parse({
    ...plain,
    team: { ...plain.team, agents, tools: { open: 'e', close: 't', most: 3, ...tools } },
    environment: { ...plain.environment, source },
  });
}

const base = { ...tiny, config: { ...tiny.config, eosTokenIds: tiny.config.eosTokenIds.slice(0, 1) } };
const plans = Array.from(
  { length: 24 },
  (_, episode): EpisodePlan => ({ iteration: 1, episode, split: 'train', problemIndex: episode, group: episode }),
);

async function stage(document: ProjectDocument) {
  const engine = new LocalEngine(await createExecutor('wasm'));
  const environment = createSandbox();
  await environment.load(document.environment.source);
  const speakers = new TeamVoices(engine, document, [base]);
  const [voices = []] = speakers.voices(UNTRAINED);
  const context: RolloutContext = { document, voices, environment };
  return { engine, context };
}

const document = project();
let scene: Awaited<ReturnType<typeof stage>>;
let records: EpisodeRecord[];
beforeAll(async () => {
  scene = await stage(document);
  records = (await rollOut(scene.context, plans)).map((episode) => episode.record());
});
afterAll(() => scene.engine.dispose());

const answered = () => records.flatMap(({ messages }) => messages).filter(({ tools }) => tools);

describe('a message with calls', () => {
  it('is the one that a plain loop writes, a token at a time and an episode at a time', async () => {
    expect(answered().length).toBeGreaterThan(5);
    expect(answered().some(({ tools }) => tools!.length > 1)).toBe(true);
    const { context } = scene;
    for (const { messages, ...episode } of records.slice(0, 8)) {
      for (const message of messages) {
        const agent = document.team.agents.findIndex(({ role }) => role === message.role);
        const { generator, base: own, slot } = context.voices[agent]!;
        const [again] = await rollOut(context, [plans[episode.episode]!]);
        const request = again!.record().messages.find(({ turn, role }) => turn === message.turn && role === message.role)!;
        expect({ ...request, counterfactual: undefined }).toEqual({ ...message, counterfactual: undefined });
        // The text is looked through from the front after every token.
        let text = '';
        let asked = 0;
        const answers: (readonly [number, string])[] = [];
        message.response_ids.slice(0, 23).forEach((_, token) => {
          text += own.tokenizer.decode([message.response_ids[token]!]);
          for (let found = callIn(text, document.team.tools); found && asked < 3; found = callIn(text, document.team.tools)) {
            text = text.slice(found.end);
            asked += 1;
            if (found.call.length <= 6) answers.push([token + 1, found.call]);
          }
        });
        expect((message.tools ?? []).map(({ after, call }) => [after, call])).toEqual(answers);
        for (let token = 0; token < message.response_ids.length; token += 1) {
          const before = {
            response_ids: message.response_ids.slice(0, token),
            tools: (message.tools ?? []).filter(({ after }) => after <= token),
          };
          const prompt = [...message.prompt_ids, ...wholeResponse({ ...before, ...(before.tools.length > 0 ? {} : { tools: [] }) })];
          const rule = { temperature: message.temperature, topK: 0, topP: 1, greedy: false };
          const key = keyOf(message, episode);
          const one = await generator.submit({ promptIds: prompt, slot, rule, maxNewTokens: 1, key, drawn: token });
          expect(one.responseIds).toEqual([message.response_ids[token]]);
          expect(one.logprobs[0]).toBeCloseTo(message.logprobs[token]!, 5);
        }
      }
    }
  });

  it('is played again as it was, and a change before it has its tools answer anew', async () => {
    const { context } = scene;
    const record = records.find(({ messages }) => messages[1]?.tools)!;
    const [again] = await replay(context, record, [], [0]);
    expect(again).toEqual(record);
    // Given messages keep their answers: nobody is asked.
    const asked: unknown[] = [];
    const environment = Object.assign(Object.create(context.environment) as typeof context.environment, {
      tool: (requests: readonly unknown[]) => (asked.push(...requests), context.environment.tool(requests as never)),
      reset: context.environment.reset.bind(context.environment),
      step: context.environment.step.bind(context.environment),
      transition: context.environment.transition.bind(context.environment),
      stepReward: context.environment.stepReward.bind(context.environment),
    });
    const [given] = await replay({ ...context, environment }, record, record.messages.map(said), [0]);
    expect(given).toEqual(record);
    expect(asked).toEqual([]);
    const told = await counterfactual({ original: context, edited: context }, record, { kind: 'message', message: 0, text: 'xxeabtyy' }, 2);
    expect(told.edited[0]!.messages[0]!.tools?.[0]).toMatchObject({ call: 'ab' });
    expect(told.edited[0]!.messages[0]!.text).toMatch(/^xxeabt=f\d+;yy$/);
  });

  it('is scored at its own tokens as its parts are, one by one behind all that stands before them', async () => {
    const { engine, context } = scene;
    const own = answered()
      .filter(({ role }) => role === 'first')
      .slice(0, 6);
    const wholes = own.map((message) => sequenceOf(message, -1));
    const parts = own.flatMap((message) => {
      const cuts = [...new Set([0, ...message.tools!.map(({ after }) => after), message.response_ids.length])];
      return cuts.slice(0, -1).map((start, at) => {
        const tools = message.tools!.filter(({ after }) => after <= start);
        const prompt = [...message.prompt_ids, ...wholeResponse({ response_ids: message.response_ids.slice(0, start), tools })];
        return { ...responseBehind(prompt, { response_ids: message.response_ids.slice(start, cuts[at + 1]) }), slot: -1, temperature: 1 };
      });
    });
    const { config } = context.voices[0]!.base;
    const trainable = (name: string) => name.includes('q_proj') || name.includes('embed');
    const run = async (sequences: typeof parts) => {
      const pass = await scoreForTraining(engine, config, [], sequences, trainable);
      const slopes = Array.from(pass.logprobs, (_, at) => Math.sin(at + 1));
      const bends = Array.from(pass.logprobs, (_, at) => Math.cos(at + 1));
      return { logprobs: pass.logprobs, gradients: await pass.gradients(slopes, bends) };
    };
    const whole = await run(wholes);
    const cut = await run(parts);
    expect(whole.logprobs.length).toBe(own.reduce((sum, { response_ids: ids }) => sum + ids.length, 0));
    expect(cut.logprobs.length).toBe(whole.logprobs.length);
    whole.logprobs.forEach((logprob, at) => expect(logprob).toBeCloseTo(cut.logprobs[at]!, 4));
    expect(whole.gradients.size).toBeGreaterThan(0);
    for (const [name, gradient] of whole.gradients) {
      const twin = cut.gradients.get(name)!;
      const norm = Math.hypot(...twin);
      expect(norm).toBeGreaterThan(0);
      expect(Math.hypot(...gradient.map((value, at) => value - twin[at]!)) / norm).toBeLessThan(1e-4);
    }
  });
});

it.each(['appo', 'grpo'] as const)(
  'trains by %s: lists end with the agent’s tokens, the first ratios are 1, answers are counted apart',
  async (algorithm) => {
    const trained = project({ algorithm, entropyCoef: 0.01, klCoef: 0.1, klPlacement: 'loss', epochs: 1 });
    const session = kept(
      await TrainingSession.create({
        document: trained,
        bases: [base],
        engine: new LocalEngine(await createExecutor('wasm')),
        environment: createSandbox(),
      }),
    );
    let seen = 0;
    for (let iteration = 0; iteration < 2; iteration += 1) {
      const { episodes, metrics } = await session.iterate();
      for (const role of ['first', 'second']) {
        const messages = episodes.flatMap((episode) => episode.messages).filter((message) => message.role === role);
        expect(metrics[`actor/${role}/first_ratio_deviation`]).toBe(0);
        expect(metrics[`tools/${role}/tokens`] ?? 0).toBeCloseTo(
          messages.reduce((sum, message) => sum + toolTokens(message), 0) / messages.length,
          9,
        );
        for (const { response_ids: ids, tools, ...lists } of messages) {
          seen += tools?.length ?? 0;
          for (const list of [
            lists.logprobs,
            lists.ref_logprobs,
            lists.entropies,
            lists.advantages,
            lists.token_rewards,
            lists.receipt?.push ?? lists.logprobs,
          ])
            expect(list).toHaveLength(ids.length);
        }
      }
    }
    expect(seen).toBeGreaterThan(0);
  },
);

it.each([
  ['tools.most', { most: 1 }],
  ['tools.open', { open: 'a' }],
  ['tools.close', { close: 's' }],
] as const)('%s acts', async (_, tools) => {
  const { context, engine } = await stage(project({}, tools));
  const other = (await rollOut(context, plans)).map((episode) => episode.record());
  expect(other.map(({ messages }) => messages.map(({ text }) => text))).not.toEqual(
    records.map(({ messages }) => messages.map(({ text }) => text)),
  );
  engine.dispose();
});

it('is refused where the environment has no tool', async () => {
  const plain = tinyProject();
  const asking = documentSchema.parse({ ...plain, team: { ...plain.team, tools: { most: 1 } } });
  const engine = new LocalEngine(await createExecutor('wasm'));
  await expect(TrainingSession.create({ document: asking, bases: [base], engine, environment: createSandbox() })).rejects.toThrow(
    /has no tool\(\)/,
  );
  engine.dispose();
});

const keyOf = (
  message: EpisodeRecord['messages'][number],
  { seed, iteration, episode }: Pick<EpisodeRecord, 'seed' | 'iteration' | 'episode'>,
) =>
  keyFor(
    seed,
    STREAMS.sampling,
    iteration,
    episode,
    0,
    document.team.agents.findIndex(({ role }) => role === message.role),
    message.call,
  );
