/**
 * Whether a module keeps something between calls, which DESIGN §5 forbids: forked and replayed episodes would differ.
 * A cheap check at load: three episodes, once one after the other, once interleaved backwards; same input, same output.
 */
import type { EnvironmentHost, EnvironmentInfo, ResetResult, Split, StepResult } from '../../core/environment/contract.ts';
import type { RandomKey } from '../../core/random/threefry.ts';
import type { Json } from '../../core/json.ts';
import { fault, FaultError } from '../../core/faults.ts';
import { sandboxFaults } from '../../words/words.ts';

type Hosted = Pick<EnvironmentHost, 'reset' | 'step' | 'stepReward' | 'demonstrate' | 'mistake'>;

interface Probe {
  readonly split: Split;
  readonly index: number;
  readonly key: RandomKey;
}

const ROLE = 'probe';

function probesFor({ splits }: EnvironmentInfo): Probe[] {
  const second = splits.train === 'unlimited' || splits.train > 1 ? 1 : 0;
  return [
    { split: 'train', index: 0, key: [1, 2] },
    { split: 'train', index: second, key: [3, 4] },
    { split: 'test', index: 0, key: [5, 6] },
  ];
}

function onlyOf<T>(results: readonly T[]): T {
  const [only] = results;
  if (only === undefined) throw new Error('a batch of one gave no result');
  return only;
}

function compare(hook: string, once: unknown, again: unknown): void {
  if (JSON.stringify(once) === JSON.stringify(again)) return;
  const detail = `first: ${JSON.stringify(once).slice(0, 400)}\nlater: ${JSON.stringify(again).slice(0, 400)}`;
  throw new FaultError(fault(sandboxFaults, 'E_ENV_STATE', { hook }, { place: { subject: `${hook}()` }, detail }));
}

/** Throws `E_ENV_STATE` when outcomes depend on the order of calls. */
export async function checkKeepsNothing(info: EnvironmentInfo, host: Hosted): Promise<void> {
  const reset = async ({ split, index, key }: Probe): Promise<ResetResult> =>
    onlyOf(await host.reset([{ seed: 1, split, index, randomKey: key }]));
  const say = async (state: Json, key: RandomKey): Promise<string> =>
    info.hooks.demonstrate ? onlyOf(await host.demonstrate([{ state, role: ROLE, messages: [], randomKey: key }])) : '0';
  const step = async (state: Json, text: string, key: RandomKey): Promise<StepResult> =>
    onlyOf(await host.step([{ state, messages: [{ role: ROLE, text, turn: 0 }], randomKey: key }]));
  const pay = async (state: Json, text: string): Promise<readonly number[]> =>
    info.hooks.stepReward ? onlyOf(await host.stepReward([{ state, messages: [{ role: ROLE, text, turn: 0 }], teamReward: 0.5 }])) : [];

  const episodes: { probe: Probe; begun: ResetResult; text: string; ended: StepResult; paid: readonly number[] }[] = [];
  try {
    for (const probe of probesFor(info)) {
      const begun = await reset(probe);
      const text = await say(begun.state, probe.key);
      const ended = await step(begun.state, text, probe.key);
      episodes.push({ probe, begun, text, ended, paid: await pay(ended.state, text) });
    }
    episodes.reverse();
    for (const { probe, begun } of episodes) compare('reset', begun, await reset(probe));
    for (const { probe, begun, text, ended, paid } of episodes) {
      compare('demonstrate', text, await say(begun.state, probe.key));
      compare('step', ended, await step(begun.state, text, probe.key));
      compare('stepReward', paid, await pay(ended.state, text));
    }
  } catch (error) {
    // An environment may rightly refuse a made-up role or a problem without its data row; the first real call will tell.
    if (error instanceof FaultError && (error.fault.code === 'E_ENV_THROW' || error.fault.code === 'E_ENV_RESULT')) return;
    throw error;
  }
}
