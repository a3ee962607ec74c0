/** The outcome of giving every setting another value, as it is kept in docs/settings-grid.json. */
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { type Line, summariesOf, type Summaries, SUMMARY_FILE, summaryText } from '../../../../headless/perturb/summary.ts';
import { PRESETS } from '../../../../src/core/document/presets/presets.ts';

const line = (preset: string, setting: string, verdict: Line['verdict'], unchanged: boolean | null = null): Line => ({
  ...{ preset, setting, verdict },
  ...(verdict === 'told' ? { says: '', unchanged } : {}),
});

describe('a summary', () => {
  it('counts the verdicts of a project, and what is wrong', () => {
    const lines = [
      line('micro', 'a', 'acts'),
      line('micro', 'b', 'told', true),
      line('micro', 'c', 'told', false),
      line('micro', 'd', 'idle'),
      line('micro', 'gone', 'failed'),
    ];
    expect(summariesOf(lines, ['a', 'b', 'c', 'd'])).toEqual({
      micro: { trials: 4, acts: 1, told: 2, refused: 0, lacking: 0, idle: 1, failed: 0, wrong: 2 },
    });
  });

  it('leaves a project out of which not every setting was tried, and keeps what was known of others', () => {
    const summaries = summariesOf([line('micro', 'a', 'acts'), line('trio', 'a', 'acts'), line('trio', 'b', 'acts')], ['a', 'b']);
    expect(Object.keys(summaries)).toEqual(['trio']);
    const { trio } = summaries;
    const known = { relay: trio!, trio: { ...trio!, wrong: 9 } };
    expect(JSON.parse(summaryText(summaries, known))).toEqual({ relay: trio, trio });
  });
});

it('docs/settings-grid.json: every setting of every shipped project acts, or says why not', () => {
  const grid = JSON.parse(readFileSync(SUMMARY_FILE, 'utf8')) as Summaries;
  expect(Object.keys(grid).toSorted()).toEqual(Object.keys(PRESETS).toSorted());
  for (const [preset, { trials, acts, told, refused, lacking, idle, failed, wrong }] of Object.entries(grid)) {
    expect(acts + told + refused + lacking + idle + failed, preset).toBe(trials);
    expect({ idle, failed, wrong }, preset).toEqual({ idle: 0, failed: 0, wrong: 0 });
  }
});
