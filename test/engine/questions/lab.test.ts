/** The lab on the real engine: with the adapters that spoke it plays a run's own words, and its answers are of the team asked for. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { baseFolder, projectRoot, readFolder } from '../../../headless/kit/folders.ts';
import { chooseProject } from '../../../headless/kit/project.ts';
import { creditedBatch } from '../../../src/core/counterfactual/criticReturns.ts';
import { loadBase } from '../../../src/session/team/base.ts';
import { spokeAfter } from '../../../src/core/counterfactual/branches.ts';
import type { Change } from '../../../src/core/counterfactual/questions.ts';
import { PRESETS } from '../../../src/core/document/presets/presets.ts';
import type { ProjectDocument } from '../../../src/core/document/schema.ts';
import type { EpisodeRecord } from '../../../src/core/episode/records.ts';
import { type Files, filesUnder } from '../../../src/core/formats/files.ts';
import { RUN_PATHS } from '../../../src/core/formats/runs/rundir.ts';
import { LocalEngine } from '../../../src/engine/engine.ts';
import { checkpointOf } from '../../../src/session/run/checkpoint.ts';
import { TrainingSession } from '../../../src/session/run/session.ts';
import { CalledOff, Lab } from '../../../src/session/run/lab.ts';
import { adaptedDocument, fitAdapted } from '../../../src/session/counterfactual/fitAdapters.ts';
import { replay, said } from '../../../src/session/counterfactual/replay.ts';
import { createSandbox } from '../../../src/session/sandbox/node.ts';
import { TeamVoices, speakingTeam } from '../../../src/session/play/teamVoices.ts';
import { readRecorded, readRecordedAdapters } from '../../../src/page/state/runs/recorded.ts';
import { createExecutor } from '../support/executors.ts';
import { keepSessions } from '../support/sessions.ts';
import { micro, microProject, openTeam } from '../support/team.ts';

const kept = keepSessions();
const engines: LocalEngine[] = [];
afterEach(() => {
  for (const engine of engines.splice(0)) engine.dispose();
});
const newEngine = async () => {
  const engine = new LocalEngine(await createExecutor('wasm'));
  engines.push(engine);
  return engine;
};

const plain = microProject({ episodes: 6, iterations: 3, seed: 4, learningRate: 2e-3 });
const shared: ProjectDocument = {
  ...plain,
  team: { ...plain.team, agents: plain.team.agents.map((agent) => ({ ...agent, adapter: { ...agent.adapter, group: 'all' } })) },
};

const templated: ProjectDocument = { ...plain, team: { ...plain.team, template: 'model' } };

/** Three iterations: the episodes of each, and the checkpoints between them; 0 is the team as it began. */
async function run(document: ProjectDocument) {
  const session = kept(await openTeam(document));
  const episodes: EpisodeRecord[][] = [[]];
  const adapters: Record<number, Files> = { 0: {} };
  for (let iteration = 1; iteration <= 3; iteration += 1) {
    episodes.push([...(await session.iterate()).episodes]);
    adapters[iteration] = filesUnder(await checkpointOf(session), RUN_PATHS.checkpoint(iteration));
  }
  return { episodes, adapters };
}

const sampled = ({ messages }: EpisodeRecord) =>
  messages.map(({ response_ids, logprobs, adapter_version }) => [response_ids, logprobs, adapter_version]);

describe('a team put back on an engine', () => {
  it.each([
    ['with adapters of their own', plain],
    ['with one adapter for all', shared],
    ['in the chat template of its base', templated],
  ])('says what it said, token by token, %s', async (_name, document) => {
    const { episodes, adapters } = await run(document);
    const engine = await newEngine();
    const environment = createSandbox();
    await environment.load(document.environment.source);
    const speakers = new TeamVoices(engine, document, [micro]);
    for (const iteration of [3, 1, 2]) {
      const team = speakingTeam(document, [micro], iteration - 1, adapters[iteration - 1]!);
      const [voices = []] = speakers.voices(team);
      for (const record of episodes[iteration]!.slice(0, 3)) {
        for (const from of [0, 1]) {
          const given = record.messages.slice(0, from).map(said);
          const [again] = await replay({ document, voices, environment }, record, given, [0]);
          expect(sampled(again!)).toEqual(sampled(record));
          expect(again!.reward).toBe(record.reward);
        }
      }
    }
    // Trained again by a run that went on from an earlier one, an iteration has other adapters than those still on the engine.
    const [trainedAgain = []] = speakers.voices(speakingTeam(document, [micro], 1, adapters[2]!));
    for (const record of episodes[3]!.slice(0, 3)) {
      const [other] = await replay({ document, voices: trainedAgain, environment }, record, [], [0]);
      expect(sampled(other!)).toEqual(sampled(record));
    }
    // With other adapters it says something else, or nothing was tried.
    const [voices = []] = speakers.voices(speakingTeam(document, [micro], 0, {}));
    const again = await Promise.all(episodes[3]!.map((record) => replay({ document, voices, environment }, record, [], [0])));
    expect(again.map(([record]) => sampled(record!))).not.toEqual(episodes[3]!.map(sampled));
    speakers.dispose();
  });
});

