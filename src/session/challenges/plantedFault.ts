/**
 * A fault that is planted into an agent: at a known rate it says, in place of what it would have said, something it said to another
 * problem. Which messages are struck follows from their sampling key, so a continuation of one number is struck alike whatever was
 * said before, and the agent asked again errs at the same rate anew.
 */
import { at } from '../../core/at.ts';
import type { EpisodeRecord } from '../../core/episode/records.ts';
import { foldIn, keyFor, STREAMS, uniformAt } from '../../core/random/streams.ts';
import type { RandomKey } from '../../core/random/threefry.ts';
import type { GeneratedTokens } from '../../engine/generate/jobs.ts';
import type { RolloutContext, Voice } from '../play/rollout.ts';

/** What the sampling key is folded with to draw whether a message is struck, and by which text: beside every token's counter. */
const STRUCK = 1_003;
const TEXT = 1_004;

export interface PlantedFault {
  readonly role: string;
  /** Chance that a message of the role is struck. */
  readonly rate: number;
  /** What the role says where it is: whole messages that it said to other problems. */
  readonly texts: readonly GeneratedTokens[];
}

const isStruck = (key: RandomKey, rate: number): boolean => uniformAt(foldIn(key, STRUCK), 0) < rate;

/** The team with the fault in it. */
export function withFault(context: RolloutContext, { role, rate, texts }: PlantedFault): RolloutContext {
  const voices = context.voices.map((voice, agent): Voice => {
    if (context.document.team.agents[agent]?.role !== role) return voice;
    return {
      ...voice,
      generator: {
        submit: async (job, watcher) => {
          const right = await voice.generator.submit(job, watcher);
          // The fault is in the adapter: an agent that speaks with its base alone is without it.
          if (job.slot < 0 || !isStruck(job.key, rate)) return right;
          const own = textOf(voice, right);
          const wrong = texts.filter((text) => textOf(voice, text) !== own);
          if (wrong.length === 0) throw new Error(`there is nothing else that ${role} could say`);
          return at(wrong, Math.floor(uniformAt(foldIn(job.key, TEXT), 0) * wrong.length));
        },
      },
    };
  });
  return { ...context, voices };
}

const textOf = ({ base }: Voice, { responseIds }: GeneratedTokens): string => base.tokenizer.decode(responseIds.slice(0, -1)).trim();

/** Whether the fault struck one of a recorded episode's own messages. */
export function wasStruck(
  { seed, iteration, episode, messages }: EpisodeRecord,
  { document }: RolloutContext,
  { role, rate }: PlantedFault,
): boolean {
  const agent = document.team.agents.findIndex((one) => one.role === role);
  return messages.some(
    (message) => message.role === role && isStruck(keyFor(seed, STREAMS.sampling, iteration, episode, 0, agent, message.call), rate),
  );
}

/** Whole messages of the role in these episodes. */
export const saidBy = (role: string, episodes: readonly EpisodeRecord[]): GeneratedTokens[] =>
  episodes.flatMap(({ messages }) =>
    messages
      .filter((message) => message.role === role && message.finish_reason === 'stop')
      .map(({ response_ids, logprobs, entropies }) => ({
        responseIds: [...response_ids],
        logprobs: [...logprobs],
        entropies: [...entropies],
        finishReason: 'stop' as const,
      })),
  );
