/** What an imported run is played on with: whose team, whose adapters, which problems; and what is refused. */
import { describe, expect, it } from 'vitest';
import { checkOf, type Retold } from '../../../../../../src/core/counterfactual/retelling.ts';
import { PRESETS } from '../../../../../../src/core/document/presets/presets.ts';
import { documentSchema } from '../../../../../../src/core/document/schema.ts';
import type { EnvironmentHost, Split } from '../../../../../../src/core/environment/contract.ts';
import type { EpisodeRecord } from '../../../../../../src/core/episode/records.ts';
import { FaultError } from '../../../../../../src/core/faults.ts';
import type { CastAgent } from '../../../../../../src/core/formats/imports/run/cast.ts';
import { importedProject } from '../../../../../../src/core/formats/imports/run/project.ts';
import { findProblems, problemOf, problemTexts, wantedOf } from '../../../../../../src/core/formats/imports/playOn/match.ts';
import { encodePlayOn, parsePlayOn, type PlayOn, problemKey } from '../../../../../../src/core/formats/imports/playOn/playOn.ts';
import { playOnDocument } from '../../../../../../src/core/formats/imports/playOn/team.ts';
import { filesInto } from '../../../../../../src/core/formats/files.ts';
import { writePeft } from '../../../../../../src/core/formats/models/adapters/peft.ts';
import { environmentSource } from '../../../../../../src/environments/source.node.ts';
import { ownEpisodes } from '../ownEpisodes.ts';

const project = PRESETS.micro.project({ source: environmentSource('arithmetic') });
const cast = (...roles: string[]): { readonly agents: readonly CastAgent[] } => ({
  agents: roles.map((role) => ({ role, key: role, label: role, prompt: `You are ${role}. Answer {"x": 1}.`, foundBy: 'name' as const })),
});
const duo = importedProject('theirs', cast('planner', 'solver'), [{ from: 'planner', to: 'solver' }], 9);
const trio = importedProject('theirs', cast('planner', 'critic', 'solver'), [], 9);

const NAME = 'model.layers.0.self_attn.q_proj';
const adapter = () =>
  writePeft({
    ...{ baseName: 'micro', rank: 2, alpha: 5, targets: ['q_proj'] },
    tensors: new Map([
      [`${NAME}.lora_A`, { shape: [2, 4], data: new Float32Array(8).fill(0.1) }],
      [`${NAME}.lora_B`, { shape: [4, 2], data: new Float32Array(8).fill(0.1) }],
    ]),
  });

const faultOf = (work: () => unknown) => {
  try {
    work();
  } catch (error) {
    if (error instanceof FaultError) return error.fault;
    throw error;
  }
  return null;
};

describe('the project that a run is played on with', () => {
  it('is the project at hand, on the base that was chosen, with adapters as their files say', () => {
    const adapters = filesInto('solver', adapter());
    const found = playOnDocument(duo, { project, team: 'project', base: 'standard', adapters });
    expect(found.environment).toEqual(project.environment);
    expect(found.training).toEqual(project.training);
    expect(found.team.base).toBe('standard');
    const [planner, solver] = found.team.agents;
    expect(planner).toEqual({ ...project.team.agents[0], base: '' });
    expect(solver!.adapter).toMatchObject({ rank: 2, alpha: 5, targets: ['q_proj'], group: '' });
    expect(playOnDocument(duo, { project, team: 'project', base: '', adapters: null }).team).toEqual(project.team);
  });

  it('takes the team of the files where a person says so, who speak as the project’s agents do', () => {
    const found = playOnDocument(trio, { project, team: 'files', base: '', adapters: null });
    expect(found.team.base).toBe(project.team.base);
    expect(found.team.agents.map(({ role, prompt }) => [role, prompt])).toEqual(trio.team.agents.map(({ role, prompt }) => [role, prompt]));
    expect(found.team.agents.map(({ sampling }) => sampling)).toEqual(trio.team.agents.map(() => project.team.agents[0]!.sampling));
    expect(found.team.edges).toEqual([]);
    expect(found.environment).toEqual(project.environment);
  });

  it('refuses a team without the run’s agents and an adapter of nobody, with what there is', () => {
    const missing = faultOf(() => playOnDocument(trio, { project, team: 'project', base: '', adapters: null }));
    expect(missing).toMatchObject({ code: 'E_PLAY_ON_ROLES' });
    expect(missing!.message).toContain('no agent “critic”');
    expect(missing!.hint).toContain('“planner”, “solver”');
    const stranger = faultOf(() => playOnDocument(duo, { project, team: 'project', base: '', adapters: filesInto('judge', adapter()) }));
    expect(stranger).toMatchObject({ code: 'E_PLAY_ON_ADAPTER' });
    expect(stranger!.message).toContain('“judge”');
  });
});

