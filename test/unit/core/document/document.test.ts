import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { documentFaults } from '../../../../src/core/document/check/check.ts';
import * as edits from '../../../../src/core/editing/edits.ts';
import { migrate } from '../../../../src/core/document/migrations.ts';
import { MAX_DOCUMENT_BYTES, parseDocument } from '../../../../src/core/document/parse.ts';
import { isPresetName, PRESETS } from '../../../../src/core/document/presets/presets.ts';
import { exportProfiles, importProfiles } from '../../../../src/core/editing/profiles.ts';
import { DOCUMENT_VERSION } from '../../../../src/core/document/schema.ts';
import type { ProjectDocument, TeamSettings } from '../../../../src/core/document/schema.ts';
import { FaultError } from '../../../../src/core/faults.ts';
import type { Fault } from '../../../../src/core/faults.ts';
import { dependencies } from '../../../../src/core/team/graph.ts';
import { Cases, randomTeam, teamOf } from '../episode/support.ts';

const micro = PRESETS.micro.project({ source: 'export default {}' });
const raw = (changes: (value: any) => void): unknown => {
  const value = structuredClone(micro);
  changes(value);
  return value;
};
function faultOf(work: () => unknown): Fault {
  try {
    work();
  } catch (error) {
    if (error instanceof FaultError) return error.fault;
    throw error;
  }
  throw new Error('Nothing was refused.');
}

describe('parseDocument', () => {
  it('reads back what was saved', () => {
    expect(parseDocument(JSON.stringify(micro))).toEqual(micro);
    expect(parseDocument(micro)).toEqual(micro);
  });
  it('fills in what a short file leaves out', () => {
    const document = parseDocument({ version: 1, name: 'x', team: { agents: [{ role: 'solo' }] }, environment: { source: '' } });
    expect(document.training.lambda).toBe(0.95);
    expect(document.team.agents[0]?.adapter.targets.length).toBe(7);
  });
  it('names an unknown field with its path', () => {
    const fault = faultOf(() => parseDocument(raw((d) => (d.team.agents[1].sampling.heat = 3))));
    expect(fault.code).toBe('E_DOCUMENT_UNKNOWN_FIELD');
    expect(fault.place?.subject).toBe('team.agents[1].sampling.heat');
  });
  it('names a bad value with its path, and lists every other', () => {
    const fault = faultOf(() =>
      parseDocument(
        raw((d) => {
          d.training.clip = -1;
          d.training.seed = 'one';
        }),
      ),
    );
    expect(fault.code).toBe('E_DOCUMENT_INVALID');
    expect(fault.message).toContain('(and 1 more)');
    expect(fault.detail).toContain('training.clip');
    expect(fault.detail).toContain('training.seed');
  });
  it('lets a half-drawn graph in: that is a fault of the team, not of the file', () => {
    const document = parseDocument(raw((d) => d.team.edges.push({ from: 'solver', to: 'planner' }, { from: 'ghost', to: 'solver' })));
    expect(documentFaults(document).map((fault) => fault.code)).toEqual(['E_GRAPH_UNKNOWN_ROLE', 'E_GRAPH_CYCLE']);
  });
  it('drops keys that reach prototypes', () => {
    const text = JSON.stringify(micro).replace(
      '"view":{',
      '"view":{"__proto__":{"polluted":1},"constructor":{"prototype":{"polluted":1}},',
    );
    expect(text).toContain('__proto__');
    expect(parseDocument(text)).toEqual(micro);
    expect(({} as Record<string, unknown>).polluted).toBeUndefined();
  });
  it.each([
    ['{', 'E_DOCUMENT_JSON'],
    ['', 'E_DOCUMENT_JSON'],
    ['null', 'E_DOCUMENT_VERSION'],
    ['[]', 'E_DOCUMENT_VERSION'],
    ['{}', 'E_DOCUMENT_VERSION'],
    ['{"version":"1"}', 'E_DOCUMENT_VERSION'],
    ['{"version":0}', 'E_DOCUMENT_VERSION'],
    ['{"version":1.5}', 'E_DOCUMENT_VERSION'],
    ['{"version":1}', 'E_DOCUMENT_INVALID'],
    [`${'['.repeat(5000)}${']'.repeat(5000)}`, 'E_DOCUMENT_INVALID'],
  ])('refuses %.20s', (text, code) => {
    expect(faultOf(() => parseDocument(text)).code).toBe(code);
  });
  it('counts the limit in bytes', () => {
    expect(faultOf(() => parseDocument('x'.repeat(MAX_DOCUMENT_BYTES + 1))).code).toBe('E_DOCUMENT_SIZE');
    expect(faultOf(() => parseDocument('€'.repeat(MAX_DOCUMENT_BYTES / 2))).code).toBe('E_DOCUMENT_SIZE');
    expect(faultOf(() => parseDocument('x'.repeat(MAX_DOCUMENT_BYTES))).code).toBe('E_DOCUMENT_JSON');
  });
  it('says what to do with a project of a newer workbench', () => {
    const fault = faultOf(() =>
      parseDocument(
        raw((d) => {
          d.version = DOCUMENT_VERSION + 1;
          d.novelty = true;
        }),
      ),
    );
    expect(fault.code).toBe('E_DOCUMENT_FUTURE');
    expect(fault.hint).toContain('Update');
  });
  it('never throws anything but a fault, whatever is cut out of a file', () => {
    const text = JSON.stringify(micro);
    const cases = new Cases(1);
    for (let i = 0; i < 300; i++) {
      const at = cases.integer(0, text.length - 1);
      const cut = text.slice(0, at) + text.slice(at + cases.integer(1, 40));
      try {
        parseDocument(cut);
      } catch (error) {
        expect(error).toBeInstanceOf(FaultError);
      }
    }
  });
});

