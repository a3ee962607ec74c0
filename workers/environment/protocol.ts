/**
 * The contract of the environment worker: {@link EnvironmentHost} with every result as an `Outcome`, because a thrown
 * error loses its fields on the way. The page and the trainer worker each hold an end; each end has a sandbox of its own,
 * so what a person tries in the editor never touches a run.
 */
import type {
  CallCost,
  DemonstrateRequest,
  EnvironmentInfo,
  ResetRequest,
  ResetResult,
  SpokenMessage,
  StepRequest,
  StepResult,
  StepRewardRequest,
  ToolRequest,
} from '../../src/core/environment/contract.ts';
import type { Json } from '../../src/core/json.ts';
import type { Outcome } from '../../src/core/faults.ts';

export interface EnvironmentApi {
  load(source: string): Promise<Outcome<EnvironmentInfo>>;
  reset(requests: readonly ResetRequest[]): Promise<Outcome<ResetResult[]>>;
  step(requests: readonly StepRequest[]): Promise<Outcome<StepResult[]>>;
  transition(requests: readonly { readonly state: Json; readonly messages: readonly SpokenMessage[] }[]): Promise<Outcome<string[]>>;
  stepReward(requests: readonly StepRewardRequest[]): Promise<Outcome<number[][]>>;
  demonstrate(requests: readonly DemonstrateRequest[]): Promise<Outcome<string[]>>;
  mistake(requests: readonly DemonstrateRequest[]): Promise<Outcome<string[]>>;
  tool(requests: readonly ToolRequest[]): Promise<Outcome<(string | null)[]>>;
  render(state: Json): Promise<Outcome<string>>;
  privileged(states: readonly Json[]): Promise<Outcome<string[]>>;
  takeConsole(): Promise<Outcome<string[]>>;
  takeCost(): Promise<Outcome<readonly CallCost[]>>;
  disposeHost(): Promise<void>;
}

/** What the environment worker's global scope exposes to the page. */
export interface EnvironmentWorkerApi extends EnvironmentApi {
  /** Opens a second, separate sandbox served over `port` (for the trainer worker). */
  connect(port: MessagePort): Promise<void>;
}
