/** A critic that reads more than the agents: its values and advantages against NumPy's, and what of a run it leaves as it was. */
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { creditBatch } from '../../../../src/core/credit/advantages/creditBatch.ts';
import { applySettingsPreset } from '../../../../src/core/editing/settingsPresets.ts';
import type { ProjectDocument } from '../../../../src/core/document/schema.ts';
import { agentSchema, documentSchema, teamSchema } from '../../../../src/core/document/schema.ts';
import type { CriticReads } from '../../../../src/core/document/trainingSchema.ts';
import { Episode } from '../../../../src/core/episode/machine.ts';
import type { EpisodeRecord } from '../../../../src/core/episode/records.ts';
import { loadBase } from '../../../../src/session/team/base.ts';
import { createSandbox } from '../../../../src/session/sandbox/node.ts';
import { valuedSequence } from '../../../../src/session/play/batch.ts';
import type { SessionEvent } from '../../../../src/session/events.ts';
import { TrainingSession } from '../../../../src/session/run/session.ts';
import { PRESETS } from '../../../../src/core/document/presets/presets.ts';
import { environmentSource } from '../../../../src/environments/source.node.ts';
import { baseFolder, readFolder } from '../../../../headless/kit/folders.ts';
import { LocalEngine } from '../../../../src/engine/engine.ts';
import { initialAdamW } from '../../../../src/engine/train/adamw.ts';
import { scoreSequences } from '../../../../src/engine/train/score.ts';
import { createExecutor } from '../../support/executors.ts';
import { createCritic } from '../../../../src/session/critics/critic.ts';
import { documentWith, LEVELS, tiny } from '../../support/critics.ts';

interface Told {
  readonly hidden: string;
  readonly observations: Readonly<Record<string, string>>;
}
interface Vector {
  readonly reads: Exclude<CriticReads, 'speaker'>;
  readonly roles: readonly string[];
  readonly turns: readonly (Told & { readonly said: readonly string[]; readonly transition: string; readonly paid: number })[];
  readonly after: Told | null;
  readonly prompts: readonly number[][];
  readonly values: readonly number[][];
  readonly bootstrap: number;
  readonly advantages: readonly number[];
  readonly byMessage: readonly number[];
}

/** Computed by NumPy (test/golden/makers/make_central_critic.py). */
const golden = JSON.parse(readFileSync(new URL('../../../golden/central-critic.json', import.meta.url), 'utf8')) as {
  readonly pairs: Pick<ProjectDocument['training'], 'gamma' | 'lambda' | 'gammaToken' | 'lambdaToken'>;
  readonly head: Readonly<Record<string, readonly (number | readonly number[])[]>>;
  readonly cases: readonly Vector[];
};

const encode = (text: string): number[] =>
  (text.match(/[A-Za-z0-9]+|\n|[^A-Za-z0-9\s]/g) ?? []).map(
    (word) => 3 + ((7 * Array.from(word, (letter) => letter.charCodeAt(0)).reduce((a, b) => a + b, 0)) % 30),
  );
const tokens = { encode, encodeStretch: (parts: readonly string[]) => parts.map(encode), start: [1], end: 2 };

/** The episode of a vector, in which nobody hears anybody. */
function played({ reads, roles, turns, after }: Vector): Episode {
  const [opening] = turns;
  const episode = new Episode({
    ...{ iteration: 1, episode: 0, split: 'train', problemIndex: 0, group: 0, seed: 1, horizon: 5, criticReads: reads },
    team: teamSchema.parse({
      agents: roles.map((role) => agentSchema.parse({ role, prompt: `be ${role}` })),
      context: 'parents',
      history: 'own',
    }),
    tokensOf: () => tokens,
    first: { state: 0, observation: opening!.observations },
    hidden: opening!.hidden,
  });
  turns.forEach(({ said, transition, paid }, turn) => {
    for (const request of episode.ready()) {
      const text = said[request.agentIndex]!;
      const responseIds = [...encode(text), 2];
      const zeros = responseIds.map(() => 0);
      episode.deliver(request, { responseIds, text, logprobs: zeros, entropies: zeros, finishReason: 'stop', adapterVersion: 0 });
    }
    episode.toStep();
    const next = turns[turn + 1] ?? after;
    const ends = turn === turns.length - 1;
    const flags = { terminated: ends && !after, truncated: ends && after !== null };
    episode.stepped({ state: 0, observation: next?.observations ?? '', reward: paid, ...flags }, transition, undefined, next?.hidden);
  });
  return episode;
}

