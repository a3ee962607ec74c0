import { describe, expect, it } from 'vitest';
import type { Change, LabQuestion } from '../../../../../src/core/counterfactual/questions.ts';
import { neededVersions } from '../../../../../src/page/state/lab/neededVersions.ts';

const values: LabQuestion = { kind: 'values', episodes: [], rolls: 1 };
type AdapterChange = Extract<Change, { kind: 'adapter' }>;
const adapter = (iteration: number | null): AdapterChange => ({ kind: 'adapter', message: 0, role: 'a', iteration });
const replay = (change: AdapterChange, standing: readonly AdapterChange[] = []): LabQuestion => ({
  ...{ kind: 'replay', episode: null as never, change, rolls: 1 },
  ...(standing.length > 0 ? { origin: { forks: [], standing } } : {}),
});

describe('the versions a question needs', () => {
  it('are the one asked for, or the newest there is', () => {
    expect(neededVersions({ iteration: 3 }, values, [0, 3, 7])).toEqual([3]);
    expect(neededVersions('newest', values, [0, 3, 7])).toEqual([7]);
  });

  it('are also those of single agents, of a change and of those that stand, but not an agent’s without an adapter', () => {
    expect(neededVersions('newest', replay(adapter(3)), [0, 3, 7])).toEqual([7, 3]);
    expect(neededVersions('newest', replay(adapter(3), [adapter(0), adapter(null)]), [0, 3, 7])).toEqual([7, 0, 3]);
    expect(neededVersions({ iteration: 0 }, replay(adapter(null)), [0])).toEqual([0]);
  });

  it('are those of whoever is asked for another message', () => {
    const episode = { messages: [{ role: 'a' }, { role: 'b' }] } as never;
    const tries = [
      { kind: 'other', message: 1, iteration: 3 },
      { kind: 'other', message: 0, iteration: null },
      { kind: 'anew', message: 1 },
    ] as const;
    expect(neededVersions('newest', { kind: 'tries', episode, tries, first: 1, count: 8 }, [0, 3, 7])).toEqual([7, 3]);
  });

  it.each([
    ['the team’s', { iteration: 5 }, values, 5],
    ['an agent’s', 'newest', replay(adapter(4)), 4],
  ] as const)('say which there are where %s is not there', (_, team, question, missing) => {
    expect(() => neededVersions(team, question, [0, 3, 7])).toThrow(
      expect.objectContaining({
        fault: expect.objectContaining({
          code: 'E_LAB_VERSION',
          message: expect.stringContaining(`${missing}`),
          hint: 'It has those of: 0, 3, 7.',
        }),
      }),
    );
  });

  it('are none where a run’s versions cannot be read', () => {
    expect(() => neededVersions('newest', values, [])).toThrow(
      expect.objectContaining({ fault: expect.objectContaining({ code: 'E_LAB_VERSION' }) }),
    );
  });
});