describe('migrations', () => {
  const steps = [
    { from: 1, up: ({ names, ...rest }: Readonly<Record<string, unknown>>) => ({ ...rest, roles: names }) },
    { from: 2, up: ({ roles, ...rest }: Readonly<Record<string, unknown>>) => ({ ...rest, team: roles }) },
  ];
  it('are applied one after the other from the file’s version on', () => {
    expect(migrate({ version: 1, names: ['a'] }, steps, 3)).toEqual({ version: 3, team: ['a'] });
    expect(migrate({ version: 2, roles: ['a'] }, steps, 3)).toEqual({ version: 3, team: ['a'] });
    expect(migrate({ version: 3, team: ['a'] }, steps, 3)).toEqual({ version: 3, team: ['a'] });
  });
  it('keep what older projects normalise over, and let it go with the algorithm where it is the algorithm’s own', () => {
    const scopesOf = (training: object) => parseDocument({ ...micro, version: 8, training }).training.normalizeAdvantages;
    // Nothing said was the minibatch, whatever the algorithm.
    expect(scopesOf({ algorithm: 'grpo', groupSize: 8 })).toEqual({ mean: 'minibatch', std: 'minibatch' });
    expect(scopesOf({ algorithm: 'rloo', groupSize: 8, normalizeAdvantages: { mean: 'none' } })).toEqual({
      mean: 'none',
      std: 'minibatch',
    });
    expect(scopesOf({})).toEqual({ mean: 'auto', std: 'auto' });
    expect(scopesOf({ algorithm: 'appo', normalizeAdvantages: { mean: 'minibatch', std: 'batch' } })).toEqual({
      mean: 'auto',
      std: 'batch',
    });
    expect(scopesOf({ algorithm: 'vineppo', normalizeAdvantages: { std: 'none' } })).toEqual({ mean: 'auto', std: 'none' });
    // A new one has what belongs to it.
    expect(parseDocument({ ...micro, training: { algorithm: 'grpo' } }).training.normalizeAdvantages).toEqual({
      mean: 'auto',
      std: 'auto',
    });
  });
  it('refuse a version with no way from it, and leave the input alone', () => {
    const old = Object.freeze({ version: 1, names: ['a'] });
    expect(faultOf(() => migrate(old, steps.slice(1), 3)).code).toBe('E_DOCUMENT_VERSION');
    expect(migrate(old, steps, 3)).not.toBe(old);
    expect(old.version).toBe(1);
  });
});

