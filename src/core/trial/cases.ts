/**
 * Test cases of an environment: an episode's messages and what they are to earn. The environment is asked for the same problem with
 * the same chance, so a case that was taken from a run earns the same until the environment judges otherwise.
 */
import { z } from 'zod';
import type { EnvironmentHost } from '../environment/contract.ts';
import { environmentKey, resetRequest } from '../environment/start.ts';
import { teamReward } from '../episode/perRole.ts';
import { faultAt } from '../faultAt.ts';
import { parseJsonLines } from '../formats/jsonl.ts';
import type { Json } from '../json.ts';
import { runFileFaults } from '../../words/words.ts';

const caseSchema = z.object({
  seed: z.int().min(0),
  split: z.enum(['train', 'test']),
  index: z.int().min(0),
  /** All of the team, over whom a reward that is paid by role is averaged. */
  roles: z.array(z.string()).min(1),
  /** What keys the environment's own chance; from the message `from` on that of a continuation. */
  chance: z.object({ iteration: z.int(), episode: z.int(), from: z.int().min(0).optional(), continuation: z.int().min(0).optional() }),
  messages: z.array(z.object({ role: z.string(), text: z.string(), turn: z.int().min(0) })).min(1),
  reward: z.number().finite(),
});

export type EnvironmentCase = z.infer<typeof caseSchema>;

/** The cases of a file; throws `E_CASES` naming the line that is none. */
export function readCases(text: string, fileName: string): EnvironmentCase[] {
  const cases = parseJsonLines(text, fileName).map((value, index) => {
    const parsed = caseSchema.safeParse(value);
    if (parsed.success) return parsed.data;
    const [issue] = parsed.error.issues;
    throw faultAt(runFileFaults, 'E_CASES', { subject: fileName, line: index + 1, field: issue?.path.join('.'), reason: issue?.message });
  });
  if (cases.length === 0) throw faultAt(runFileFaults, 'E_CASES', { subject: fileName });
  return cases;
}

/** What the environment, which must have been loaded, pays for a case's messages; `problem` is its row of a data set. */
export async function rewardOfCase(host: EnvironmentHost, one: EnvironmentCase, problem?: Json): Promise<number> {
  const { seed, split, index, roles, chance, messages } = one;
  const [start] = await host.reset([resetRequest({ seed, split, index, problem })]);
  if (!start) throw new Error('the environment did not begin');
  const turns = Math.max(...messages.map(({ turn }) => turn)) + 1;
  let { state } = start;
  let reward = 0;
  for (let turn = 0; turn < turns; turn += 1) {
    const said = messages.filter((message) => message.turn <= turn);
    const branch = chance.from !== undefined && said.length > chance.from ? chance.continuation : 0;
    const [result] = await host.step([{ state, messages: said, randomKey: environmentKey({ seed, ...chance, branch }, turn + 1) }]);
    if (!result) throw new Error('the environment did not answer');
    ({ state } = result);
    reward += teamReward(result.reward, roles);
  }
  return reward;
}
