import { describe, expect, it } from 'vitest';
import { composePrompt } from '../../../../src/core/team/compose.ts';
import { shown, tokens } from '../episode/support.ts';

const compose = (prompt: string, turns: Parameters<typeof composePrompt>[0]['turns']) =>
  composePrompt({ tokens, agent: { role: 'solver', prompt }, turns });
const said = (role: string, text: string, closed = true) => ({ role, said: [...tokens.encode(text), ...(closed ? [tokens.end] : [])] });

describe('composePrompt', () => {
  it('lays out every block by the one rule', () => {
    const { ids } = compose('compute', [
      { observation: '2+2', messages: [said('planner', 'add'), said('solver', '5')], transition: 'wrong' },
      { observation: 'again', messages: [said('planner', 'add well', false)] },
    ]);
    expect(shown(ids)).toBe(
      '<system: compute>\n<problem: 2+2>\n<planner: add>\n<solver: 5>\n<judge: wrong>\n<problem: again>\n<planner: add well>\n<solver: ',
    );
  });
  it('leaves out what is empty', () => {
    expect(shown(compose('', [{ observation: '', messages: [], transition: '' }]).ids)).toBe('<solver: ');
  });
  it('inserts messages as the ids that were sampled, even ids the tokenizer would never give', () => {
    const { ids } = compose('', [{ observation: '', messages: [{ role: 'planner', said: [77777, 1, 3, 2] }] }]);
    expect(ids.join()).toContain('77777,1,3,2,3');
  });
  it('labels every token once', () => {
    const { ids, segments } = compose('p', [{ observation: 'q', messages: [said('planner', 'x')], transition: 't' }]);
    expect(segments.map((s) => [s.kind, s.source, s.role])).toEqual([
      ['scaffold', 'system', undefined],
      ['scaffold', 'observation', undefined],
      ['scaffold', 'message', 'planner'],
      ['scaffold', 'transition', undefined],
      ['scaffold', 'header', 'solver'],
    ]);
    expect(segments.map((s) => shown(ids.slice(s.start, s.end)))).toEqual([
      '<system: p>\n',
      '<problem: q>\n',
      '<planner: x>\n',
      '<judge: t>\n',
      '<solver: ',
    ]);
    expect(segments.at(-1)?.end).toBe(ids.length);
  });
});
