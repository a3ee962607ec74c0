/** A run of ours exported as anybody's rows and read back: with its base, adapters and environment it answers as the run itself does. */
import { afterEach, describe, expect, it } from 'vitest';
import { checkOf, type ToRetell } from '../../../src/core/counterfactual/retelling.ts';
import type { Change } from '../../../src/core/counterfactual/questions.ts';
import type { ProjectDocument } from '../../../src/core/document/schema.ts';
import type { EpisodeRecord } from '../../../src/core/episode/records.ts';
import { adapterFilesOf } from '../../../src/core/formats/models/adapters/adapterFiles.ts';
import { type Files, filesUnder } from '../../../src/core/formats/files.ts';
import { findProblems, problemOf, wantedOf } from '../../../src/core/formats/imports/playOn/match.ts';
import { playOnDocument } from '../../../src/core/formats/imports/playOn/team.ts';
import { unknownRowsReader } from '../../../src/core/formats/imports/rows/unknownRows.ts';
import { RUN_PATHS } from '../../../src/core/formats/runs/rundir.ts';
import { LocalEngine } from '../../../src/engine/engine.ts';
import { importRun } from '../../../src/runs/importRun.ts';
import { MemoryFileSystem } from '../../../src/runs/memoryFileSystem.ts';
import { EpisodeReader } from '../../../src/runs/storedRun.ts';
import { checkpointOf } from '../../../src/session/run/checkpoint.ts';
import { Lab } from '../../../src/session/run/lab.ts';
import { createSandbox } from '../../../src/session/sandbox/node.ts';
import { given } from '../../unit/core/formats/imports/given.ts';
import { createExecutor } from '../support/executors.ts';
import { keepSessions } from '../support/sessions.ts';
import { micro, microProject, openTeam } from '../support/team.ts';

const kept = keepSessions();
const labs: { readonly lab: Lab; readonly engine: LocalEngine }[] = [];
afterEach(() => {
  for (const { lab, engine } of labs.splice(0)) {
    lab.dispose();
    engine.dispose();
  }
});

async function openLab(document: ProjectDocument): Promise<Lab> {
  const engine = new LocalEngine(await createExecutor('wasm'));
  const lab = await Lab.open({ document, bases: [micro], engine, environment: createSandbox() });
  labs.push({ lab, engine });
  return lab;
}

const plain = microProject({ episodes: 8, iterations: 2, seed: 4, learningRate: 2e-3 });

let trained: Promise<{ readonly episodes: readonly EpisodeRecord[]; readonly adapters: Files }> | undefined;

/** The episodes of iteration 2, and the adapters that said them. */
const ownRun = () => (trained ??= train());

async function train() {
  const session = kept(await openTeam(plain));
  await session.iterate();
  const adapters = filesUnder(await checkpointOf(session), RUN_PATHS.checkpoint(1));
  return { episodes: [...(await session.iterate()).episodes], adapters };
}

/** A row a message, as somebody's script may write them; with `tokens` their ids and log-probabilities too. */
const rowsOf = (episodes: readonly EpisodeRecord[], tokens: boolean): string =>
  episodes
    .flatMap((record) =>
      record.messages.map((message) => {
        const { prompt } = plain.team.agents.find(({ role }) => role === message.role)!;
        const heard = record.messages.filter((_, at) => message.sees.includes(at)).map(({ role, text }) => ({ role, content: text }));
        return {
          ...{ step: record.iteration, episode: record.episode, agent: message.role, reward: record.reward, completion: message.text },
          prompt: [{ role: 'system', content: prompt }, { role: 'user', content: record.problem }, ...heard],
          ...(tokens ? { token_ids: message.response_ids, logprobs: message.logprobs } : {}),
        };
      }),
    )
    .map((row) => `${JSON.stringify(row)}\n`)
    .join('');

async function imported(rows: string) {
  const fs = new MemoryFileSystem();
  const request = { name: 'theirs', files: [given('rows.jsonl', rows)], mapping: null, names: {}, edges: null };
  const { document } = await importRun(fs, unknownRowsReader, request);
  return { document, episodes: (await new EpisodeReader().read(fs, 'run', 2)).episodes };
}

/** All that a person brings, with the problems that the environment knows. */
async function equipped(found: Awaited<ReturnType<typeof imported>>, adapters: Files | null, team: 'project' | 'files' = 'project') {
  const document = playOnDocument(found.document, { project: plain, team, base: '', adapters });
  const host = createSandbox();
  await host.load(document.environment.source);
  // Its problems have no end; those of two iterations are among the first.
  const splits = { train: 500, test: 500 };
  const { problems } = await findProblems({ host, splits, seed: document.training.seed, data: null }, found.episodes.map(wantedOf));
  const asked = found.episodes.flatMap((episode): ToRetell[] => {
    const problem = problemOf(episode, problems);
    return problem ? [{ episode, ...problem }] : [];
  });
  return { document, asked };
}

