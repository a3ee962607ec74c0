/**
 * Episodes in a JSON Lines file, as a warm start reads them. A line is either an episode of a run (`rollouts/<n>.jsonl`) or
 * plain, what was read and what was said:
 *
 *     {"observation": "bob has 9 apples …", "messages": [{"role": "planner", "text": "9*8"}, …], "reward": 1}
 *     {"turns": [{"observation": {"speaker": "target: red"}, "messages": […], "transition": "not yet"}, …]}
 *
 * `reward` and `transition` may be left out, an observation may be one text or one per role, and several turns are a list.
 */
import { z } from 'zod';
import type { EpisodeRecord } from '../../episode/records.ts';
import { faultAt } from '../../faultAt.ts';
import { runFileFaults } from '../../../words/words.ts';
import { parseJsonLines } from '../jsonl.ts';

const messageSchema = z.object({ role: z.string(), text: z.string() });
const observationSchema = z.union([z.string(), z.record(z.string(), z.string())]);
const turnSchema = z.object({
  observation: observationSchema,
  messages: z.array(messageSchema).min(1),
  transition: z.string().default(''),
});
const rewardSchema = z.number().finite().optional();
const plainSchema = z.object({ turns: z.array(turnSchema).min(1), reward: rewardSchema });

const ids = z.array(z.int().min(0));
/** What a warm start reads of a run's episode. */
const recordSchema = z.object({
  problem: z.string(),
  reward: z.number().finite(),
  turn_rewards: z.array(z.unknown()),
  messages: z
    .array(
      z.object({
        role: z.string(),
        text: z.string(),
        turn: z.int().min(0),
        prompt_ids: ids.min(1),
        response_ids: ids.min(1),
        segments: z.array(z.object({ source: z.string(), start: z.int(), end: z.int() })).min(1),
      }),
    )
    .min(1),
});

export type PlainTurn = z.infer<typeof turnSchema>;

/** One line: its number, what the team earned if it is known, and the episode in one of the two forms. */
export type GivenEpisode = { readonly line: number; readonly reward: number | null } & (
  | { readonly form: 'plain'; readonly turns: readonly PlainTurn[] }
  | { readonly form: 'rollout'; readonly record: EpisodeRecord }
);

/** The episodes of a file; throws `E_EPISODES` naming the line that is neither form. */
export function readEpisodes(text: string, fileName: string): GivenEpisode[] {
  const episodes = parseJsonLines(text, fileName).map((value, index): GivenEpisode => readEpisode(value, index + 1, fileName));
  if (episodes.length === 0) throw faultAt(runFileFaults, 'E_EPISODES', { found: 'none', subject: fileName });
  return episodes;
}

function readEpisode(value: unknown, line: number, subject: string): GivenEpisode {
  const rollout = recordSchema.safeParse(value);
  // Checked as far as it is read.
  if (rollout.success) return { form: 'rollout', line, reward: rollout.data.reward, record: value as EpisodeRecord };
  const turn = turnSchema.safeParse(value);
  const plain = plainSchema.safeParse(turn.success ? { ...(value as object), turns: [turn.data] } : value);
  if (plain.success) return { form: 'plain', line, reward: plain.data.reward ?? null, turns: plain.data.turns };
  const several = typeof value === 'object' && value !== null && 'turns' in value;
  const [issue] = (several ? plain : turn).error?.issues ?? [];
  throw faultAt(runFileFaults, 'E_EPISODES', { found: 'line', subject, line, field: issue?.path.join('.'), reason: issue?.message });
}
