/**
 * A rollout as verifiers' first interface saves it: a line of `results.jsonl` with prompt and completion as chats, and with
 * `state_columns=["trajectory"]` the tokens of each turn. Source: `save_utils.py` and `types.py` in its `legacy` (docs/imports.md).
 */
import { boundedPrompts } from '../bounds.ts';
import { type ChatMessage, chatOf } from '../chat.ts';
import {
  type At,
  type Fields,
  fieldsOf,
  idsOf,
  infoOf,
  listOf,
  masksOf,
  nameOf,
  namedNumbers,
  numberOf,
  numbersOf,
  textOf,
  truthOf,
  wholeOf,
} from '../fields.ts';
import { type ImportedEpisode, importedEpisode, importedMessage, type ImportedMessage } from '../importedRun.ts';

export function savedRollout(row: Fields, at: At): ImportedEpisode {
  const prompt = chatOf(row['prompt'], at, 'prompt', 'user');
  const trajectory = listOf(row['trajectory'], at, 'trajectory');
  const example = nameOf(row['example_id'], at, 'example_id');
  const truncated = truthOf(row['is_truncated'], at, 'is_truncated');
  const completed = truthOf(row['is_completed'], at, 'is_completed');
  return importedEpisode({
    group: example,
    problem: prompt?.find(({ role }) => role === 'user')?.text ?? null,
    reward: numberOf(row['reward'], at, 'reward'),
    skills: namedNumbers(row['metrics'], at, 'metrics'),
    truncated,
    terminated: completed === null || truncated === null ? null : completed && !truncated,
    messages:
      trajectory && trajectory.length > 0
        ? stepsOf(trajectory, at)
        : saidIn(prompt, chatOf(row['completion'], at, 'completion', 'assistant'), at),
    info: infoOf({ answer: row['answer'], info: row['info'], stop_condition: textOf(row['stop_condition'], at, 'stop_condition') }, at),
  });
}

const plain = ({ role, text }: ChatMessage) => ({ role, text });

/** Each message of the assistant in a completion; what it read is all before it. */
function saidIn(prompt: readonly ChatMessage[] | null, completion: readonly ChatMessage[] | null, at: At): readonly ImportedMessage[] {
  const bounds = boundedPrompts(at);
  const messages: ImportedMessage[] = [];
  const before = (prompt ?? []).map(plain);
  for (const said of completion ?? []) {
    if (said.role === 'assistant') {
      bounds.take(before.length);
      messages.push(importedMessage({ agent: said.name, turn: messages.length, prompt: prompt ? [...before] : null, text: said.text }));
    }
    before.push(plain(said));
  }
  return messages;
}

/** A step of a trajectory is one call of the model, with its tokens where the client knew them. */
function stepsOf(trajectory: readonly unknown[], at: At): readonly ImportedMessage[] {
  const bounds = boundedPrompts(at);
  return trajectory.map((value, turn) => {
    const field = `trajectory[${turn}]`;
    const step = fieldsOf(value, at, field);
    const prompt = chatOf(step['prompt'], at, `${field}.prompt`, 'user');
    const said = chatOf(step['completion'], at, `${field}.completion`, 'assistant')?.filter(({ role }) => role === 'assistant') ?? [];
    const tokens = step['tokens'] === undefined || step['tokens'] === null ? {} : fieldsOf(step['tokens'], at, `${field}.tokens`);
    const responseIds = idsOf(tokens['completion_ids'], at, `${field}.tokens.completion_ids`);
    const promptIds = idsOf(tokens['prompt_ids'], at, `${field}.tokens.prompt_ids`);
    bounds.take(prompt?.length ?? 0, promptIds?.length ?? 0);
    const length = responseIds?.length;
    const advantage = numberOf(step['advantage'], at, `${field}.advantage`);
    const extras = step['extras'] === undefined || step['extras'] === null ? {} : fieldsOf(step['extras'], at, `${field}.extras`);
    const agent = [extras['agent_id'], extras['agent'], said[0]?.name].find((name) => typeof name === 'string');
    return importedMessage({
      agent: agent ?? null,
      turn: wholeOf(extras['turn'], at, `${field}.extras.turn`) ?? turn,
      prompt: prompt?.map(plain) ?? null,
      promptIds,
      text: said.length === 0 ? null : said.map(({ text }) => text).join('\n'),
      responseIds,
      responseMask: masksOf(tokens['completion_mask'], at, `${field}.tokens.completion_mask`, length),
      logprobs: numbersOf(tokens['completion_logprobs'], at, `${field}.tokens.completion_logprobs`, length),
      advantages: advantage === null ? null : Array.from({ length: length ?? 1 }, () => advantage),
      reward: numberOf(step['reward'], at, `${field}.reward`),
      finish: truthOf(step['is_truncated'], at, `${field}.is_truncated`) === true ? 'length' : null,
    });
  });
}
