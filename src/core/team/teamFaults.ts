/**
 * What is wrong with a team beyond its graph: connections that change with time, who is on duty when, the orchestrator,
 * shared adapters. What would be ignored is a fault too, so that nothing set is without effect. Turns count from 0.
 */
import { teamSchema } from '../document/schema.ts';
import type { AgentSettings, TeamSettings } from '../document/schema.ts';
import type { Fault } from '../faults.ts';
import { edgeFaults } from './graph.ts';
import { speaksAt } from './turns.ts';

/** `horizon`: most turns of an episode. */
export function teamFaults(team: TeamSettings, horizon: number): Fault[] {
  return [...turnFaults(team, horizon), ...dutyFaults(team, horizon), ...orchestratorFaults(team), ...groupFaults(team)];
}

/** 𝒟 that changes with time, and what is remembered of it. */
function turnFaults(team: TeamSettings, horizon: number): Fault[] {
  const faults: Fault[] = [];
  const seen = new Set<number>();
  for (const { turn, edges } of team.turns) {
    const place = { subject: `team.turns ${turn}` };
    if (seen.has(turn)) {
      faults.push({
        code: 'E_TURNS_DUPLICATE',
        message: `There are two lists of the connections that hold from turn ${turn} on.`,
        hint: 'Remove one of them.',
        place,
      });
    }
    seen.add(turn);
    if (turn >= horizon) {
      faults.push({
        code: 'E_TURNS_BEYOND',
        message: `Connections are set from turn ${turn} on, but an episode has ${turnsOf(horizon)}, and the first is turn 0.`,
        hint: 'Remove them, or raise the horizon.',
        place,
      });
    }
    for (const fault of edgeFaults({ ...team, edges })) faults.push({ ...fault, message: `From turn ${turn} on: ${fault.message}` });
  }
  if (horizon === 1 && team.history !== 'all') {
    faults.push({
      code: 'E_TEAM_HISTORY',
      message: `The history is set to “${team.history}”, but with one turn there are no earlier messages to show or hide.`,
      hint: 'Raise the horizon, or set the history to “all”.',
      place: { subject: 'team.history' },
    });
  }
  return faults;
}

/** Agents that never speak, and turns in which nobody does. */
function dutyFaults(team: TeamSettings, horizon: number): Fault[] {
  const faults: Fault[] = [];
  for (const { role, speaks } of team.agents) {
    const place = { subject: role };
    if (speaks.from >= horizon) {
      faults.push({
        code: 'E_SPEAKS_NEVER',
        message: `“${role}” speaks from turn ${speaks.from} on, but an episode has ${turnsOf(horizon)}, and the first is turn 0.`,
        hint: 'Let it begin earlier, or raise the horizon.',
        place,
      });
    } else if (speaks.every > 1 && speaks.from + 1 >= horizon) {
      faults.push({
        code: 'E_SPEAKS_EVERY',
        message: `“${role}” is to speak every ${speaks.every} turns, but no turn comes after its first.`,
        hint: 'Set it to every turn, or raise the horizon.',
        place,
      });
    }
  }
  if (team.orchestration === 'static') {
    const silent = Array.from({ length: horizon }, (_, turn) => turn).find((turn) => !team.agents.some((agent) => speaksAt(agent, turn)));
    if (silent !== undefined) {
      faults.push({
        code: 'E_TURN_SILENT',
        message: `Nobody speaks in turn ${silent}.`,
        hint: 'Let at least one agent speak in every turn of the horizon.',
        place: { subject: 'team' },
      });
    }
  }
  return faults;
}

function orchestratorFaults(team: TeamSettings): Fault[] {
  const { role, maxSteps } = team.orchestrator;
  const place = { subject: 'team.orchestrator' };
  if (team.orchestration === 'static') {
    const idle = teamSchema.shape.orchestrator.parse(undefined);
    if (role === idle.role && maxSteps === idle.maxSteps) return [];
    return [
      {
        code: 'E_ORCHESTRATOR_UNUSED',
        message: 'An orchestrator is set, but the graph says who speaks.',
        hint: 'Choose dynamic orchestration, or reset the orchestrator.',
        place,
      },
    ];
  }
  const orchestrator = team.agents.find((agent) => agent.role === role);
  if (!orchestrator) {
    return [
      {
        code: 'E_ORCHESTRATOR_MISSING',
        message: role === '' ? 'No agent is the orchestrator.' : `The orchestrator is to be “${role}”, but no agent has that role.`,
        hint: 'Choose the agent that calls the others.',
        place,
      },
    ];
  }
  const faults: Fault[] = [];
  if (team.agents.length === 1) {
    faults.push({
      code: 'E_ORCHESTRATOR_ALONE',
      message: `The orchestrator “${role}” has nobody to call.`,
      hint: 'Add another agent.',
      place,
    });
  }
  if (orchestrator.speaks.from !== 0 || orchestrator.speaks.every !== 1) {
    faults.push({
      code: 'E_ORCHESTRATOR_SPEAKS',
      message: `The orchestrator “${role}” does not speak in every turn, but every turn begins with it.`,
      hint: 'Let it speak from turn 0 on in every turn.',
      place: { subject: role },
    });
  }
  const lists = [team.edges, ...team.turns.map(({ edges }) => edges)];
  const idle = lists.flat().find(({ to }) => team.context === 'prefix' || to === role);
  if (idle || (team.context === 'prefix' && team.turns.length > 0)) {
    const connection = idle ? `the connection ${idle.from} → ${idle.to}` : 'a change of the connections';
    faults.push({
      code: 'E_ORCHESTRATOR_EDGE',
      message:
        team.context === 'prefix'
          ? `With dynamic orchestration and the context “prefix” all agents see all that was said; ${connection} would change nothing.`
          : `The orchestrator “${role}” sees all that is said; ${connection} would change nothing.`,
      hint: team.context === 'prefix' ? 'Remove it, or choose another context.' : 'Remove it.',
      place: { subject: idle ? `${idle.from} → ${idle.to}` : 'team.turns' },
    });
  }
  return faults;
}

/** Agents that share an adapter must agree in all that belongs to it. */
function groupFaults(team: TeamSettings): Fault[] {
  const faults: Fault[] = [];
  const first = new Map<string, AgentSettings>();
  for (const agent of team.agents) {
    const { group } = agent.adapter;
    if (group === '') continue;
    const other = first.get(group);
    if (!other) {
      first.set(group, agent);
      continue;
    }
    for (const [field, of] of Object.entries(SHARED)) {
      if (of(agent, team) === of(other, team)) continue;
      faults.push({
        code: 'E_ADAPTER_GROUP',
        message: `“${other.role}” and “${agent.role}” share the adapter “${group}”, but differ in ${field}: ${of(other, team)} and ${of(agent, team)}.`,
        hint: 'Give both the same, or an adapter each.',
        place: { subject: agent.role },
      });
    }
  }
  return faults;
}

/** What one adapter has one of, by the name of the setting, as text. */
const SHARED: Readonly<Record<string, (agent: AgentSettings, team: TeamSettings) => string>> = {
  base: (agent, team) => agent.base || team.base,
  rank: ({ adapter }) => `${adapter.rank}`,
  alpha: ({ adapter }) => `${adapter.alpha}`,
  targets: ({ adapter }) => [...adapter.targets].sort().join(', '),
  frozen: ({ adapter }) => `${adapter.frozen}`,
  learningRate: ({ adapter }) => `${adapter.learningRate ?? 'the training’s'}`,
};

const turnsOf = (horizon: number): string => (horizon === 1 ? 'one turn' : `${horizon} turns`);
