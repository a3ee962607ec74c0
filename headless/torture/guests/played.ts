/** What comes of a program in a sandbox: every hook is called once in each of two episodes, and its result or its fault is the outcome. */
import type { EnvironmentInfo, ResetRequest, SpokenMessage } from '../../../src/core/environment/contract.ts';
import { FaultError } from '../../../src/core/faults.ts';
import type { Json } from '../../../src/core/json.ts';
import type { QuickJsSandbox } from '../../../src/session/sandbox/sandbox.ts';

const RESETS: readonly ResetRequest[] = [
  { seed: 1, split: 'train', index: 0, randomKey: [11, 22] },
  { seed: 1, split: 'test', index: 2, randomKey: [5, 6] },
];
const MESSAGES: readonly SpokenMessage[] = [{ role: 'solver', text: '=72', turn: 0 }];

export interface Played {
  readonly ended: 'played' | `E_${string}`;
  /** All that came out, as text: results, the fault, what was printed and what it cost in ticks. */
  readonly said: string;
  readonly lines: readonly string[];
  /** What came of each episode, where all came to their end. */
  readonly episodes: readonly string[];
  /** Of the program, where it could be loaded. */
  readonly info: EnvironmentInfo | null;
}

/** Plays `source` to its end, or to its first fault; any other error is thrown on. */
export async function played(sandbox: QuickJsSandbox, source: string): Promise<Played> {
  const results: unknown[] = [];
  const episodes: string[] = [];
  let info: EnvironmentInfo | null = null;
  let ended: Played['ended'] = 'played';
  try {
    info = await sandbox.load(source);
    results.push(info);
    for (const begun of await sandbox.reset(RESETS)) {
      const of: unknown[] = [begun];
      results.push(of);
      await everyHook(sandbox, info, begun.state, of);
      episodes.push(JSON.stringify(of));
    }
  } catch (error) {
    if (!(error instanceof FaultError)) throw error;
    ended = error.fault.code;
    results.push(error.fault);
  }
  const lines = await sandbox.takeConsole();
  const ticks = (await sandbox.takeCost()).map(({ hook, request, ticks }) => [hook, request, ticks]);
  return { ended, said: JSON.stringify([results, lines, ticks]), lines, episodes, info };
}

/** Orders in which episodes are played once more: the other way round, and one after itself. */
const AGAIN = [1, 0, 0, 1, 1];

/** What an episode of the program that is loaded came to behind others, where that is not what it came to at first; null where none is other. */
export async function otherwiseLater(sandbox: QuickJsSandbox, info: EnvironmentInfo, episodes: readonly string[]): Promise<string | null> {
  for (const which of AGAIN) {
    let later: string;
    try {
      const of: unknown[] = [];
      for (const begun of await sandbox.reset(RESETS.slice(which, which + 1))) {
        of.push(begun);
        await everyHook(sandbox, info, begun.state, of);
      }
      later = JSON.stringify(of);
    } catch (error) {
      if (!(error instanceof FaultError)) throw error;
      later = error.fault.code;
    }
    if (later !== episodes[which]) return `episode ${which} came to ${partFrom(later, episodes[which] ?? '')}`;
  }
  return null;
}

/** Both from a little before they part. */
function partFrom(one: string, other: string): string {
  let at = 0;
  while (at < one.length && one[at] === other[at]) at += 1;
  const from = Math.max(0, at - 40);
  return `${one.slice(from, at + 80)} and not ${other.slice(from, at + 80)}`;
}

async function everyHook(sandbox: QuickJsSandbox, { hooks }: EnvironmentInfo, state: Json, results: unknown[]): Promise<void> {
  const [stepped] = await sandbox.step([{ state, messages: MESSAGES, randomKey: [33, 44] }]);
  results.push(stepped);
  const asked = { state, role: 'solver', messages: MESSAGES, randomKey: [7, 8] as const };
  if (hooks.transition) results.push(await sandbox.transition([{ state, messages: MESSAGES }]));
  if (hooks.stepReward) results.push(await sandbox.stepReward([{ state, messages: MESSAGES, teamReward: 1 }]));
  if (hooks.demonstrate) results.push(await sandbox.demonstrate([asked]));
  if (hooks.mistake) results.push(await sandbox.mistake([asked]));
  if (hooks.tool) results.push(await sandbox.tool([{ ...asked, call: '1 + 1' }]));
  if (hooks.render) results.push(await sandbox.render(state));
  if (hooks.privileged) results.push(await sandbox.privileged([state]));
}