describe('which problem an episode is of', () => {
  /** Shows `train 3`, `test 3`, …, and to each split's problem 0 the same words. */
  const host: Pick<EnvironmentHost, 'reset'> = {
    reset: async (requests) =>
      requests.map(({ split, index }) => ({ state: null, observation: index === 0 ? 'the same' : { solver: `${split} ${index}` } })),
  };
  const [base] = ownEpisodes();
  const asking = (problem: string, more: Partial<EpisodeRecord> = {}): EpisodeRecord => ({ ...base!, problem, ...more });
  const find = (...records: EpisodeRecord[]) =>
    findProblems({ host, splits: { train: 600, test: 4 }, seed: 1, data: null }, records.map(wantedOf));

  it('is found by its very words in either split, in the episode’s own first', async () => {
    const places: [EpisodeRecord, { split: Split; index: number } | null][] = [
      [asking('  train 599\n'), { split: 'train', index: 599 }],
      [asking('test 3'), { split: 'test', index: 3 }],
      [asking('train 7', { split: 'test' }), { split: 'train', index: 7 }],
      [asking('the same', { split: 'test' }), { split: 'test', index: 0 }],
      [asking('the same'), { split: 'train', index: 0 }],
      [asking('train 600'), null],
      [asking('Train 599'), null],
    ];
    const { problems, seen } = await find(...places.map(([record]) => record));
    expect(places.map(([record]) => problemOf(record, problems))).toEqual(places.map(([, place]) => place));
    expect(seen).toBe(604);
  });

  it('is not looked for any longer than it takes', async () => {
    expect((await find(asking('train 3'), asking('train 249'))).seen).toBe(250);
    expect((await find(asking('train 250'))).seen).toBe(500);
    // In its own split first, though the other shows the same words.
    expect(await find(asking('the same', { split: 'test' }))).toEqual({ problems: { [problemKey('the same')]: { test: 0 } }, seen: 4 });
    expect((await find()).seen).toBe(0);
  });

  it('may stand in what the first message read, behind a system prompt', async () => {
    const prompt_parts = [
      { role: 'system', text: 'You solve.' },
      { role: 'user', text: 'An example.' },
      { role: 'assistant', text: 'So.' },
      { role: 'user', text: 'test 2' },
    ];
    const record = asking('', { messages: [{ ...base!.messages[0]!, prompt_parts }] });
    expect(problemTexts(record)).toEqual(['An example.', 'test 2']);
    expect(problemOf(record, (await find(record)).problems)).toEqual({ split: 'test', index: 2 });
    expect(problemTexts(asking('   ', { messages: [] }))).toEqual([]);
  });

  it('is the row of the file where the environment reads one', async () => {
    const rows: Pick<EnvironmentHost, 'reset'> = {
      reset: async (requests) => requests.map(({ problem }) => ({ state: null, observation: (problem as { q: string }).q })),
    };
    const data = {
      splits: { train: Uint32Array.of(5, 2), test: Uint32Array.of(7) },
      problem: (index: number) => ({ q: `row ${index}` }),
      fingerprint: '',
    };
    const { problems, seen } = await findProblems(
      { host: rows, splits: { train: 'unlimited', test: 'unlimited' }, seed: 1, data },
      [asking('row 2'), asking('row 7')].map(wantedOf),
    );
    expect([seen, problems]).toEqual([3, { [problemKey('row 2')]: { train: 2 }, [problemKey('row 7')]: { test: 7 } }]);
  });
});

describe('what was found', () => {
  const [first, second, third] = ownEpisodes();
  const retold = (record: EpisodeRecord, reward: number): Retold => {
    const { length } = record.messages;
    return { record, obstacle: null, reward, prompts: length, samePrompts: length - 1, encoded: 1 };
  };

  it('counts only what is known: an unknown reward is neither the same nor another', () => {
    const asked = [first!, { ...second!, reward: Number.NaN }, { ...third!, reward: 0.25 }, first!].map((episode) => ({ episode }));
    const none: Retold = { record: null, obstacle: 'ended', reward: Number.NaN, prompts: 0, samePrompts: 0, encoded: 0 };
    const episodes = [retold(first!, 0.5 + 1e-9), retold(second!, 1), retold(third!, 0.5), none];
    expect(checkOf(asked, { episodes, logprobs: null })).toEqual({
      ...{ of: 4, told: 3, obstacles: { ended: 1 }, rewarded: 2, same: 1 },
      ...{ prompts: 12, samePrompts: 9, messages: 12, encoded: 3, logprobs: null },
    });
  });

  it('is read back as it was kept, and anything else is refused by its name', () => {
    const playOn: PlayOn = {
      version: 1,
      document: documentSchema.parse(project),
      project: 'mine',
      team: 'project',
      adapters: { after: 40, from: 'checkpoint-40', roles: ['solver'], trainedOn: ['micro'] },
      problems: { [problemKey('1+1')]: { train: 3 } },
      episodes: { matched: 2, of: 3 },
      check: checkOf([], { episodes: [], logprobs: { messages: 1, tokens: 4, difference: 0.01 } }),
    };
    expect(parsePlayOn(encodePlayOn(playOn), 'play-on.json')).toEqual(playOn);
    const bytes = (text: string) => new TextEncoder().encode(text);
    const wrong = [bytes('{'), bytes('[]'), bytes('{"version":1}'), encodePlayOn({ ...playOn, episodes: { matched: -1, of: 3 } })];
    for (const broken of wrong) expect(faultOf(() => parsePlayOn(broken, 'play-on.json'))).toMatchObject({ code: 'E_PLAY_ON' });
    expect(faultOf(() => parsePlayOn(bytes('{"document":{"version":1,"evil":2}}'), 'x'))!.code).toMatch(/^E_DOCUMENT/);
    const newer = bytes(JSON.stringify({ ...playOn, version: 2 }));
    expect(faultOf(() => parsePlayOn(newer, 'x'))).toMatchObject({ code: 'E_RUN_FUTURE', params: { subject: 'x', format: 2, reads: 1 } });
  });
});
