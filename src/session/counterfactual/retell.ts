/**
 * Plays imported episodes again as they were recorded: the agents say what they said, and the environment that was brought answers.
 * What comes of it is an episode of ours, from which the lab can play on. Nobody generates anything.
 */
import { at } from '../../core/at.ts';
import type { Retold, Retelling, ToRetell } from '../../core/counterfactual/retelling.ts';
import type { EpisodeRecord, MessageRecord } from '../../core/episode/records.ts';
import type { GeneratedMessage } from '../../core/episode/machine.ts';
import { FaultError } from '../../core/faults.ts';
import type { RetellObstacle } from '../../core/formats/imports/playOn/playOn.ts';
import { endsOf } from '../../core/tokenizer/promptTokens.ts';
import type { BaseModel } from '../team/base.ts';
import { type EpisodePlan, rollOut, type RolloutContext } from '../play/rollout.ts';
import type { SpeakingTeam, TeamVoices } from '../play/teamVoices.ts';

/** Episodes played at one time. */
const TOGETHER = 16;

/** Thrown where the episode goes on behind its last recorded message. */
class GoesOn extends Error {}

/** `onProgress` hears of episodes that are done. */
export async function retell(
  context: RolloutContext,
  asked: readonly ToRetell[],
  onProgress: (done: number, of: number) => void = () => undefined,
): Promise<Retold[]> {
  const silent = { submit: () => Promise.reject(new GoesOn()) };
  const speechless = { ...context, voices: context.voices.map((voice) => ({ ...voice, generator: silent })) };
  const retold: Retold[] = [];
  for (let first = 0; first < asked.length; first += TOGETHER) {
    retold.push(...(await Promise.all(asked.slice(first, first + TOGETHER).map((one) => retellOne(speechless, one)))));
    onProgress(retold.length, asked.length);
  }
  return retold;
}

async function retellOne(context: RolloutContext, { episode, split, index }: ToRetell): Promise<Retold> {
  const said = episode.messages.map((message) => spokenAs(message, context));
  const strangers = said.some((message) => message === 'other_speaker');
  const given = said.flatMap((message) => (typeof message === 'string' ? [] : [message]));
  if (strangers) return refused('other_speaker');
  if (given.length < said.length) return refused('no_text');
  const { iteration, group } = episode;
  const messages = given.map(({ message }) => message);
  const plan: EpisodePlan = {
    iteration,
    episode: episode.episode,
    split,
    problemIndex: index,
    group,
    replay: { branch: 0, given: messages },
  };
  let played: EpisodeRecord;
  try {
    played = at(await rollOut(context, [plan]), 0, 'episode').record();
  } catch (error) {
    // A prompt that is too long is only asked for by one who would speak.
    const tooLong = error instanceof FaultError && error.fault.code === 'E_PROMPT_TOO_LONG';
    if (error instanceof GoesOn || tooLong) return refused('goes_on');
    throw error;
  }
  if (played.messages.length < episode.messages.length) return refused('ended');
  if (played.messages.some(({ role }, message) => role !== episode.messages[message]?.role)) return refused('other_speaker');
  const known = episode.messages.flatMap((message, nth) => {
    const own = played.messages[nth];
    return own && (message.prompt_parts || message.prompt_ids.length > 0) ? [holdsPrompt(own, message, context)] : [];
  });
  return {
    record: {
      ...played,
      reward: Number.isFinite(episode.reward) ? episode.reward : played.reward,
      messages: played.messages.map((message, nth) => (given[nth]?.encoded ? message : withNumbers(message, episode.messages[nth]))),
    },
    obstacle: null,
    reward: played.reward,
    prompts: known.length,
    samePrompts: known.filter(Boolean).length,
    encoded: given.filter(({ encoded }) => encoded).length,
  };
}

const refused = (obstacle: RetellObstacle): Retold => ({
  record: null,
  obstacle,
  reward: Number.NaN,
  prompts: 0,
  samePrompts: 0,
  encoded: 0,
});

/**
 * A recorded message in the tokens of its agent's base: its own where they are tokens of that base, which they are if they read as
 * its text there; else its text, encoded anew.
 */
