/** What agents say of their adapters: those that share one must agree about it. */
import { type AdapterSetting, checkFaults } from '../../../words/words.ts';
import { fault, type Fault } from '../../faults.ts';
import type { AgentSettings, ProjectDocument } from '../schema.ts';
import { sameSetting } from '../settingPaths.ts';

const SHARED = ['rank', 'alpha', 'targets', 'frozen', 'learningRate'] as const;

/** Faults of the adapters, in the order of the agents. */
export function adapterFaults({ team }: ProjectDocument): Fault[] {
  return team.agents.flatMap((agent, index) => {
    const { adapter, role } = agent;
    if (adapter.group === '') return [];
    const first = team.agents.slice(0, index).find((other) => other.adapter.group === adapter.group);
    const differ = first ? differencesOf(first, agent, team.base) : [];
    if (!first || differ.length === 0) return [];
    const values = { group: adapter.group, roles: [first.role, role], differ } as const;
    return [fault(checkFaults, 'E_ADAPTER_GROUP', values, { place: { subject: `team.agents.${role}.adapter.group` } })];
  });
}

function differencesOf(a: AgentSettings, b: AgentSettings, base: string): AdapterSetting[] {
  const differ = SHARED.filter((key) => !sameSetting(a.adapter[key], b.adapter[key]));
  return (a.base || base) === (b.base || base) ? differ : ['base', ...differ];
}
