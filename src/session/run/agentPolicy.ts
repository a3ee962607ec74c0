/** One trained agent, as metrics, rollouts and checkpoints see it. */
import type { BaseGroup } from '../policy/baseGroup.ts';
import type { PolicyAdapter } from '../policy/policyAdapter.ts';

export interface AgentPolicy {
  readonly role: string;
  /** In the document's list of agents. */
  readonly index: number;
  readonly group: BaseGroup;
  readonly adapter: PolicyAdapter;
}
