/**
 * Rollouts of our own without the run they are of: `rollouts/<iteration>.jsonl`, dropped alone. A whole run, folder or zip, is taken in
 * as it is (`src/runs/takeIn.ts`); of a rollout what an imported run can hold is read.
 */
import type { EpisodeRecord, MessageRecord } from '../../../episode/records.ts';
import { parseEpisode } from '../../runs/rolloutFile.ts';
import { infoOf } from '../fields.ts';
import { firstKeys, hasKeys, headText } from '../head.ts';
import { type ImportedEpisode, importedEpisode, importedMessage, type ImportedMessage } from '../importedRun.ts';
import type { RunReader } from '../reader.ts';
import { eachRow, inOrder, partsOf } from '../trainerRows.ts';

export const workbench: RunReader = {
  source: 'workbench',
  claims: (head) => hasKeys(firstKeys(headText(head)), 'iteration', 'episode', 'seed', 'split', 'problem_index', 'group'),
  async *read(files) {
    const taker = eachRow((row, at) => {
      const record = parseEpisode(row, at.subject, at.line);
      return { kind: 'episode', episode: { ...episodeOf(record), info: infoOf(record.info ?? {}, at) } };
    });
    for (const file of inOrder(files)) yield* partsOf(file, taker);
  },
};

/** In a rollout an unknown number is NaN. */
const known = (number: number | undefined): number | null => (number === undefined || Number.isNaN(number) ? null : number);

function episodeOf(record: EpisodeRecord): ImportedEpisode {
  const { iteration, episode, group, split, problem, reward, rewards, skills, terminated, truncated } = record;
  const named = (numbers: Readonly<Record<string, number>>) =>
    Object.fromEntries(Object.entries(numbers).filter(([, number]) => !Number.isNaN(number)));
  return importedEpisode({
    step: iteration,
    id: String(episode),
    group: `${iteration}/${group}`,
    split,
    problem,
    reward: known(reward),
    rewards: named(rewards),
    skills: named(skills ?? {}),
    terminated,
    truncated,
    messages: record.messages.map((message, index) => messageOf(message, known(record.step_rewards?.[index]))),
  });
}

function messageOf(message: MessageRecord, reward: number | null): ImportedMessage {
  const { response_ids, receipt } = message;
  const list = <T>(items: readonly T[] | undefined): readonly T[] | null => (items && items.length > 0 ? items : null);
  // Of steps that were taken back, no policy is left that had these.
  const updated = receipt && !receipt.undone && !receipt.left_out ? receipt.updated_logprobs : undefined;
  const values = list(message.values);
  return importedMessage({
    agent: message.role,
    turn: known(message.turn),
    prompt: message.prompt_parts ?? null,
    promptIds: list(message.prompt_ids),
    text: message.text,
    responseIds: list(response_ids),
    responseMask: list(message.response_mask),
    logprobs: list(message.logprobs),
    trainerLogprobs: list(message.trainer_logprobs ?? updated),
    refLogprobs: list(message.ref_logprobs),
    entropies: list(message.entropies),
    // With a critic of messages there is one for all tokens.
    values: values?.length === response_ids.length ? values : null,
    tokenRewards: list(message.token_rewards),
    advantages: list(message.advantages),
    returns: list(message.returns),
    reward,
    finish: message.finish_reason,
    temperature: known(message.temperature),
    maxTokens: known(message.max_tokens),
  });
}
