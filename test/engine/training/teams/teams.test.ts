/** Teams whose 𝒟, duty and memory change from turn to turn, and orchestrated ones, through whole iterations on the engine. */
import { expect, it } from 'vitest';
import { documentFaults } from '../../../../src/core/document/check/check.ts';
import { documentSchema, type ProjectDocument, type TeamSettings } from '../../../../src/core/document/schema.ts';
import { rolloutLines } from '../../../../src/core/formats/runs/rundir.ts';
import { keepSessions } from '../../support/sessions.ts';
import { microProject, openTeam } from '../../support/team.ts';

const kept = keepSessions();
const open = async (document: ProjectDocument) => {
  return kept(await openTeam(document));
};
/** The default team with some of its settings, in episodes of three turns. */
function project(team: (team: TeamSettings) => unknown): ProjectDocument {
  const base = microProject({ episodes: 4, horizon: 3, seed: 3, klGate: 0 });
  // Whoever speaks last is paid for its words, so that there is something to learn whatever is said.
  const source = base.environment.source
    .replace('terminated: true', 'terminated: false')
    .replace('said === state.answer ? 1 : 0', '(messages.at(-1)?.text.length ?? 0) / 10');
  const environment = { ...base.environment, source };
  const document = documentSchema.parse({ ...base, environment, team: team(base.team) });
  expect(documentFaults(document)).toEqual([]);
  return document;
}

it('agents that skip turns, forget and change whom they listen to train, and repeat to the byte', async () => {
  const document = project((team) => ({
    ...team,
    agents: [
      ...team.agents.map((agent, index) => (index === 0 ? { ...agent, speaks: { from: 0, every: 2 } } : agent)),
      { ...team.agents[1], role: 'checker', label: '', prompt: 'Check the answer.', observes: false },
    ],
    edges: [
      { from: 'planner', to: 'solver' },
      { from: 'planner', to: 'checker' },
    ],
    turns: [{ turn: 2, edges: [{ from: 'solver', to: 'checker' }] }],
    history: 'visible',
  }));
  const session = await open(document);
  const { episodes, metrics } = await session.iterate();
  for (const { messages } of episodes) {
    expect(messages.map(({ role, turn, call, sees }) => [role, turn, call, ...sees])).toEqual([
      ['planner', 0, 0],
      ['solver', 0, 0, 0],
      ['checker', 0, 0, 0],
      ['solver', 1, 1, 0, 1],
      ['checker', 1, 1, 0, 2],
      ['planner', 2, 1, 0],
      ['solver', 2, 2, 0, 1, 3],
      ['checker', 2, 2, 0, 2, 4, 6],
    ]);
    for (const { advantages, response_ids } of messages) expect(advantages.length).toBe(response_ids.length);
  }
  for (const role of ['planner', 'solver', 'checker']) expect(metrics[`actor/${role}/grad_norm`]).toBeGreaterThan(0);
  const again = await (await open(document)).iterate();
  expect(rolloutLines(again.episodes)).toBe(rolloutLines(episodes));
});

it('an orchestrator is trained, and what it says badly ends the turn and is counted', async () => {
  const document = project((team) => ({
    ...team,
    agents: [...team.agents, { ...team.agents[0], role: 'boss', label: '', prompt: '' }],
    edges: [{ from: 'boss', to: 'planner' }],
    orchestration: 'dynamic',
    orchestrator: { role: 'boss', maxSteps: 2 },
  }));
  const session = await open(document);
  const { episodes, metrics } = await session.iterate();
  for (const { messages, routing } of episodes) {
    const led = messages.filter(({ role }) => role === 'boss');
    expect(routing?.orchestrator_calls).toBe(led.length);
    expect(routing?.specialist_calls).toBe(messages.length - led.length);
    expect(led.map(({ turn }) => turn)).toEqual(expect.arrayContaining([0, 1, 2]));
  }
  expect(metrics['actor/boss/grad_norm']).toBeGreaterThan(0);
});

it('a router is trained as all are, along what it let through, and its graphs are in the record', async () => {
  const document = project((team) => ({
    ...team,
    agents: [...team.agents, { ...team.agents[0], role: 'boss', label: '', prompt: '' }],
    orchestration: 'routed',
    orchestrator: { role: 'boss', maxSteps: 10 },
  }));
  const { episodes, metrics } = await (await open(document)).iterate();
  for (const { messages, routing, dependencies } of episodes) {
    expect(dependencies).toHaveLength(3);
    dependencies?.forEach((graph, turn) => {
      const said = messages.filter((message) => message.turn === turn);
      expect(said.map(({ role }) => role)).toEqual(['boss', ...(graph?.edges.length ? ['planner'] : []), 'solver']);
      expect(said.at(-1)?.sees.some((seen) => messages[seen]?.role === 'planner' && messages[seen].turn === turn)).toBe(said.length === 3);
    });
    const routes = messages.filter(({ role }) => role === 'boss');
    expect(routing).toMatchObject({ orchestrator_calls: 3, specialist_calls: messages.length - 3 });
    for (const { advantages, response_ids } of routes) {
      expect(advantages).toHaveLength(response_ids.length);
      expect(advantages.some((advantage) => advantage !== 0)).toBe(true);
    }
  }
  expect(metrics['actor/boss/grad_norm']).toBeGreaterThan(0);
});