describe('against NumPy', () => {
  it.each(golden.cases.map((vector, at) => ({ at, vector })))('case $at: what is read, valued and credited', async ({ vector }) => {
    const engine = new LocalEngine(await createExecutor('wasm'));
    engine.setParameters(tiny.weights);
    const episode = played(vector);
    for (const level of LEVELS) {
      const record = episode.record();
      expect(record.messages.map(({ critic_prompt_ids: read, prompt_ids: prompt }) => read ?? prompt)).toEqual(vector.prompts);
      const document = documentWith({ level, hidden: 5 }, golden.pairs);
      const critic = createCritic(
        engine,
        tiny.config,
        document,
        vector.roles.map((_, agent) => agent),
      );
      const [prefix = ''] = [...critic.parameters.keys()].map((name) => name.replace(/(hidden|value)\..*/, ''));
      critic.restore(
        new Map(
          Object.entries(golden.head).map(([name, rows]) => [
            `${prefix}${name}`,
            { shape: shapeOf(rows), data: Float32Array.from(rows.flat()) },
          ]),
        ),
        initialAdamW(),
      );
      const messages = record.messages.map((message) => ({ record: message, agent: vector.roles.indexOf(message.role) }));
      const { hidden } = await scoreSequences(engine, tiny.config, [], record.messages.map(valuedSequence), { hidden: true });
      const values = await critic.values({ messages, hidden });
      const expected = level === 'token' ? vector.values : vector.values.map(([first = 0]) => [first]);
      expectNear(values, expected.flat());
      const end = episode.bootstrap();
      // Nobody hears anybody, and observations differ.
      if (end) expect(end.apart).toBe(true);
      record.bootstrap = end ? ((await critic.bootstrapValues([{ ids: end.prompt.ids, agent: end.agent }]))[0] ?? Number.NaN) : 0;
      expectNear([record.bootstrap], [vector.bootstrap]);
      let next = 0;
      record.messages.forEach((message, index) => {
        message.values = Array.from(values.slice(next, (next += expected[index]!.length)));
        message.ref_logprobs = message.logprobs;
      });
      creditBatch([record], document.training);
      if (level === 'token')
        expectNear(
          record.messages.flatMap(({ advantages }) => advantages),
          vector.advantages,
        );
      else
        expectNear(
          record.messages.map(({ advantages }) => advantages[0] ?? Number.NaN),
          vector.byMessage,
        );
      engine.removeParameters([...critic.parameters.keys()]);
    }
    engine.dispose();
  });
});

const shapeOf = (rows: readonly (number | readonly number[])[]): number[] => {
  const [first] = rows;
  return typeof first === 'number' || first === undefined ? [rows.length] : [rows.length, first.length];
};
function expectNear(found: ArrayLike<number>, expected: readonly number[]) {
  expect(found.length).toBe(expected.length);
  expected.forEach((value, at) => expect(found[at], `${at}`).toBeCloseTo(value, 4));
}

const base = loadBase('relay', readFolder(baseFolder('relay')));
const SECRET = 'sum ';
/** The relay with a hidden state, and its runners trained for an iteration. */
const source = environmentSource('relay').replace(
  '  render({ state',
  `  privileged: ({ state: { start, steps } }) => \`${SECRET}\${start + steps.reduce((a, b) => a + b, 0)}\`,\n\n  render({ state`,
);

type Training = ProjectDocument['training'];

async function iterated(critic: Partial<Training['critic']>, iterations = 1, settings: Partial<Training> = {}) {
  const project = PRESETS.relay.project({ source });
  const document = documentSchema.parse({
    ...project,
    training: { ...project.training, episodes: 16, evaluateEvery: 0, ...settings, critic: { ...project.training.critic, ...critic } },
  });
  const engine = new LocalEngine(await createExecutor('wasm'));
  const session = await TrainingSession.create({ document, bases: [base], engine, environment: createSandbox() });
  const results = [];
  for (let at = 0; at < iterations; at += 1) results.push(await session.iterate());
  session.dispose();
  expect(engine.memory().tensors).toBe(0);
  engine.dispose();
  return results;
}