function spokenAs(
  message: MessageRecord,
  context: RolloutContext,
): { readonly message: GeneratedMessage; readonly encoded: boolean } | RetellObstacle {
  const agent = context.document.team.agents.findIndex(({ role }) => role === message.role);
  const voice = context.voices[agent];
  if (!voice) return 'other_speaker';
  const { tokenizer } = voice.base;
  const { text, response_ids: ids, finish_reason: finish } = message;
  const tokens = tokenizer.tokensFor(context.document.team.template, context.document.team.thinking);
  const last = ids.at(-1);
  const closed = last !== undefined && endsOf(tokens).includes(last);
  const own = ids.length > 0 && readsAs(voice.base, closed ? ids.slice(0, -1) : ids) === text;
  if (!own && text === '' && ids.length > 0) return 'no_text';
  // Whether a message of unknown end ran into its limit is not claimed.
  const cut = own ? !closed : finish === 'length';
  const responseIds = own ? ids : [...tokens.encode(text), ...(cut ? [] : [tokens.end])];
  if (responseIds.length === 0) return 'no_text';
  const numbers = (known: readonly number[]): readonly number[] =>
    own && known.length === ids.length ? known : responseIds.map(() => Number.NaN);
  const spoken = { responseIds, text, finishReason: cut ? 'length' : 'stop', adapterVersion: voice.version } as const;
  return { message: { ...spoken, logprobs: numbers(message.logprobs), entropies: numbers(message.entropies) }, encoded: !own };
}

/** The text of ids; null where they are no tokens of the base. */
function readsAs({ config, tokenizer }: BaseModel, ids: readonly number[]): string | null {
  return ids.every((id) => Number.isInteger(id) && id >= 0 && id < config.vocabularySize) ? tokenizer.decode(ids) : null;
}

/** Whether all of the recorded prompt stands in the prompt as it was put together here, in its order. White space may be another. */
function holdsPrompt(own: MessageRecord, recorded: MessageRecord, context: RolloutContext): boolean {
  const { prompt_ids: ids, prompt_parts: parts } = recorded;
  if (ids.length === own.prompt_ids.length && ids.every((id, at) => id === own.prompt_ids[at])) return true;
  const agent = context.document.team.agents.findIndex(({ role }) => role === own.role);
  const voice = context.voices[agent];
  if (!voice || !parts) return false;
  const text = withoutSpace(voice.base.tokenizer.decode(own.prompt_ids));
  let from = 0;
  return parts.every((part) => {
    const words = withoutSpace(part.text);
    const found = text.indexOf(words, from);
    from = found + words.length;
    return found >= 0;
  });
}

const withoutSpace = (text: string): string => text.replaceAll(/\s+/g, '');

/** What was recorded of its tokens, where they are the same. */
function withNumbers(message: MessageRecord, recorded: MessageRecord | undefined): MessageRecord {
  if (!recorded) return message;
  const { ref_logprobs, values, token_rewards, advantages, returns, trainer_logprobs } = recorded;
  return { ...message, ref_logprobs, values, token_rewards, advantages, returns, ...(trainer_logprobs ? { trainer_logprobs } : {}) };
}

/**
 * Holds recorded log-probabilities against those under `team`, of the first `most` messages that have any in tokens of the base;
 * null where none have. The prompts are those of here, the temperature the recorded one where it is known.
 */
export async function compareLogprobs(
  speakers: TeamVoices,
  team: SpeakingTeam,
  asked: readonly ToRetell[],
  retold: readonly Retold[],
  most: number,
): Promise<Retelling['logprobs']> {
  const chosen: { readonly record: EpisodeRecord; readonly recorded: readonly number[][] }[] = [];
  let messages = 0;
  for (const [index, { record }] of retold.entries()) {
    if (!record || messages >= most) continue;
    const pairs = record.messages.flatMap((message, nth) => {
      const was = asked[index]?.episode.messages[nth];
      const numbers = [was?.logprobs, was?.trainer_logprobs].find((known) => known?.some(Number.isFinite));
      if (!was || numbers?.length !== message.response_ids.length || !isAlike(was, message)) return [];
      const temperature = Number.isFinite(was.temperature) ? was.temperature : message.temperature;
      return [{ message: { ...message, temperature }, numbers: [...numbers] }];
    });
    if (pairs.length === 0) continue;
    messages += pairs.length;
    chosen.push({ record: { ...record, messages: pairs.map(({ message }) => message) }, recorded: pairs.map(({ numbers }) => numbers) });
  }
  if (chosen.length === 0) return null;
  const scored = await speakers.score(
    team,
    chosen.map(({ record }) => record),
  );
  const differences = chosen
    .flatMap(({ recorded }) => recorded)
    .flatMap((numbers, message) => {
      const own = at(scored, message, 'scored message');
      return numbers.map((number, token) => Math.abs(number - at(own, token, 'scored token')));
    })
    .filter(Number.isFinite);
  if (differences.length === 0) return null;
  return { messages, tokens: differences.length, difference: differences.reduce((sum, value) => sum + value, 0) / differences.length };
}

const isAlike = (a: MessageRecord, b: MessageRecord): boolean =>
  a.response_ids.length === b.response_ids.length && a.response_ids.every((id, at) => id === b.response_ids[at]);
