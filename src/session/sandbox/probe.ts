/**
 * Whether a module keeps something between calls, which DESIGN §5 forbids: forked and replayed episodes would differ.
 * A cheap check at load: three episodes, one after the other, interleaved backwards, and one after the other again; same input, same output, of every hook.
 */
import type { EnvironmentHost, EnvironmentInfo, ResetRequest, Split } from '../../core/environment/contract.ts';
import type { RandomKey } from '../../core/random/threefry.ts';
import type { Json } from '../../core/json.ts';
import { fault, FaultError } from '../../core/faults.ts';
import { sandboxFaults } from '../../words/words.ts';

type Hosted = Pick<
  EnvironmentHost,
  'reset' | 'step' | 'stepReward' | 'demonstrate' | 'mistake' | 'transition' | 'tool' | 'render' | 'privileged'
>;

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

/** A call that can be made again, and what came of it when it was made first. */
interface Asked {
  readonly hook: string;
  readonly outcome: string;
  again(): Promise<unknown>;
}

/**
 * What came of a call, as text. An environment may rightly refuse a made-up role or a problem without its data row, as often as it is
 * asked: the first real call will tell.
 */
async function outcomeOf(work: () => Promise<unknown>): Promise<{ readonly value?: unknown; readonly outcome: string }> {
  try {
    const value = await work();
    return { value, outcome: JSON.stringify(value) };
  } catch (error) {
    if (error instanceof FaultError && (error.fault.code === 'E_ENV_THROW' || error.fault.code === 'E_ENV_RESULT'))
      return { outcome: error.fault.code };
    throw error;
  }
}

/** Throws `E_ENV_STATE` when outcomes depend on the order of calls. */
export async function checkKeepsNothing(info: EnvironmentInfo, host: Hosted): Promise<void> {
  const episodes: { readonly begun: Asked; readonly calls: readonly Asked[] }[] = [];
  for (const probe of probesFor(info)) {
    const calls: Asked[] = [];
    const begun = await ask('reset', () => host.reset([requestOf(probe)]).then(onlyOf));
    if (begun.value) await playOn(info, host, { state: begun.value.state, key: probe.key }, calls);
    episodes.push({ begun, calls });
  }
  episodes.reverse();
  for (const { begun } of episodes) await compare(begun);
  for (const { calls } of episodes) for (const call of calls) await compare(call);
  // What is counted may come to the same by chance, once.
  for (const { begun, calls } of episodes.reverse()) for (const call of [begun, ...calls]) await compare(call);
}

const requestOf = ({ split, index, key }: Probe): ResetRequest => ({ seed: 1, split, index, randomKey: key });

async function ask<T>(hook: string, again: () => Promise<T>): Promise<Asked & { readonly value?: T }> {
  const { value, outcome } = await outcomeOf(again);
  return { hook, outcome, again, value: value as T | undefined };
}

/** Calls every hook that there is in an episode that was begun. */
async function playOn(
  info: EnvironmentInfo,
  host: Hosted,
  begun: { readonly state: Json; readonly key: RandomKey },
  calls: Asked[],
): Promise<void> {
  const { state, key: randomKey } = begun;
  const { hooks } = info;
  const say = async <T>(hook: string, again: () => Promise<T>): Promise<T | undefined> => {
    const asked = await ask(hook, again);
    calls.push(asked);
    return asked.value;
  };
  const toSpeak = { state, role: ROLE, messages: [], randomKey };
  const text = (hooks.demonstrate && (await say('demonstrate', () => host.demonstrate([toSpeak]).then(onlyOf)))) || '0';
  if (hooks.mistake) await say('mistake', () => host.mistake([toSpeak]).then(onlyOf));
  if (hooks.tool) await say('tool', () => host.tool([{ ...toSpeak, call: text }]).then(onlyOf));
  const messages = [{ role: ROLE, text, turn: 0 }];
  const ended = await say('step', () => host.step([{ state, messages, randomKey }]).then(onlyOf));
  if (!ended) return;
  const after = { state: ended.state, messages };
  if (hooks.transition) await say('transition', () => host.transition([after]).then(onlyOf));
  if (hooks.stepReward) await say('stepReward', () => host.stepReward([{ ...after, teamReward: 0.5 }]).then(onlyOf));
  if (hooks.render) await say('render', () => host.render(ended.state));
  if (hooks.privileged) await say('privileged', () => host.privileged([ended.state]));
}

async function compare({ hook, outcome, again }: Asked): Promise<void> {
  const { outcome: later } = await outcomeOf(again);
  if (later === outcome) return;
  const detail = `first: ${outcome.slice(0, 400)}\nlater: ${later.slice(0, 400)}`;
  throw new FaultError(fault(sandboxFaults, 'E_ENV_STATE', { hook }, { place: { subject: `${hook}()` }, detail }));
}