describe('edits', () => {
  const roles = (document: ProjectDocument) => document.team.agents.map((agent) => agent.role);
  const edges = (document: ProjectDocument) => document.team.edges.map((edge) => `${edge.from}→${edge.to}`);

  it('build a chain of three by hand', () => {
    let document = edits.addAgent(micro, { role: 'verifier' }, { x: 1, y: 2 });
    document = edits.connect(document, 'solver', 'verifier');
    expect(edges(document)).toEqual(['planner→solver', 'solver→verifier']);
    expect(document.view.positions.verifier).toEqual({ x: 1, y: 2 });
    expect(document.team.agents[2]?.sampling).toEqual(micro.team.agents[1]?.sampling);
    expect(documentFaults(document)).toEqual([]);
    expect(parseDocument(document)).toEqual(document);
  });
  it('rename an agent wherever it is named', () => {
    const document = edits.renameAgent(micro, 'planner', 'thinker');
    expect(roles(document)).toEqual(['thinker', 'solver']);
    expect(edges(document)).toEqual(['thinker→solver']);
    expect(Object.keys(document.view.positions)).toEqual(['thinker', 'solver']);
    expect(roles(edits.renameAgent(micro, 'planner', 'Planner'))).toEqual(['Planner', 'solver']);
    expect(edits.renameAgent(micro, 'planner', 'planner')).toBe(micro);
  });
  it('follow an agent into later turns and into its leading of the others', () => {
    const team = {
      ...micro.team,
      turns: [{ turn: 1, edges: [{ from: 'solver', to: 'planner' }] }],
      orchestration: 'dynamic' as const,
      orchestrator: { role: 'planner', maxSteps: 3 },
    };
    const renamed = edits.renameAgent({ ...micro, team }, 'planner', 'thinker').team;
    expect([renamed.turns[0]?.edges, renamed.orchestrator.role]).toEqual([[{ from: 'solver', to: 'thinker' }], 'thinker']);
    const removed = edits.removeAgent({ ...micro, team }, 'planner').team;
    expect([removed.turns[0]?.edges, removed.orchestrator]).toEqual([[], { role: '', maxSteps: 3 }]);
  });
  it('delete an agent with everything that names it', () => {
    const document = edits.removeAgent(micro, 'planner');
    expect([roles(document), edges(document), Object.keys(document.view.positions)]).toEqual([['solver'], [], ['solver']]);
    expect(faultOf(() => edits.removeAgent(document, 'solver')).code).toBe('E_TEAM_EMPTY');
  });
  it('refuse a cycle with its path', () => {
    const fault = faultOf(() => edits.connect(micro, 'solver', 'planner'));
    expect(fault.code).toBe('E_GRAPH_CYCLE');
    expect(fault.message).toContain('solver → planner → solver');
    expect(faultOf(() => edits.connect(micro, 'solver', 'solver')).code).toBe('E_GRAPH_SELF_EDGE');
  });
  it('refuse illegal, taken and unknown roles, and a thirty-third agent', () => {
    expect(faultOf(() => edits.addAgent(micro, { role: 'SOLVER' })).code).toBe('E_ROLE_DUPLICATE');
    expect(faultOf(() => edits.renameAgent(micro, 'planner', 'solver')).code).toBe('E_ROLE_DUPLICATE');
    expect(faultOf(() => edits.addAgent(micro, { role: 'a b' })).code).toBe('E_ROLE_ILLEGAL');
    expect(faultOf(() => edits.addAgent(micro, { role: 'nul' })).code).toBe('E_ROLE_RESERVED');
    expect(faultOf(() => edits.setPrompt(micro, 'ghost', '')).code).toBe('E_GRAPH_UNKNOWN_ROLE');
    const full = Array.from({ length: 30 }).reduce<ProjectDocument>((document) => edits.addAgent(document), micro);
    expect(new Set(roles(full)).size).toBe(32);
    expect(faultOf(() => edits.addAgent(full)).code).toBe('E_TEAM_FULL');
  });
  it('leave the document they start from alone and share what they do not touch', () => {
    const before = JSON.stringify(micro);
    const document = edits.setPrompt(edits.disconnect(micro, 'planner', 'solver'), 'solver', 'new');
    expect(JSON.stringify(micro)).toBe(before);
    expect(document.team.agents[1]?.prompt).toBe('new');
    expect(document.team.agents[0]).toBe(micro.team.agents[0]);
    expect(document.training).toBe(micro.training);
    expect(edits.connect(micro, 'planner', 'solver')).toBe(micro);
    expect(edits.disconnect(micro, 'solver', 'planner')).toBe(micro);
  });
});

