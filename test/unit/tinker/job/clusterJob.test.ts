/** What the three kinds of server are expected to refuse, and that an exported job carries it. */
import { describe, expect, it } from 'vitest';
import { EXPECTED } from '../../../../src/tinker/known.ts';
import { clusterJob, expectedServers } from '../../../../src/tinker/job/clusterJob.ts';
import { SERVER_KINDS } from '../../../../src/core/formats/exports/cluster/servers.ts';
import { job, MICRO } from '../../core/formats/exports/cluster/input.ts';

const HELD = new Set(['micro']);
const codes = (document = MICRO, holds = HELD) =>
  Object.fromEntries(expectedServers(document, holds).map(({ kind, refused }) => [kind, refused.map(({ code }) => code)]));

describe('what is expected', () => {
  const [first, second] = MICRO.team.agents;
  if (!first || !second) throw new Error('micro has two agents');
  const withTeam = (...agents: readonly (typeof first)[]) => ({ ...MICRO, team: { ...MICRO.team, agents: [...agents] } });
  const ranked = (agent: typeof first, rank: number, alpha: number) => ({ ...agent, adapter: { ...agent.adapter, rank, alpha } });

  it('open-rl trains the micro duo as it is; SkyRL wants α 32', () => {
    const document = withTeam(ranked(first, 8, 16), ranked(second, 8, 16));
    expect(codes(document)).toEqual({
      'open-rl': [],
      'skyrl-jax': ['E_REMOTE_LORA', 'E_REMOTE_LORA'],
      'skyrl-megatron': ['E_REMOTE_LORA', 'E_REMOTE_LORA'],
    });
    const all32 = withTeam(ranked(first, 16, 32), ranked(second, 16, 32));
    expect(codes(all32)).toEqual({ 'open-rl': [], 'skyrl-jax': [], 'skyrl-megatron': [] });
  });

  it('only Megatron has one rank for all', () => {
    const found = codes(withTeam(ranked(first, 16, 32), ranked(second, 8, 32)));
    expect(found['skyrl-megatron']).toEqual(['E_REMOTE_RANKS']);
    expect(found['skyrl-jax']).toEqual([]);
  });

  it('a critic needs a base that the terminal can hold', () => {
    const document = {
      ...withTeam(ranked(first, 16, 32), ranked(second, 16, 32)),
      training: { ...MICRO.training, algorithm: 'tppo' as const },
    };
    expect(codes(document, new Set())['open-rl']).toEqual(['E_REMOTE_CRITIC']);
    expect(codes(document)['open-rl']).toEqual([]);
  });

  it('a server has one base: a second is refused', () => {
    const found = codes(withTeam(ranked(first, 16, 32), { ...ranked(second, 16, 32), base: 'standard' }), new Set(['micro', 'standard']));
    for (const kind of SERVER_KINDS) expect(found[kind]).toContain('E_REMOTE_BASE');
  });

  it('lag: refused where the newest version alone is sampled, unknown where nobody read it', () => {
    const document = { ...MICRO, training: { ...MICRO.training, lag: 1 } };
    const found = codes(document);
    expect(found['open-rl']).toContain('E_REMOTE_LAG');
    expect(found['skyrl-jax']).toContain('E_REMOTE_LAG');
    expect(found['skyrl-megatron']).toContain('E_REMOTE_UNKNOWN');
    expect(EXPECTED['skyrl-megatron'].keepsVersions).toBe(null);
  });
});

it('the job says in MAPPING.md what is refused', () => {
  const { servers: _, ...input } = job({ document: { ...MICRO, training: { ...MICRO.training, entropyCoef: 0.01 } } });
  const mapping = new TextDecoder().decode(clusterJob(input, HELD)['job/MAPPING.md'] as Uint8Array);
  expect(mapping.match(/E_REMOTE_ENTROPY/g)).toHaveLength(3);
});
