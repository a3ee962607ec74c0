/**
 * Whether a module keeps something between calls, which DESIGN §5 forbids: forked and replayed episodes would differ.
 * A cheap check at load: three episodes, once one after the other, once interleaved backwards; same input, same output.
 */
import type { EnvironmentInfo, RandomKey, Split } from '../../core/environment/contract.ts';
import { FaultError } from '../../core/faults.ts';

type Call = (hook: string, requests: readonly unknown[]) => Promise<unknown[]>;

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

function stateOf(result: unknown): unknown {
  return (result as { readonly state?: unknown } | null)?.state ?? null;
}

function compare(hook: string, once: unknown, again: unknown): void {
  if (JSON.stringify(once) === JSON.stringify(again)) return;
  throw new FaultError({
    code: 'E_ENV_STATE',
    message: `${hook}() gave another result when it was called again with the same input: the module keeps something between calls.`,
    hint: 'Move variables that change from the top level of the module into `state`.',
    place: { subject: `${hook}()` },
    detail: `first: ${JSON.stringify(once).slice(0, 400)}\nlater: ${JSON.stringify(again).slice(0, 400)}`,
  });
}

/** Throws `E_ENV_STATE` when outcomes depend on the order of calls. */
export async function checkKeepsNothing(info: EnvironmentInfo, call: Call): Promise<void> {
  const one = async (hook: string, request: object): Promise<unknown> => (await call(hook, [request]))[0];
  const reset = ({ split, index, key }: Probe): Promise<unknown> => one('reset', { seed: 1, split, index, randomKey: key });
  const say = async (state: unknown, key: RandomKey): Promise<unknown> => (info.hooks.demonstrate ? one('demonstrate', { state, role: ROLE, messages: [], randomKey: key }) : '0');
  const step = (state: unknown, text: unknown, key: RandomKey): Promise<unknown> => one('step', { state, messages: [{ role: ROLE, text, turn: 0 }], randomKey: key });

  const probes = probesFor(info);
  try {
    const first: { reset: unknown; text: unknown; step: unknown }[] = [];
    for (const probe of probes) {
      const begun = await reset(probe);
      const text = await say(stateOf(begun), probe.key);
      first.push({ reset: begun, text, step: await step(stateOf(begun), text, probe.key) });
    }
    for (const [index, probe] of [...probes.entries()].reverse()) compare('reset', first[index]?.reset, await reset(probe));
    for (const [index, probe] of [...probes.entries()].reverse()) {
      const before = first[index];
      const state = stateOf(before?.reset);
      if (info.hooks.demonstrate) compare('demonstrate', before?.text, await say(state, probe.key));
      compare('step', before?.step, await step(state, before?.text, probe.key));
    }
  } catch (error) {
    // An environment may rightly refuse a made-up role or a problem without its data row; the first real call will tell.
    if (error instanceof FaultError && (error.fault.code === 'E_ENV_THROW' || error.fault.code === 'E_ENV_RESULT')) return;
    throw error;
  }
}
