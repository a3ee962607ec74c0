import { describe, expect, it } from 'vitest';
import { addAgent, connect, moveAgent } from '../../../src/core/document/edits.ts';
import { arrange, NODE_SIZE, positionsOf } from '../../../src/app/team/layout.ts';
import { agentColor, AGENT_COLOR_COUNT } from '../../../src/app/theme/agentColors.ts';
import { readPath, writePath } from '../../../src/app/fields/path.ts';
import { defaultProject } from '../../../src/stores/defaultProject.ts';

describe('the layout of a team', () => {
  const diamond = () => {
    let document = addAgent(addAgent(defaultProject(), { role: 'critic' }), { role: 'checker' });
    for (const [from, to] of [
      ['planner', 'critic'],
      ['solver', 'checker'],
      ['critic', 'checker'],
    ] as const)
      document = connect(document, from, to);
    return document;
  };

  it('puts everybody to the right of those they hear from, and nobody upon another', () => {
    const { team } = diamond();
    const places = arrange(team);
    for (const { from, to } of team.edges) expect(places[to]!.x).toBeGreaterThanOrEqual(places[from]!.x + NODE_SIZE.width);
    const solver = places['solver']!;
    const critic = places['critic']!;
    expect(Math.abs(solver.y - critic.y)).toBeGreaterThanOrEqual(NODE_SIZE.height);
  });

  it('is the same when done twice, wherever the agents stood', () => {
    const document = diamond();
    const places = arrange(document.team);
    const moved = moveAgent(document, 'checker', { x: -900, y: 4 });
    expect(arrange(moved.team)).toEqual(places);
  });

  it('keeps known places and finds one for who has none', () => {
    const document = addAgent(defaultProject(), { role: 'critic' });
    const places = positionsOf(document);
    expect(places['planner']).toEqual(document.view.positions['planner']);
    expect(places['critic']!.x).toBeGreaterThan(places['solver']!.x);
  });
});

describe('agent colours', () => {
  /** Relative luminance, https://www.w3.org/TR/WCAG22/#dfn-relative-luminance. */
  const luminance = (hex: string): number => {
    const [r = 0, g = 0, b = 0] = [1, 3, 5].map((at) => {
      const channel = Number.parseInt(hex.slice(at, at + 2), 16) / 255;
      return channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4;
    });
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const contrast = (a: string, b: string): number => {
    const [dark = 0, light = 0] = [luminance(a), luminance(b)].toSorted((x, y) => x - y);
    return (light + 0.05) / (dark + 0.05);
  };

  it.each(Array.from({ length: AGENT_COLOR_COUNT }, (_, index) => index))('stand out from the page in both schemes (agent %i)', (index) => {
    expect(contrast(agentColor(index, 'light'), '#f6f8fa')).toBeGreaterThanOrEqual(4.5);
    expect(contrast(agentColor(index, 'dark'), '#171b21')).toBeGreaterThanOrEqual(4.5);
  });

  it('are all different and repeat only after the last', () => {
    const light = Array.from({ length: AGENT_COLOR_COUNT }, (_, index) => agentColor(index, 'light'));
    expect(new Set(light).size).toBe(AGENT_COLOR_COUNT);
    expect(agentColor(AGENT_COLOR_COUNT, 'light')).toBe(light[0]);
  });
});

describe('paths into settings', () => {
  it('write one value and share the rest', () => {
    const before = { a: { b: 1, c: { d: 2 } }, e: { f: 3 } };
    const after = writePath(before, 'a.b', 9);
    expect(after).toEqual({ a: { b: 9, c: { d: 2 } }, e: { f: 3 } });
    expect(after['e']).toBe(before.e);
    expect(before.a.b).toBe(1);
    expect(readPath(after, 'a.b')).toBe(9);
    expect(readPath(after, 'a.x.y')).toBeUndefined();
  });
});
