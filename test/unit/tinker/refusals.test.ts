/** What is refused before the first call, in which words, and that nothing else is. */
import { describe, expect, it } from 'vitest';
import { PRESETS } from '../../../src/core/document/presets/presets.ts';
import type { AgentSettings, ProjectDocument } from '../../../src/core/document/schema.ts';
import type { Capabilities } from '../../../src/tinker/capabilities.ts';
import { type Here, NOTHING_HERE, refusals, targetGroups } from '../../../src/tinker/refusals.ts';

const OPEN_RL: Capabilities = {
  bases: ['micro'],
  reduction: 'sum',
  norms: true,
  pooledClip: true,
  alpha: { is: 'asked' },
  choosesTargets: true,
  ranks: 'any',
  full: null,
  stopsAtIds: false,
  sampledLogprobs: 'tempered',
  resendable: false,
  hasForward: false,
  hasUnload: false,
  hasArchive: false,
  loadsFirstOnly: false,
  keepsVersions: false,
  sharedSlot: false,
};
const SKYRL: Capabilities = { ...OPEN_RL, reduction: 'mean', alpha: { is: 'fixed', value: 32 }, choosesTargets: false };
const HERE: Here = { ...NOTHING_HERE, holds: new Set(['micro']) };

const micro = PRESETS.micro.project({ file: 'environment.ts', source: '' });
/** The micro duo without a critic, which every server can train. */
const PLAIN: ProjectDocument = { ...micro, training: { ...micro.training, algorithm: 'reinforce', baseline: 'batch' } };
const training = (more: Partial<ProjectDocument['training']>): ProjectDocument => ({ ...PLAIN, training: { ...PLAIN.training, ...more } });
/** The first agent so. */
function agent(change: (first: AgentSettings) => AgentSettings, of = PLAIN): ProjectDocument {
  const agents = of.team.agents.map((each, index) => (index === 0 ? change(each) : each));
  return { ...of, team: { ...of.team, agents } };
}
const role = PLAIN.team.agents[0]?.role ?? '';
const said = (document: ProjectDocument, can: Capabilities = OPEN_RL, here: Here = HERE): string[] =>
  refusals(document, can, here).map(({ code, message }) => `${code} ${message}`);

