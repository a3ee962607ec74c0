/** Episodes of an imported run as ours are recorded: what its files do not hold is NaN, null or empty, and stays so. */
import type { EpisodeRecord, MessageRecord } from '../../../episode/records.ts';
import type { Cast } from './cast.ts';
import type { ImportedEpisode, ImportedMessage } from '../importedRun.ts';
import { quotedIn } from './quotes.ts';
import type { ImportedVocabulary } from './vocabulary.ts';

/** Where an episode stands in the run. */
export interface EpisodePlace {
  readonly iteration: number;
  /** Its number in the iteration, and that of its group. */
  readonly episode: number;
  readonly group: number;
}

export interface ImportParts {
  readonly cast: Cast;
  readonly vocabulary: ImportedVocabulary;
}

/** Base of every agent, under which the words of its tokens are kept. */
export const IMPORTED_BASE = 'imported';

export function recordOf(episode: ImportedEpisode, place: EpisodePlace, parts: ImportParts): EpisodeRecord {
  const sees = quotedIn(episode.messages);
  const spoken = new Map<string, number>();
  const messages = episode.messages.map((message, at): MessageRecord => {
    const role = parts.cast.roleOf(message);
    const call = spoken.get(role) ?? 0;
    spoken.set(role, call + 1);
    return messageOf(message, { role, call, sees: sees[at] ?? [] }, parts.vocabulary);
  });
  const paid = episode.messages.map(({ reward }) => reward);
  const rewards = Object.entries(episode.rewards).map(([agent, reward]) => [parts.cast.roleOf({ agent, prompt: null }), reward] as const);
  const info = { ...episode.info, ...(episode.id === null ? {} : { id: episode.id }) };
  return {
    ...place,
    seed: Number.NaN,
    split: episode.split ?? 'train',
    problem_index: Number.NaN,
    problem: episode.problem ?? problemIn(episode.messages),
    reward: episode.reward ?? Number.NaN,
    rewards: Object.fromEntries(rewards),
    turn_rewards: [],
    ...(paid.some((reward) => reward !== null) ? { step_rewards: paid.map((reward) => reward ?? Number.NaN) } : {}),
    terminated: episode.terminated,
    truncated: episode.truncated,
    bootstrap: Number.NaN,
    ...(Object.keys(episode.skills).length > 0 ? { skills: episode.skills } : {}),
    ...(Object.keys(info).length > 0 ? { info } : {}),
    messages,
  };
}

/** What was asked: the first words of a user that anybody read. */
function problemIn(messages: readonly ImportedMessage[]): string {
  for (const { prompt } of messages) {
    const asked = prompt?.find(({ role }) => role !== 'system' && role !== 'developer');
    if (asked) return asked.text;
  }
  return '';
}

function messageOf(
  message: ImportedMessage,
  { role, call, sees }: Pick<MessageRecord, 'role' | 'call' | 'sees'>,
  vocabulary: ImportedVocabulary,
): MessageRecord {
  const { text, tokens, responseIds, responseMask, trainerLogprobs, prompt } = message;
  const { logprobs, refLogprobs, values, entropies, tokenRewards, advantages, returns } = message;
  // One advantage of a whole message does not say how many tokens it has.
  const counts = [responseMask, trainerLogprobs, logprobs, refLogprobs, entropies, tokenRewards].map((numbers) => numbers?.length ?? 0);
  const ids = vocabulary.ids(responseIds, tokens, Math.max(...counts, (advantages?.length ?? 0) > 1 ? (advantages?.length ?? 0) : 0));
  const promptIds = vocabulary.ids(message.promptIds ?? [], null, 0);
  return {
    role,
    // Where a file tells no turns, an agent that speaks again begins another.
    turn: message.turn ?? call,
    call,
    sees,
    adapter_version: Number.NaN,
    prompt_ids: promptIds,
    segments: segmentsOf(role, promptIds.length, ids.length),
    ...(prompt ? { prompt_parts: prompt } : {}),
    response_ids: ids,
    finish_reason: message.finish,
    ...(message.maxTokens === null ? {} : { max_tokens: message.maxTokens }),
    text: text ?? tokens?.join('') ?? '',
    temperature: message.temperature ?? Number.NaN,
    logprobs: logprobs ?? [],
    ref_logprobs: refLogprobs ?? [],
    values: values ?? [],
    entropies: entropies ?? [],
    token_rewards: tokenRewards ?? [],
    advantages: advantages ?? [],
    returns: returns ?? [],
    ...(responseMask ? { response_mask: responseMask } : {}),
    ...(trainerLogprobs ? { trainer_logprobs: trainerLogprobs } : {}),
  };
}

/** All of a prompt is one segment, since nobody says where its parts end. */
function segmentsOf(role: string, prompt: number, response: number): MessageRecord['segments'] {
  return [
    ...(prompt > 0 ? [{ kind: 'scaffold', source: 'observation', start: 0, end: prompt } as const] : []),
    ...(response > 0 ? [{ kind: 'sampled', source: 'response', role, start: prompt, end: prompt + response } as const] : []),
  ];
}

/** One line of a rollout, in which what is unknown is null: JSON writes NaN and infinities so. */
export const importedLine = (record: EpisodeRecord): string => `${JSON.stringify(record)}\n`;