describe('the recorded run of the default project', () => {
  const id = PRESETS.micro.recorded;
  const read = async (path: string) => new Uint8Array(readFileSync(join(projectRoot, 'public', id, path)));

  it('ships the adapters that said its episodes', async () => {
    const run = (await readRecorded(read, id))!;
    const { document } = run;
    const engine = await newEngine();
    const environment = createSandbox();
    await environment.load(document.environment.source);
    const speakers = new TeamVoices(engine, document, [micro]);
    for (const iteration of [1, 5, 40]) {
      const spoke = spokeAfter(iteration, document.training.lag);
      const team = speakingTeam(document, [micro], spoke, spoke === 0 ? {} : await readRecordedAdapters(read, spoke));
      const [voices = []] = speakers.voices(team);
      for (const record of run.episodes[iteration]!.slice(0, 8)) {
        const [again] = await replay({ document, voices, environment }, record, [], [0]);
        expect(again!.messages.map(({ response_ids }) => response_ids)).toEqual(record.messages.map(({ response_ids }) => response_ids));
      }
    }
  });
});

describe('the lab', () => {
  const open = async (document: ProjectDocument, base = micro) =>
    Lab.open({ document, bases: [base], engine: await newEngine(), environment: createSandbox() });

  it('fits critics of other kinds to more episodes, by what each of them reads', async () => {
    const { episodes, adapters } = await run(plain);
    const lab = await open(plain);
    const question = { kind: 'critics' as const, episodes: episodes[3]!.slice(0, 2), fit: 12, credit: creditedBatch(episodes[3]!, 0) };
    const fitted = await lab.answer(question, 2, adapters);
    // No hidden state is told by the arithmetic.
    expect(fitted.map(({ critic }) => critic)).toEqual(['own', 'shared', 'transcript']);
    const [own, shared, transcript] = fitted.map(({ values }) => values);
    for (const values of [own, shared, transcript]) {
      expect(values!.map((said) => said.length)).toEqual([2, 2]);
      for (const value of values!.flat()) expect(value).toSatisfy(Number.isFinite);
    }
    // The solver reads all that the planner read and said, so the joint transcript is the prompt.
    expect(transcript).toEqual(shared);
    expect(own).not.toEqual(shared);
    expect(await lab.answer(question, 2, adapters)).toEqual(fitted);
    // What they are fitted to is what is to come: with twice the rewards they say twice as much.
    const doubled = { ...plain, training: { ...plain.training, reward: { ...plain.training.reward, scale: 2 } } };
    const twice = await (await open(doubled)).answer(question, 2, adapters);
    twice.forEach(({ values }, index) =>
      values.flat().forEach((value, state) => expect(value).toBeCloseTo(2 * fitted[index]!.values.flat()[state]!, 5)),
    );
  });

  it('lets a fitted critic read the hidden state, which changes what it says', async () => {
    const posts = chooseProject({ preset: 'posts', seed: 1 });
    const document = { ...posts, training: { ...posts.training, episodes: 4 } };
    const base = loadBase('posts', readFolder(baseFolder('posts')));
    const session = kept(
      await TrainingSession.create({ document, bases: [base], engine: await newEngine(), environment: createSandbox() }),
    );
    const { episodes } = await session.iterate();
    const lab = await open(document, base);
    const question = { kind: 'critics' as const, episodes: episodes.slice(0, 2), fit: 12, credit: creditedBatch(episodes, 0) };
    const told: number[][] = [];
    const fitted = await lab.answer({ ...question, adapters: true }, 0, { 0: {} }, (...at) => told.push(at));
    const valuesOf = (id: string) => fitted.find(({ critic }) => critic === id)!.values;
    expect(fitted).toHaveLength(7);
    expect(valuesOf('state')).not.toEqual(valuesOf('transcript'));
    expect(valuesOf('transcript')).not.toEqual(valuesOf('shared'));
    for (const id of ['own_adapters', 'transcript_adapters', 'state_adapters'])
      expect(
        valuesOf(id)
          .flat()
          .every((value) => Number.isFinite(value)),
      ).toBe(true);
    expect(told.at(-1)![0]).toBe(told.at(-1)![1]);
  });

  it('learns with adapters what came of states', async () => {
    const { episodes } = await run(plain);
    const speakers = new TeamVoices(await newEngine(), plain, [micro]);
    const messages = episodes.flat().flatMap(({ messages: said }, group) => said.map((record, agent) => ({ record, agent, group })));
    for (const { critic } of speakers.openCritics(adaptedDocument(plain))) {
      // The first speaker's states are worth 1, the second's nothing.
      const rows = messages.map((message) => ({ ...message, target: 1 - message.agent }));
      const found = await fitAdapted(critic, rows, messages, 1);
      found.forEach((value, index) => expect(Math.abs(value - (1 - messages[index]!.agent))).toBeLessThan(0.2));
    }
    speakers.dispose();
  });

  it('finds no difference where the adapter stays, and lets one agent alone speak as another version left it', async () => {
    const { episodes, adapters } = await run(plain);
    const lab = await open(plain);
    const [episode] = episodes[3]!;
    const ask = (change: Change) => lab.answer({ kind: 'replay', episode: episode!, change, rolls: 6 }, 2, adapters);
    const [planner, solver] = plain.team.agents.map(({ role }) => role);
    const same = await ask({ kind: 'adapter', message: 0, role: planner!, iteration: 2 });
    expect(same.edited).toEqual(same.original);
    expect(same.difference).toBe(0);

    const base = await ask({ kind: 'adapter', message: 0, role: solver!, iteration: null });
    const began = await ask({ kind: 'adapter', message: 0, role: solver!, iteration: 0 });
    // The team began with fresh adapters, which are the base.
    expect(began.edited).toEqual(base.edited);
    expect(base.original).toEqual(same.original);
    const of = (role: string) => (record: EpisodeRecord) => record.messages.filter((message) => message.role === role);
    expect(base.edited.map(of(planner!))).toEqual(base.original.map(of(planner!)));
    expect(
      base.edited
        .map(of(solver!))
        .flat()
        .every(({ adapter_version }) => adapter_version === 0),
    ).toBe(true);
    expect(base.edited.map(sampled)).not.toEqual(base.original.map(sampled));
    expect(await ask({ kind: 'adapter', message: 0, role: solver!, iteration: null })).toEqual(base);

    // Standing changes are on both sides of the next one.
    const standing = [{ kind: 'adapter', message: 0, role: solver!, iteration: null } as const];
    const change: Change = { kind: 'temperature', message: 0, role: solver!, temperature: 0.3 };
    const second = await lab.answer({ kind: 'replay', episode: episode!, change, rolls: 6, origin: { forks: [], standing } }, 2, adapters);
    expect(second.original).toEqual(base.edited);
    expect(second.edited.flatMap(of(solver!)).every(({ temperature }) => temperature === 0.3)).toBe(true);
    lab.dispose();
  });

  it('plays an episode on in other ways, each as a replay plays it, and asks one agent alone as another version left it', async () => {
    const { episodes, adapters } = await run(plain);
    const lab = await open(plain);
    const [episode] = episodes[3]!;
    const tries = [
      { kind: 'anew', message: 0 },
      { kind: 'anew', message: 1 },
      { kind: 'same', message: 1 },
      { kind: 'other', message: 0, iteration: 2 },
      { kind: 'other', message: 0, iteration: null },
    ] as const;
    const told: number[][] = [];
    const question = { kind: 'tries', episode: episode!, tries, first: 1, count: 6 } as const;
    const [anew, behind, same, own, base] = await lab.answer(question, 2, adapters, (...at) => told.push(at));
    expect(told.at(-1)).toEqual([42, 42]);
    // Continuation 1 … 6 of a replay with nothing changed.
    const solver = plain.team.agents[1]!.role;
    const unchanged: Change = { kind: 'adapter', message: 1, role: solver, iteration: 2 };
    const replayed = await lab.answer({ kind: 'replay', episode: episode!, change: unchanged, rolls: 6 }, 2, adapters);
    expect(behind!.map(({ reward }) => reward)).toEqual(replayed.original.map(({ reward }) => reward));
    expect(behind!.map((outcome) => outcome.said?.responseIds)).toEqual(replayed.original.map(({ messages }) => messages[1]!.response_ids));
    expect(same!.map(({ reward }) => reward)).toEqual(same!.map(() => episode!.reward));
    // Its own adapter says what it says; its base says something else.
    expect(own!.map(({ reward, said: words }) => [reward, words?.responseIds])).toEqual(
      anew!.map(({ reward, said: words }) => [reward, words?.responseIds]),
    );
    expect(base!.map((outcome) => outcome.said?.responseIds)).not.toEqual(anew!.map((outcome) => outcome.said?.responseIds));
    expect(base!.every((outcome) => outcome.said?.adapterVersion === 0)).toBe(true);
    lab.dispose();
  });

  it('values states, shares the credit, stops when it is called off, and leaves nothing behind', async () => {
    const { episodes, adapters } = await run(plain);
    const engine = await newEngine();
    const before = engine.memory();
    const lab = await Lab.open({ document: plain, bases: [micro], engine, environment: createSandbox() });
    const told: number[][] = [];
    const values = await lab.answer({ kind: 'values', episodes: episodes[2]!.slice(0, 2), rolls: 4 }, 1, adapters, (...at) =>
      told.push(at),
    );
    expect(values.map((some) => some.map(({ rewards }) => rewards.length))).toEqual([
      [4, 4, 4],
      [4, 4, 4],
    ]);
    expect(told.at(-1)).toEqual([24, 24]);
    expect(values.map((some) => some.at(-1)!.value)).toEqual(episodes[2]!.slice(0, 2).map(({ reward }) => reward));

    // Where the team that played answers, continuation 0 behind a message is the recording, and behind the last one nobody speaks.
    const asked = { kind: 'others' as const, algorithm: 'c3' as const, alternatives: 2, continuations: 3 };
    const others = await lab.answer({ ...asked, episodes: episodes[2]!.slice(0, 2) }, 1, adapters, (...at) => told.push(at));
    expect(told.at(-1)).toEqual([36, 36]);
    others.forEach((messages, index) => {
      expect(messages.map((message) => message.others.length)).toEqual([2, 2]);
      const { rewards } = episodes[2]![index]!;
      for (const [role, worth] of Object.entries(messages[1]!.worth)) expect(worth).toBeCloseTo(rewards[role]!, 12);
    });
    expect(await lab.answer({ ...asked, episodes: episodes[2]!.slice(0, 2) }, 1, adapters)).toEqual(others);

    // COMA's critic is fitted when it is asked: it values the others that C3 plays on, and what reads alike is worth the same.
    const coma = { kind: 'others' as const, algorithm: 'coma' as const, alternatives: 2, fit: 12 };
    const critic = await lab.answer({ ...coma, episodes: episodes[2]!.slice(0, 2) }, 1, adapters);
    const texts = (answer: typeof critic) => answer.map((messages) => messages.map((held) => held.others.map(({ text }) => text)));
    expect(texts(critic)).toEqual(texts(others));
    critic.flat().forEach(({ worth, others: instead }, index) => {
      const message = episodes[2]!.slice(0, 2).flatMap(({ messages }) => messages)[index]!;
      expect(Object.keys(worth)).toEqual([message.role]);
      expect(Number.isFinite(worth[message.role])).toBe(true);
      for (const other of instead)
        expect(other.worth[message.role] === worth[message.role]).toBe(
          String(other.response_ids.slice(0, -1)) === String(message.response_ids.slice(0, -1)),
        );
    });
    expect(await lab.answer({ ...coma, episodes: episodes[2]!.slice(1, 2) }, 1, adapters)).toEqual(critic.slice(1));

    const shares = await lab.answer({ kind: 'shares', split: 'train', problems: 4, absence: 'base', orders: 1 }, 3, adapters);
    const worth = (count: number) => shares.worth.find(({ roles }) => roles.length === count)!.reward;
    expect(shares.shares.reduce((sum, { value }) => sum + value, 0)).toBeCloseTo(worth(2) - worth(0), 6);

    const long = lab.answer({ kind: 'values', episodes: episodes[2]!, rolls: 8 }, 1, adapters, () => lab.callOff());
    await expect(long).rejects.toBeInstanceOf(CalledOff);
    // And goes on to the next.
    const again = await lab.answer({ kind: 'values', episodes: episodes[2]!.slice(0, 2), rolls: 4 }, 1, adapters);
    expect(again).toEqual(values);
    lab.dispose();
    expect(engine.memory().tensors).toBe(before.tensors);
  });
});