/** What agents did, and what they were: all but what came of the critic's values. */
const doneBy = (episodes: readonly EpisodeRecord[]) =>
  episodes.map(({ messages, reward }) => ({
    reward,
    messages: messages.map(({ prompt_ids, segments, sees, response_ids, logprobs, ref_logprobs, entropies, text }) => ({
      ...{ prompt_ids, segments, sees, response_ids, logprobs, ref_logprobs, entropies, text },
    })),
  }));

describe('in a session', () => {
  it.each(['shared', 'multi_head', 'lora'] as const)('%s: agents read and say the same, the critic another thing', async (kind) => {
    const [plain] = await iterated({ kind });
    const [told] = await iterated({ kind, reads: 'state' }, 2);
    expect(doneBy(told!.episodes)).toEqual(doneBy(plain!.episodes));
    expect(told!.metrics['critic/grad_norm']).toBeGreaterThan(0);
    expect(told!.metrics['critic/grad_norm']).not.toBe(plain!.metrics['critic/grad_norm']);
    expect(told!.metrics['critic/read_apart_frac']).toBe(1);
    expect(plain!.metrics).not.toHaveProperty('critic/read_apart_frac');
    for (const episode of told!.episodes) {
      expect(episode.hidden_states).toEqual([expect.stringMatching(/^sum \d+$/)]);
      for (const message of episode.messages) {
        expect(message.critic_prompt_ids!.length).toBeGreaterThan(message.prompt_ids.length);
        const shown = base.tokenizer.decode(message.prompt_ids);
        expect(shown).not.toContain(SECRET);
        expect(base.tokenizer.decode(message.critic_prompt_ids!)).toContain(episode.hidden_states![0]);
      }
    }
    for (const episode of plain!.episodes) {
      expect(episode).not.toHaveProperty('hidden_states');
      for (const message of episode.messages) expect(message).not.toHaveProperty('critic_prompt_ids');
    }
  });

  it.each(['shared', 'lora'] as const)('%s: what COMA holds a message against is valued behind what the critic reads', async (kind) => {
    const [, , { episodes } = { episodes: [] }] = await iterated({ kind, reads: 'state' }, 3, { algorithm: 'coma', alternatives: 3 });
    let same = 0;
    for (const { messages } of episodes)
      for (const { role, response_ids: ids, counterfactual } of messages)
        for (const other of counterfactual!.others)
          if (other.response_ids.join() === ids.join()) {
            same += 1;
            expect(other.worth[role]).toBeCloseTo(counterfactual!.worth[role]!, 5);
          }
    expect(same).toBeGreaterThan(0);
  });

  it('is the speaker’s critic, number by number, in a team in which everybody reads everything', async () => {
    const project = PRESETS.micro.project({ source: environmentSource('arithmetic') });
    const small = documentSchema.parse({ ...project, training: { ...project.training, episodes: 4, evaluateEvery: 0 } });
    const micro = loadBase('micro', readFolder(baseFolder('micro')));
    const run = async (document: ProjectDocument) => {
      const engine = new LocalEngine(await createExecutor('wasm'));
      const said: string[] = [];
      const onEvent = (event: SessionEvent) =>
        void (event.type === 'notice' && event.code === 'setting_remark' && said.push(event.message));
      const session = await TrainingSession.create({ document, bases: [micro], engine, environment: createSandbox(), onEvent });
      const hasNone = expect.stringContaining('this environment tells none');
      expect(said).toEqual(document.training.critic.reads === 'state' ? [hasNone] : []);
      const results = [await session.iterate(), await session.iterate()];
      session.dispose();
      engine.dispose();
      return results.map(({ episodes, metrics }) => ({ episodes, metrics }));
    };
    const counted = (await run(small)).map((result) => ({ ...result, metrics: { ...result.metrics, 'critic/read_apart_frac': 0 } }));
    expect(await run(applySettingsPreset(small, 'mappo'))).toEqual(counted);
  });
});
