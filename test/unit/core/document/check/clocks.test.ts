import { expect, it } from 'vitest';
import { documentFaults, unreadSettings } from '../../../../../src/core/document/check/check.ts';
import { PRESETS } from '../../../../../src/core/document/presets/presets.ts';
import { type ClockSettings, documentSchema, type ProjectDocument } from '../../../../../src/core/document/schema.ts';

const micro = PRESETS.micro.project({ source: 'export default {}' });
const SLOW = { timePerOutputToken: 1 };

/** The planner and the solver, who hears it, with these clocks. */
function timed(clocks: readonly Partial<ClockSettings>[], change: (document: ProjectDocument) => void = () => {}): ProjectDocument {
  const copy = structuredClone(micro);
  copy.team.agents.forEach((agent, index) => Object.assign(agent.clock, clocks[index]));
  change(copy);
  return documentSchema.parse(copy);
}
const told = (document: ProjectDocument): string[] => [
  ...documentFaults(document).map(({ code, place }) => `${code} @ ${place?.subject}`),
  ...unreadSettings(document).map(({ place, message }) => `${place.subject.replace('team.agents.', '')}: ${message.split('. ').at(-1)}`),
];

it('clocks of which all is read', () => {
  expect(told(timed([SLOW, { timeout: 3, interrupts: true }]))).toEqual([]);
  expect(
    told(
      timed([
        { ...SLOW, jitter: 0.5 },
        { timeToFirstToken: 1, jitter: 0.5 },
      ]),
    ),
  ).toEqual([]);
});

it.each<[string, Parameters<typeof timed>, string[]]>([
  ['nobody takes time', [[{}, { timeout: 3 }]], ['solver.clock.timeout']],
  ['it hears nobody', [[{ timeout: 3 }, SLOW]], ['planner.clock.timeout']],
  ['whom it hears takes none', [[{}, { ...SLOW, timeout: 3 }]], ['solver.clock.timeout']],
  ['it waits for all', [[SLOW, { interrupts: true }]], ['solver.clock.interrupts']],
  ['it takes no time itself', [[SLOW, { jitter: 1 }]], ['solver.clock.jitter']],
  [
    'no token follows another',
    [[SLOW], ({ team }) => Object.assign(team.agents[0]!.sampling, { maxNewTokens: 1 })],
    ['planner.clock.timePerOutputToken'],
  ],
  [
    'the two never speak in one turn',
    [
      [SLOW, { timeout: 3 }],
      (document) => {
        document.training.horizon = 4;
        document.team.agents.forEach((agent, index) => Object.assign(agent.speaks, { from: index, every: 2 }));
      },
    ],
    ['solver.clock.timeout'],
  ],
])('%s: nothing reads it, with the reason', (_, of, paths) => {
  const found = told(timed(...of));
  expect(found.map((line) => line.split(':')[0])).toEqual(paths);
});

it('a wait for somebody who waits counts', () => {
  const chain = (clocks: readonly Partial<ClockSettings>[]) =>
    timed([], (document) => {
      const [first] = document.team.agents;
      document.team.agents = ['a', 'b', 'c'].map((role, index) => ({
        ...structuredClone(first!),
        role,
        clock: { ...first!.clock, ...clocks[index] },
      }));
      document.team.edges = [
        { from: 'a', to: 'b' },
        { from: 'b', to: 'c' },
      ];
      document.team.context = 'parents';
    });
  expect(told(chain([SLOW, {}, { timeout: 2 }]))).toEqual([]);
  expect(told(chain([{}, {}, { ...SLOW, timeout: 2 }]))).toHaveLength(1);
});

it('are refused where who speaks is not the graph’s to say, and under one transcript', () => {
  const routed = timed([SLOW], ({ team }) =>
    Object.assign(team, { orchestration: 'dynamic', orchestrator: { role: 'planner', maxSteps: 3 } }),
  );
  expect(told(routed)).toContain('E_TEAM_CLOCK @ team.agents.planner.clock.timePerOutputToken');
  for (const name of ['r3_linear_transcript', 'r3_linear_training'] as const) {
    const linear = timed([{ timeToFirstToken: 1 }], ({ training }) => (training.compat = [name]));
    expect(told(linear)).toContain('E_TEAM_CLOCK @ team.agents.planner.clock.timeToFirstToken');
  }
});

it('a credit chain by who hears whom is another one where agents start without all they see', () => {
  const listener = (clocks: readonly Partial<ClockSettings>[]) => timed(clocks, ({ training }) => (training.credit.chain = 'listener'));
  expect(told(listener([])).map((line) => line.split(':')[0])).toEqual(['training.credit.chain']);
  expect(told(listener([SLOW, { timeout: 3 }]))).toEqual([]);
});

it('where somebody may be interrupted a cost of calls differs from episode to episode', () => {
  const priced = (clocks: readonly Partial<ClockSettings>[]) =>
    timed(clocks, ({ training }) => Object.assign(training, { algorithm: 'grpo', groupSize: 8, callCost: 0.1, horizon: 1 }));
  expect(told(priced([SLOW, { timeout: 3 }])).map((line) => line.split(':')[0])).toEqual(['training.callCost']);
  expect(told(priced([SLOW, { timeout: 3, interrupts: true }]))).toEqual([]);
});
