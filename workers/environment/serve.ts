/** An {@link EnvironmentHost} as the worker's protocol shows it: the same calls, every result an `Outcome`. */
import type { EnvironmentHost } from '../../src/core/environment/contract.ts';
import { outcomeOf } from '../../src/core/faults.ts';
import type { EnvironmentApi } from './protocol.ts';

/** The calls of `host`, ready to be exposed through Comlink. */
export function serveEnvironment(host: EnvironmentHost): EnvironmentApi {
  return {
    load: (source) => outcomeOf(() => host.load(source)),
    reset: (requests) => outcomeOf(() => host.reset(requests)),
    step: (requests) => outcomeOf(() => host.step(requests)),
    transition: (requests) => outcomeOf(() => host.transition(requests)),
    stepReward: (requests) => outcomeOf(() => host.stepReward(requests)),
    demonstrate: (requests) => outcomeOf(() => host.demonstrate(requests)),
    mistake: (requests) => outcomeOf(() => host.mistake(requests)),
    tool: (requests) => outcomeOf(() => host.tool(requests)),
    render: (state) => outcomeOf(() => host.render(state)),
    privileged: (states) => outcomeOf(() => host.privileged(states)),
    takeConsole: () => outcomeOf(() => host.takeConsole()),
    takeCost: () => outcomeOf(() => host.takeCost()),
    disposeHost: () => host.dispose(),
  };
}
