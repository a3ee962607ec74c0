/** Plays built-in environments in the sandbox without a model: every message is a demonstration, a mistake, or given. */
import type { EnvironmentHost, ResetResult, Split, SpokenMessage, StepResult } from '../../../src/core/environment/contract.ts';
import type { Json } from '../../../src/core/json.ts';
import { environmentSource } from '../../../src/environments/source.node.ts';
import { createSandbox } from '../../../src/session/sandbox/node.ts';

export interface Played {
  readonly reward: number;
  readonly turns: number;
  readonly last: StepResult;
  readonly messages: readonly SpokenMessage[];
}

/** What `role` says: `demonstrate`, `mistake`, or a text. */
export type Says = (role: string, turn: number) => 'demonstrate' | 'mistake' | { readonly text: string };

export async function opened(id: string): Promise<EnvironmentHost> {
  const sandbox = createSandbox();
  await sandbox.load(environmentSource(id));
  return sandbox;
}

export async function draw(sandbox: EnvironmentHost, split: Split, count: number): Promise<ResetResult[]> {
  const key = split === 'train' ? 1 : 2;
  return sandbox.reset(Array.from({ length: count }, (_, index) => ({ seed: 1, split, index, randomKey: [index, key] as const })));
}

/** One episode of a chain of `roles`, to its end or the horizon. */
export async function play(
  sandbox: EnvironmentHost,
  start: ResetResult,
  roles: readonly string[],
  horizon: number,
  says: Says,
): Promise<Played> {
  const messages: SpokenMessage[] = [];
  let state: Json = start.state;
  let reward = 0;
  for (let turn = 0; ; turn += 1) {
    for (const role of roles) {
      const said = says(role, turn);
      const request = { state, role, messages, randomKey: [turn, messages.length] as const };
      const [text = ''] = typeof said === 'object' ? [said.text] : await sandbox[said]([request]);
      messages.push({ role, text, turn });
    }
    const [last] = await sandbox.step([{ state, messages, randomKey: [turn, 7] }]);
    if (!last || typeof last.reward !== 'number') throw new Error('a step pays the team one number');
    state = last.state;
    reward += last.reward;
    if (last.terminated || turn + 1 === horizon) return { reward, turns: turn + 1, last, messages };
  }
}

export const mean = (values: readonly number[]): number => values.reduce((a, b) => a + b, 0) / values.length;
