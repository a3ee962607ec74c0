/** Orchestration traces, held against the rules of the survey's schema and validator (arXiv 2605.02801), and against what was played. */
import { describe, expect, it } from 'vitest';
import { recordedEpisodes, recordedText } from '../../../../../headless/kit/run/recorded.ts';
import { parseDocument } from '../../../../../src/core/document/parse.ts';
import { type OrchestrationTrace, traceLines } from '../../../../../src/core/formats/exports/orchestrationTraces.ts';

const EVENTS = [
  ...['orchestrator_decision', 'spawn', 'despawn', 'message', 'tool_call', 'tool_result', 'return', 'aggregate'],
  ...['human_intervention', 'safety_event'],
];
const EDGES = ['temporal', 'causal', 'spawn', 'message', 'tool_dependency', 'return', 'aggregate', 'safety_flow'];

function tracesOf(name: string, seconds?: number) {
  const document = parseDocument(recordedText(name, 'project.json'));
  const iteration = name === 'higher-lower' ? 50 : 40;
  const episodes = recordedEpisodes(name, iteration);
  const text = traceLines(document, episodes, seconds);
  return {
    document,
    episodes,
    traces: text
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as OrchestrationTrace),
  };
}

describe.each(['planner-solver', 'consult', 'higher-lower', 'flow'])('of %s', (name) => {
  const { document, episodes, traces } = tracesOf(name, 8);

  it('are graphs as the schema asks for', () => {
    expect(traces).toHaveLength(episodes.length);
    for (const { events, edges, rewards, costs, ...rest } of traces) {
      expect(Object.keys(rest).every((key) => ['trace_id', 'task_id', 'system', 'topology', 'metrics'].includes(key))).toBe(true);
      const ids = events.map(({ id }) => id);
      expect(new Set(ids).size).toBe(ids.length);
      expect(events.every(({ type, agent, t }) => EVENTS.includes(type) && agent !== '' && t >= 0)).toBe(true);
      for (const { src, dst, type } of edges)
        expect([ids.includes(src), ids.includes(dst), EDGES.includes(type)]).toEqual([true, true, true]);
      // Nothing points back in time.
      const at = (id: string) => events.find((event) => event.id === id)!.t;
      expect(edges.every(({ src, dst }) => at(src) < at(dst))).toBe(true);
      for (const value of [...Object.values(rewards), costs.tokens, costs.wall_clock_s]) expect(value).toEqual(expect.any(Number));
      expect(costs.wall_clock_s).toBeCloseTo(8 / episodes.length, 12);
    }
  });

  it('say who spoke, what they saw and what was paid', () => {
    const orchestrator = document.team.orchestration === 'dynamic' ? document.team.orchestrator.role : null;
    traces.forEach(({ events, edges, rewards, topology }, index) => {
      const { messages, reward } = episodes[index]!;
      const spoke = events.filter(({ type }) => type !== 'aggregate');
      expect(spoke.map(({ agent }) => agent)).toEqual(messages.map(({ role }) => role));
      expect(spoke.map(({ type }) => type === 'orchestrator_decision')).toEqual(messages.map(({ role }) => role === orchestrator));
      expect(events.filter(({ type }) => type === 'aggregate')).toHaveLength(new Set(messages.map(({ turn }) => turn)).size);
      const seen = messages.flatMap(({ sees }, to) => sees.map((from) => `m${from} m${to}`));
      expect(edges.filter(({ type }) => type === 'message').map(({ src, dst }) => `${src} ${dst}`)).toEqual(seen);
      expect(rewards['team']).toBe(reward);
      expect(topology).toBe(orchestrator === null ? 'unknown' : 'centralized');
    });
  });
});

it('do not claim a time that no clock told', () => {
  expect(tracesOf('planner-solver').traces[0]?.costs).not.toHaveProperty('wall_clock_s');
});
