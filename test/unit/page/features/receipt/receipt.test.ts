import { describe, expect, it } from 'vitest';
import type { EpisodeRecord, MessageReceipt } from '../../../../../src/core/episode/records.ts';
import { episodeCost } from '../../../../../src/page/state/runs/keep.ts';
import {
  deltaRange,
  fateBars,
  fatesIn,
  nearestPoint,
  tokenKey,
  pushScatter,
  receiptAt,
  receiptCsv,
  tokensByKey,
} from '../../../../../src/page/features/receipt/receipt.ts';
import { document, episode, message } from '../../../core/episode/records.ts';

/** Token t pushed by `push[t]`, and moved by half of it. */
function taught(role: string, push: readonly number[]) {
  const spoken = message(role, push.length);
  const receipt: MessageReceipt = {
    updated_logprobs: spoken.logprobs.map((logprob, t) => logprob + (push[t] ?? 0) / 2),
    push,
    clipped: push.map(() => 0),
    normalized_advantages: push.map(Math.sign),
  };
  return { ...spoken, receipt };
}

function receiptOf(episodes: readonly EpisodeRecord[], only?: number) {
  const found = receiptAt({ document, metrics: [{ iteration: 4, 'actor/planner/steps': 1 }] }, 4, episodes, only);
  if (!found) throw new Error('there is a receipt');
  return found;
}

const episodes = [
  episode(4, 0, { messages: [taught('planner', [0.4, -0.2, 0]), taught('solver', [0.1])] }),
  episode(4, 1, { messages: [taught('planner', [0.3])] }),
];

describe('the receipt that is read', () => {
  it('is of the iteration or of one episode', () => {
    expect(receiptOf(episodes).tokens).toHaveLength(5);
    expect(receiptOf(episodes, 1).tokens.map(tokenKey)).toEqual(['1.0.0']);
    expect(tokensByKey(receiptOf(episodes).tokens).get('0.1.0')?.push).toBe(0.1);
  });

  it('is none for a run recorded before', () => {
    const old = [episode(4, 0, { messages: [message('planner', 2)] })];
    expect(receiptAt({ document, metrics: [{ iteration: 4, 'actor/planner/skipped': 0 }] }, 4, old)).toBeNull();
    expect(receiptAt({ document, metrics: [] }, 4, old)).toBeNull();
  });

  it('costs four numbers a token more in memory', () => {
    const [spoken] = [message('planner', 5)];
    const without = episodeCost(episode(1, 0, { messages: [spoken] }));
    expect(episodeCost(episode(1, 0, { messages: [taught('planner', [1, 1, 1, 1, 1])] })) - without).toBe(20);
  });
});

describe('its pictures', () => {
  it('divide a bar per agent that spoke, without gaps, to its end', () => {
    const bars = fateBars(receiptOf(episodes));
    expect(bars.map(({ role, tokens }) => [role, tokens])).toEqual([
      ['planner', 4],
      ['solver', 1],
    ]);
    expect(bars[0]?.parts).toEqual([
      { fate: 'reinforced', tokens: 2, from: 0, to: 0.5 },
      { fate: 'weakened', tokens: 1, from: 0.5, to: 0.75 },
      { fate: 'zero_advantage', tokens: 1, from: 0.75, to: 1 },
    ]);
    expect(fatesIn(bars)).toEqual(['reinforced', 'weakened', 'zero_advantage']);
    expect(fateBars(receiptOf(episodes, 1)).map(({ role }) => role)).toEqual(['planner']);
  });

  it('draw what was pushed, in the order of the push, one outlier at the edge', () => {
    const { points, push, delta, beyond } = pushScatter(receiptOf(episodes).tokens);
    expect(points.map(({ token }) => token.push)).toEqual([-0.2, 0.1, 0.3, 0.4]);
    expect(push).toBeCloseTo(0.42, 12);
    expect(delta).toBeCloseTo(0.21, 12);
    expect(beyond).toBe(0);
    const many = [...new Array<number>(99).fill(0.5), 40];
    const wide = pushScatter(receiptOf([episode(4, 0, { messages: [taught('planner', many)] })]).tokens);
    expect(wide.push).toBeCloseTo(0.525, 12);
    expect(wide.beyond).toBe(1);
    expect(wide.points.at(-1)).toMatchObject({ x: wide.push, beyond: true });
    expect(pushScatter([])).toEqual({ points: [], pushed: 0, push: 1, delta: 1, beyond: 0 });
    const [token] = receiptOf(episodes).tokens;
    const crowd = pushScatter(Array.from({ length: 9000 }, (_, index) => ({ ...token!, token: index })));
    expect(crowd.pushed).toBe(9000);
    expect(crowd.points).toHaveLength(3000);
  });

  it('find the point under the pointer, and none where none is near', () => {
    const { points } = pushScatter(receiptOf(episodes).tokens);
    const pixel = ({ x, y }: { x: number; y: number }) => [x * 100, y * 100] as const;
    expect(nearestPoint(points, [31, 14], pixel, 10)?.token.push).toBe(0.3);
    expect(nearestPoint(points, [80, 80], pixel, 10)).toBeNull();
  });

  it('colour over the 98th percentile of the changes', () => {
    expect(deltaRange(receiptOf(episodes).tokens)).toBeCloseTo(0.2, 12);
    expect(deltaRange([])).toBe(0);
  });

  it('are numbers in a file, texts quoted', () => {
    const lines = receiptCsv(receiptOf(episodes, 1), () => 'say "a, b"').split('\r\n');
    expect(lines[0]).toBe('episode,message,role,token,text,fate,push,delta_logprob,clipped');
    expect(lines[1]).toMatch(/^1,0,planner,0,"say ""a, b""",reinforced,0.3,0\.15\d*,0$/);
    expect(lines).toHaveLength(3);
    // What a model said is never run by a spreadsheet.
    expect(receiptCsv(receiptOf(episodes, 1), () => '=1+1')).toContain("1,0,planner,0,'=1+1,reinforced");
  });
});