describe('an imported run with its base, adapters and environment at hand', () => {
  it('gives the same replay and the same shares as the run it came from, from texts alone', async () => {
    const own = await ownRun();
    const found = await imported(rowsOf(own.episodes, false));
    const adapters = adapterFilesOf(own.adapters);
    const { document, asked } = await equipped(found, adapters);
    expect(asked).toHaveLength(own.episodes.length);
    const lab = await openLab(document);
    const retelling = await lab.answer({ kind: 'retell', episodes: asked, scored: 8 }, 1, { 1: adapters });
    const check = checkOf(asked, retelling);
    expect(check).toMatchObject({ of: 8, told: 8, rewarded: 8, same: 8, obstacles: {}, logprobs: null });
    // All texts were encoded anew, and every prompt holds what was read.
    expect([check.encoded, check.samePrompts]).toEqual([check.messages, check.prompts]);

    // Messages that ran into their limit end otherwise in a file of texts.
    const at = own.episodes.findIndex(({ messages }) => messages.every(({ finish_reason }) => finish_reason === 'stop'));
    const [episode, recorded] = [retelling.episodes[at]!.record!, own.episodes[at]!];
    expect(episode.messages.map((message) => message.response_ids)).toEqual(recorded.messages.map((message) => message.response_ids));
    expect(episode.messages.map((message) => message.prompt_ids)).toEqual(recorded.messages.map((message) => message.prompt_ids));

    const home = await openLab(plain);
    const change: Change = { kind: 'message', message: 0, text: '1+1' };
    const [theirs, ours] = await Promise.all([
      lab.answer({ kind: 'replay', episode, change, rolls: 6 }, 1, { 1: adapters }),
      home.answer({ kind: 'replay', episode: recorded, change, rolls: 6 }, 1, { 1: own.adapters }),
    ]);
    const told = (records: readonly EpisodeRecord[]) =>
      records.map(({ reward, messages }) => [reward, messages.map(({ text, response_ids }) => [text, response_ids])]);
    expect(told(theirs.original)).toEqual(told(ours.original));
    expect(told(theirs.edited)).toEqual(told(ours.edited));
    expect([theirs.difference, theirs.interval]).toEqual([ours.difference, ours.interval]);
    const shares = { kind: 'shares', split: 'train', problems: 6, absence: 'base', orders: 1 } as const;
    expect(await lab.answer(shares, 1, { 1: adapters })).toEqual(await home.answer(shares, 1, { 1: own.adapters }));
  });

  it('plays the team as its files tell it: its system prompts, and who heard whom by what they quote', async () => {
    const own = await ownRun();
    const found = await imported(rowsOf(own.episodes, false));
    const { document, asked } = await equipped(found, null, 'files');
    expect(document.team.edges).toEqual(plain.team.edges);
    const lab = await openLab(document);
    const check = checkOf(asked, await lab.answer({ kind: 'retell', episodes: asked, scored: 0 }, 0, { 0: {} }));
    expect(check).toMatchObject({ told: 8, same: 8, obstacles: {} });
    expect(check.samePrompts).toBe(check.prompts);
  });

  it('holds the recorded log-probabilities against those of what was brought, and keeps tokens that are its own', async () => {
    const own = await ownRun();
    const found = await imported(rowsOf(own.episodes, true));
    const adapters = adapterFilesOf(own.adapters);
    const { document, asked } = await equipped(found, adapters);
    const lab = await openLab(document);
    const right = await lab.answer({ kind: 'retell', episodes: asked, scored: 8 }, 1, { 1: adapters });
    const base = await lab.answer({ kind: 'retell', episodes: asked, scored: 8 }, 0, { 0: {} });
    expect(checkOf(asked, right)).toMatchObject({ told: 8, same: 8, encoded: 0 });
    expect(right.episodes.map(({ record }) => record!.messages.map(({ logprobs }) => logprobs))).toEqual(
      own.episodes.map(({ messages }) => messages.map(({ logprobs }) => logprobs)),
    );
    expect(right.logprobs!.messages).toBeGreaterThanOrEqual(8);
    expect(right.logprobs!.difference).toBeLessThan(1e-4);
    expect(base.logprobs!.difference).toBeGreaterThan(10 * right.logprobs!.difference);
  });

  it('says of an episode that is none of this team’s why it cannot be played on', async () => {
    const own = await ownRun();
    const rows = rowsOf(own.episodes, false).trimEnd().split('\n');
    const [planned, solved] = [JSON.parse(rows[0]!) as object, JSON.parse(rows[1]!) as object];
    const row = (of: object, episode: number) => JSON.stringify({ ...of, episode });
    const found = await imported(
      [
        row(planned, 0),
        row(solved, 1),
        row(planned, 1),
        row(planned, 2),
        row(solved, 2),
        row(solved, 2),
        row({ ...planned, prompt: 'What is the capital of France?' }, 3),
      ].join('\n'),
    );
    const { document, asked } = await equipped(found, null);
    expect(asked.map(({ episode }) => episode.episode)).toEqual([0, 1, 2]);
    const lab = await openLab(document);
    const { episodes } = await lab.answer({ kind: 'retell', episodes: asked, scored: 0 }, 0, { 0: {} });
    expect(episodes.map(({ record, obstacle }) => [record, obstacle])).toEqual([
      [null, 'goes_on'],
      [null, 'other_speaker'],
      [null, 'ended'],
    ]);
    // With another reward on record the environment is not the one that paid it.
    const paid = asked.map((one) => ({ ...one, episode: { ...one.episode, reward: 17 } }));
    expect(checkOf(paid, { episodes, logprobs: null })).toMatchObject({ of: 3, told: 0, rewarded: 0, obstacles: { goes_on: 1, ended: 1 } });
  });
});