describe('documentFaults', () => {
  const codes = (change: (value: any) => void) => documentFaults(parseDocument(raw(change))).map((fault) => fault.code);
  it('lets the presets run', () => {
    expect(Object.keys(PRESETS).every(isPresetName)).toBe(true);
    expect(isPresetName('toString')).toBe(false);
    expect(documentFaults(micro)).toEqual([]);
  });
  it('stops what could only fail later', () => {
    expect(codes((d) => (d.environment.source = ' \n'))).toEqual(['E_ENV_EMPTY']);
    expect(codes((d) => d.team.agents.forEach((agent: any) => (agent.adapter.frozen = true)))).toEqual(['E_TEAM_FROZEN']);
    expect(
      codes((d) => {
        d.training.episodes = 4;
        d.training.minibatches = 5; // whatever the number of agents: an episode is not cut apart
      }),
    ).toEqual(['E_TRAINING_MINIBATCHES']);
  });
});

/** An entry of R1's own files. */
interface OriginalProfile {
  readonly role: string;
  readonly prompt: string;
  readonly with_answer: boolean;
  readonly device?: string;
}

describe('profiles of the original MARFT', () => {
  const file = (name: string) => readFileSync(new URL(`../../../golden/profiles/${name}.json`, import.meta.url), 'utf8');

  it.each(['math_dual', 'math_trio', 'math_quartet', 'math_octet'])('%s becomes a chain without markers and goes back', (name) => {
    const original = JSON.parse(file(name)) as OriginalProfile[];
    const { document, notices } = importProfiles(file(name), micro);
    expect(document.team.agents.map((agent) => agent.role)).toEqual(original.map((p) => p.role));
    expect(document.team.edges.length).toBe(original.length - 1);
    for (const agent of document.team.agents) expect(agent.prompt).not.toMatch(/<\|im_(start|end)\|>|^system:/);
    expect(documentFaults(document)).toEqual([]);
    // R1's two-agent file alone names devices.
    expect(notices.map((notice) => notice.code)).toEqual(original.flatMap((p) => ('device' in p ? 'N_PROFILE_DROPPED' : [])));
    for (const notice of notices) expect(notice.message).toContain('“device”');
    expect(document.team.agents.map((agent) => agent.withAnswer)).toEqual(original.map((p) => p.with_answer));

    const { profiles, notices: lost } = exportProfiles(document);
    expect(lost).toEqual([]);
    // R1's two-agent file leaves out the line break behind the block, which every prompt here has.
    expect(profiles.map((p) => ({ ...p, prompt: p.prompt.trimEnd() }))).toEqual(
      original.map(({ device: _, ...p }) => ({ ...p, prompt: p.prompt.trimEnd() })),
    );
    expect(importProfiles(profiles, micro).document).toEqual(document);
  });
  it('keeps a prompt that is not exactly one system block as it is, and says so', () => {
    const odd = '<|im_start|>system: a<|im_end|>\n<|im_start|>user: b<|im_end|>';
    const { document, notices } = importProfiles(
      [
        { role: 'a', prompt: odd },
        { role: 'b', prompt: 'plain' },
      ],
      micro,
    );
    expect(document.team.agents.map((agent) => agent.prompt)).toEqual([odd, 'plain']);
    expect(notices.map((notice) => notice.code)).toEqual(['N_PROFILE_MARKERS']);
  });
  it('makes roles legal and different, and says so', () => {
    const entries = ['Math Solver', 'math_solver', '2nd', 'system', 'x'.repeat(60)].map((role) => ({ role, prompt: '' }));
    const { document, notices } = importProfiles(entries, micro);
    expect(documentFaults(document)).toEqual([]);
    expect(document.team.agents.map((agent) => agent.role)).toEqual([
      'Math_Solver',
      'math_solver_2',
      'agent_2nd',
      'system_2',
      'x'.repeat(32),
    ]);
    expect(notices.length).toBe(5);
  });
  it('a file with depends_on is a graph, and goes back as one', () => {
    const entries = [
      { role: 'final', prompt: '', with_answer: true, depends_on: ['left', 'right', 'left'] },
      { role: 'the lead', prompt: '', with_answer: false, depends_on: [] },
      { role: 'left', prompt: '', with_answer: false, depends_on: ['the lead'] },
      { role: 'right', prompt: '', with_answer: true, depends_on: ['the lead'] },
    ];
    const { document } = importProfiles(entries, micro);
    expect(document.team.edges.map(({ from, to }) => `${from} ${to}`)).toEqual([
      'left final',
      'right final',
      'the_lead left',
      'the_lead right',
    ]);
    expect(document.view.positions).toMatchObject({ the_lead: { x: 0 }, left: { x: 320 }, right: { x: 320 }, final: { x: 640 } });
    const { profiles, notices } = exportProfiles(document);
    expect(notices).toEqual([]);
    expect(profiles.map((p) => [p.role, p.with_answer, p.depends_on])).toEqual([
      ['the_lead', false, []],
      ['left', false, ['the_lead']],
      ['right', true, ['the_lead']],
      ['final', true, ['left', 'right']],
    ]);
    const again = importProfiles(profiles, micro).document;
    expect(exportProfiles(again).profiles).toEqual(profiles);
    expect(dependencies(again.team)).toEqual([[], [0], [0], [0, 1, 2]]);
  });
  it('carries 𝒟 of 100 random teams there and back', () => {
    for (let seed = 0; seed < 100; seed++) {
      const team = randomTeam(seed);
      const { profiles, notices } = exportProfiles({ ...micro, team });
      const rows = (of: TeamSettings) =>
        Object.fromEntries(dependencies(of).map((row, at) => [of.agents[at]!.role, row.map((seen) => of.agents[seen]!.role).sort()]));
      const again = importProfiles(JSON.stringify(profiles), micro).document.team;
      if (notices.length === 0) expect(rows(again)).toEqual(rows(team));
      else expect(team.context).toBe('parents');
    }
  });
  it('refuses a file whose depends_on names nobody or closes a circle', () => {
    const file2 = (a: string[], b: string[]) => [
      { role: 'a', prompt: '', depends_on: a },
      { role: 'b', prompt: '', depends_on: b },
    ];
    expect(faultOf(() => importProfiles(file2(['ghost'], []), micro)).code).toBe('E_PROFILES_INVALID');
    expect(faultOf(() => importProfiles(file2(['b'], ['a']), micro)).code).toBe('E_GRAPH_CYCLE');
    expect(faultOf(() => importProfiles(file2(['a'], []), micro)).code).toBe('E_GRAPH_SELF_EDGE');
  });
  it('says on import and on export what a file cannot say', () => {
    const routed = raw((value) => {
      value.team.orchestration = 'dynamic';
      value.team.orchestrator.role = 'planner';
    }) as ProjectDocument;
    expect(exportProfiles(routed).notices.map((notice) => notice.code)).toEqual(['N_PROFILE_TEAM']);
    const { document, notices } = importProfiles([{ role: 'a', prompt: '' }], routed);
    expect(notices.map((notice) => notice.code)).toEqual(['N_PROFILE_TEAM']);
    expect(documentFaults(document)).toEqual([]);
    const narrow = teamOf(
      ['a', 'b', 'c'],
      [
        ['a', 'b'],
        ['b', 'c'],
      ],
      'parents',
    );
    expect(exportProfiles({ ...micro, team: narrow }).notices.map((notice) => notice.code)).toEqual(['N_PROFILE_CONTEXT']);
  });
  it('lets the last speaker answer where nobody said who does', () => {
    expect(exportProfiles(micro).profiles).toMatchObject([{ with_answer: false }, { with_answer: true }]);
    expect(exportProfiles(micro).profiles[0]).not.toHaveProperty('depends_on');
    const apart = exportProfiles(edits.disconnect(micro, 'planner', 'solver')).profiles;
    expect(apart.map((p) => p.depends_on)).toEqual([[], []]);
  });
  it.each([['{}'], ['[]'], ['[{"role":"a"}]'], ['[{"role":"","prompt":""}]']])('refuses %s', (text) => {
    expect(faultOf(() => importProfiles(text, micro)).code).toBe('E_PROFILES_INVALID');
  });
});
