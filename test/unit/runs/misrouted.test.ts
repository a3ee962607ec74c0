import { describe, expect, it } from 'vitest';
import { misrouted } from '../../../src/app/runs/misrouted.ts';

const row = (iteration: number, calls: number, untagged: number, unknown: number) => ({
  iteration,
  'routing/orchestrator_calls': calls,
  'routing/no_tag': untagged,
  'routing/unknown_role': unknown,
});

describe('misrouted', () => {
  it('is about the newest iteration, as shares of the orchestrator’s messages', () => {
    expect(misrouted({ metrics: [row(1, 1, 1, 0), row(2, 2, 0.5, 1)] })).toEqual({ iteration: 2, untagged: 0.25, unknown: 0.5 });
  });

  it('says nothing when most messages can be followed, or nobody routes', () => {
    expect(misrouted({ metrics: [row(1, 1, 1, 0), row(2, 4, 1, 0.9)] })).toBeNull();
    expect(misrouted({ metrics: [{ iteration: 1, 'reward/mean': 0 }] })).toBeNull();
    expect(misrouted({ metrics: [] })).toBeNull();
  });
});
