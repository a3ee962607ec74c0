/** What `run.json` says of an imported run: where it came from, what of it is known, and what was guessed. */
import { z } from 'zod';
import { IMPORT_SOURCES, type ImportedEpisode, type ImportedMessage } from '../importedRun.ts';

/** What a message may tell; the names are those of rollouts. */
const OF_MESSAGES = {
  agent: ({ agent }) => agent !== null,
  turn: ({ turn }) => turn !== null,
  prompt: ({ prompt, promptIds }) => prompt !== null || promptIds !== null,
  text: ({ text, tokens }) => text !== null || tokens !== null,
  tokens: ({ responseIds, tokens }) => responseIds !== null || tokens !== null,
  logprobs: ({ logprobs }) => logprobs !== null,
  trainer_logprobs: ({ trainerLogprobs }) => trainerLogprobs !== null,
  ref_logprobs: ({ refLogprobs }) => refLogprobs !== null,
  entropies: ({ entropies }) => entropies !== null,
  values: ({ values }) => values !== null,
  token_rewards: ({ tokenRewards }) => tokenRewards !== null,
  advantages: ({ advantages }) => advantages !== null,
  returns: ({ returns }) => returns !== null,
  response_mask: ({ responseMask }) => responseMask !== null,
  finish_reason: ({ finish }) => finish !== null,
} as const satisfies Readonly<Record<string, (message: ImportedMessage) => boolean>>;

const OF_EPISODES = {
  step: ({ step }) => step !== null,
  group: ({ group }) => group !== null,
  reward: ({ reward }) => reward !== null,
  rewards: ({ rewards }) => Object.keys(rewards).length > 0,
} as const satisfies Readonly<Record<string, (episode: ImportedEpisode) => boolean>>;

export type MessageFact = keyof typeof OF_MESSAGES;
export type EpisodeFact = keyof typeof OF_EPISODES;
export const MESSAGE_FACTS = Object.keys(OF_MESSAGES) as readonly MessageFact[];
export const EPISODE_FACTS = Object.keys(OF_EPISODES) as readonly EpisodeFact[];

/** How many episodes and messages there are, and of how many of them each fact is known. */
export interface Known {
  readonly episodes: number;
  readonly messages: number;
  readonly ofEpisodes: Readonly<Record<EpisodeFact, number>>;
  readonly ofMessages: Readonly<Record<MessageFact, number>>;
}

/** Counts what is known while a run is read. */
export class KnownCount implements Known {
  episodes = 0;
  messages = 0;
  readonly ofEpisodes = zeros(EPISODE_FACTS);
  readonly ofMessages = zeros(MESSAGE_FACTS);

  add(episode: ImportedEpisode): void {
    this.episodes += 1;
    for (const fact of EPISODE_FACTS) if (OF_EPISODES[fact](episode)) this.ofEpisodes[fact] += 1;
    for (const message of episode.messages) {
      this.messages += 1;
      for (const fact of MESSAGE_FACTS) if (OF_MESSAGES[fact](message)) this.ofMessages[fact] += 1;
    }
  }
}

const zeros = <Name extends string>(names: readonly Name[]): Record<Name, number> =>
  Object.fromEntries(names.map((name) => [name, 0])) as Record<Name, number>;

const count = z.int().min(0);
const knownSchema = z.object({
  episodes: count,
  messages: count,
  ofEpisodes: z.object(Object.fromEntries(EPISODE_FACTS.map((fact) => [fact, count])) as Record<EpisodeFact, typeof count>),
  ofMessages: z.object(Object.fromEntries(MESSAGE_FACTS.map((fact) => [fact, count])) as Record<MessageFact, typeof count>),
});

export const importInfoSchema = z.object({
  source: z.enum(IMPORT_SOURCES),
  /** As they were given. */
  files: z.array(z.object({ path: z.string(), size: count })),
  known: knownSchema,
  /** Names of metrics that were computed here from the episodes, since the files hold none. */
  computed: z.array(z.string()),
  /** How the agents were found, and whether the graph was guessed from quotes or given by a person. */
  agents: z.array(z.object({ role: z.string(), key: z.string(), foundBy: z.enum(['name', 'system prompt', 'nothing']) })),
  edges: z.enum(['guessed', 'given']),
});

export type ImportInfo = z.infer<typeof importInfoSchema>;

/** What a `run.json` says of where its run was imported from; null for a run of our own. */
export function importInfoOf(info: unknown): ImportInfo | null {
  return z.object({ imported: importInfoSchema }).safeParse(info).data?.imported ?? null;
}
