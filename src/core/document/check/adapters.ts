/** What agents say of their adapters: those that share one must agree about it. */
import type { Fault } from '../../faults.ts';
import type { AgentSettings, ProjectDocument } from '../schema.ts';
import { sameSetting } from '../settingPaths.ts';

/** Names that a sentence shows other than they are spelled in the project file. */
const NAMES: Readonly<Record<string, string>> = { learningRate: 'learning rate' };
const SHARED = ['rank', 'alpha', 'targets', 'frozen', 'learningRate'] as const;

/** Faults of the adapters, in the order of the agents. */
export function adapterFaults({ team }: ProjectDocument): Fault[] {
  return team.agents.flatMap((agent, index) => {
    const { adapter, role } = agent;
    if (adapter.group === '') return [];
    const first = team.agents.slice(0, index).find((other) => other.adapter.group === adapter.group);
    const differences = first ? differencesOf(first, agent, team.base) : [];
    if (!first || differences.length === 0) return [];
    return [
      {
        code: 'E_ADAPTER_GROUP',
        message: `“${first.role}” and “${role}” share the adapter “${adapter.group}” but differ in its ${differences.join(', ')}.`,
        hint: 'One adapter has one base, one shape and one learning rate: make them equal, or give one of the agents another group.',
        place: { subject: `team.agents.${role}.adapter.group` },
      },
    ];
  });
}

function differencesOf(a: AgentSettings, b: AgentSettings, base: string): string[] {
  const names: string[] = SHARED.filter((key) => !sameSetting(a.adapter[key], b.adapter[key])).map((key) => NAMES[key] ?? key);
  return (a.base || base) === (b.base || base) ? names : ['base', ...names];
}