describe('refusals', () => {
  it('are none of a team that every server can train', () => {
    expect(said(PLAIN)).toEqual([]);
    const at32 = {
      ...PLAIN,
      team: { ...PLAIN.team, agents: PLAIN.team.agents.map((each) => ({ ...each, adapter: { ...each.adapter, alpha: 32 } })) },
    };
    expect(said(at32, SKYRL)).toEqual([]);
  });

  it.each([{ temperature: 0.7 }, { topK: 5 }, { topP: 0.9 }])('temperature: %j', (more) => {
    const document = agent((first) => ({ ...first, sampling: { ...first.sampling, ...more } }));
    expect(said(document)).toEqual([
      `E_REMOTE_TEMPERATURE The server scores at temperature 1: give “${role}” temperature 1, top-k 0, top-p 1.`,
    ]);
    expect(said(agent((first) => ({ ...first, adapter: { ...first.adapter, frozen: true } }), document))).toEqual([]);
  });

  it('a full server, of which nothing else could be found out', () => {
    const can = { ...OPEN_RL, alpha: null, ranks: null, full: 'S refused create_model (400): Maximum reached' };
    expect(said(PLAIN, can)).toEqual([
      'E_REMOTE_FULL This server has no place for another adapter: S refused create_model (400): Maximum reached',
    ]);
  });

  it('entropy', () => {
    expect(said(training({ entropyCoef: 0.01 }))).toEqual([
      'E_REMOTE_ENTROPY A Tinker server returns no distributions: set the entropy bonus to 0.',
    ]);
  });

  it.each([{ algorithm: 'tppo' }, { algorithm: 'appo' }, { baseline: 'critic' }] as const)(
    'critic: %j, where the base is not held',
    (more) => {
      expect(said(training(more), OPEN_RL, NOTHING_HERE)).toEqual([
        'E_REMOTE_CRITIC TPPO and APPO need values, and “micro” is too large to read here: choose GRPO, RLOO or REINFORCE.',
      ]);
      expect(said(training(more))).toEqual([]);
    },
  );

  it('a fixed α, with the rank of the same scale', () => {
    const all = said(PLAIN, SKYRL);
    expect(all.length).toBe(PLAIN.team.agents.length);
    expect(all[0]).toBe(
      `E_REMOTE_LORA This server has α = 32 and all targets; “${role}” asks α 16, rank 8. Rank 16 with α 32 has the same scale.`,
    );
    const odd = agent((first) => ({ ...first, adapter: { ...first.adapter, alpha: 24, rank: 4 } }));
    expect(said(odd, SKYRL)[0]).toContain('asks α 24, rank 4. No whole rank has the same scale with α 32.');
  });

  it('targets that a server cannot choose', () => {
    const some = agent((first) => ({ ...first, adapter: { ...first.adapter, targets: ['q_proj', 'v_proj'] } }));
    expect(said(some)).toEqual([
      `E_REMOTE_LORA This server has adapters on all of attention or all of the MLP; “${role}” asks q_proj, v_proj.`,
    ]);
    const attention = agent((first) => ({ ...first, adapter: { ...first.adapter, targets: ['q_proj', 'k_proj', 'v_proj', 'o_proj'] } }));
    expect(said(attention)).toEqual([]);
    expect(said(attention, { ...OPEN_RL, choosesTargets: false })).toEqual([
      `E_REMOTE_LORA This server has all targets; “${role}” asks q_proj, k_proj, v_proj, o_proj.`,
    ]);
    expect(targetGroups(['q_proj', 'v_proj'])).toBeNull();
    expect(targetGroups(['down_proj', 'gate_proj', 'up_proj'])).toEqual({ attention: false, mlp: true });
  });

  it('ranks that differ, where there is one', () => {
    const document = agent((first) => ({ ...first, adapter: { ...first.adapter, rank: 4 } }));
    expect(said(document)).toEqual([]);
    expect(said(document, { ...OPEN_RL, ranks: 'one' })).toEqual([
      `E_REMOTE_RANKS SkyRL on Megatron has one rank for all adapters; these differ: ${PLAIN.team.agents
        .map((each, index) => `“${each.role}” ${index === 0 ? 4 : 8}`)
        .join(', ')}.`,
    ]);
  });

  it('a lag, where only the newest version is sampled', () => {
    expect(said(training({ lag: 1 }))).toEqual(['E_REMOTE_LAG This server samples only the newest version: set lag 0.']);
    expect(said(training({ lag: 1 }), { ...OPEN_RL, keepsVersions: true })).toEqual([]);
  });

  it('a base that is not served, unless it has another name there', () => {
    const other = { ...OPEN_RL, bases: ['Qwen/Qwen3-0.6B'] };
    expect(said(PLAIN, other)).toEqual(['E_REMOTE_BASE This server has no “micro”: it serves “Qwen/Qwen3-0.6B”.']);
    expect(said(PLAIN, other, { ...HERE, names: new Map([['micro', 'Qwen/Qwen3-0.6B']]) })).toEqual([]);
  });

  it('other token ids', () => {
    expect(said(PLAIN, OPEN_RL, { ...HERE, sameTokens: new Map([['micro', false]]) })[0]).toContain('E_REMOTE_TOKENS');
    expect(said(PLAIN, OPEN_RL, { ...HERE, sameTokens: new Map([['micro', true]]) })).toEqual([]);
  });

  it('what is not known and would change every number', () => {
    const unknown = said(training({ lag: 1 }), { ...OPEN_RL, reduction: null, alpha: null, keepsVersions: null });
    expect(unknown.every((line) => line.startsWith('E_REMOTE_UNKNOWN'))).toBe(true);
    expect(unknown.length).toBe(2 + PLAIN.team.agents.length);
  });
});
