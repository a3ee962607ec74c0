/**
 * What AReaL and MARFT on it leave of rollouts (docs/imports.md): `rollout/<version>/<task>.jsonl` with a sample a line, which AReaL
 * writes with `rollout.dump_to_file`, and transcripts of teams, a JSON file an episode, which MARFT writes with
 * `multi_agent.dump_transcripts`. A step is the version of the weights that sampled.
 */
import type { Split } from '../../../environment/contract.ts';
import { type Answer, chatOf, ended, promptParts } from '../chat.ts';
import { type At, type Fields, fieldsOf, infoOf, listOf, nameOf, numberOf, textOf, wholeOf, wrongField } from '../fields.ts';
import { firstKeys, hasKeys, headText } from '../head.ts';
import { importedEpisode, importedMessage, type ImportedMessage, type ImportedPart } from '../importedRun.ts';
import { boundedPrompts } from '../bounds.ts';
import { wholeJson } from '../lines.ts';
import type { GivenFile, RunReader } from '../reader.ts';
import { eachRow, inOrder, numberInPath, partsOf } from '../trainerRows.ts';
import type { PromptPart } from '../../../episode/records.ts';

export const areal: RunReader = {
  source: 'areal',
  claims: (head) => {
    const keys = firstKeys(headText(head));
    return hasKeys(keys, 'task_id', 'sample_idx', 'completion') || isTranscript(head.path, keys);
  },
  async *read(files) {
    for (const file of inOrder(files)) {
      if (/\.json(?:\.gz)?$/.test(file.path)) yield await transcript(file);
      else
        yield* partsOf(
          file,
          eachRow((row, at) => sample(row, at)),
        );
    }
  },
};

const isTranscript = (path: string, keys: ReadonlySet<string>): boolean =>
  /\.json(?:\.gz)?$/.test(path) && hasKeys(keys, 'team_reward', 'messages');

/** `eval-rollout` beside `rollout`, as AReaL names its folders. */
function splitOf(path: string): Split | null {
  const folders = path.split('/').slice(0, -1);
  if (folders.some((name) => name.startsWith('eval-rollout'))) return 'test';
  return folders.includes('rollout') ? 'train' : null;
}

function sample(row: Fields, at: At): ImportedPart {
  const prompt = textOf(row['prompt'], at, 'prompt');
  const completion = textOf(row['completion'], at, 'completion');
  if (completion === null) throw wrongField(at, 'completion', 'text');
  const reward = numberOf(row['reward'], at, 'reward');
  const step = wholeOf(row['tail_version'], at, 'tail_version') ?? numberInPath(at.subject.split('/').slice(0, -1).join('/'));
  const task = nameOf(row['task_id'], at, 'task_id');
  const index = nameOf(row['sample_idx'], at, 'sample_idx');
  const parts = prompt === null ? null : promptParts(prompt);
  const answer: Pick<Answer, 'text' | 'finish'> = ended(completion);
  const { seqlen, prompt_len, head_version } = row;
  const episode = importedEpisode({
    step,
    id: task === null ? null : `${task}/${index ?? '?'}`,
    group: task === null ? null : `${step ?? '?'}/${task}`,
    split: splitOf(at.subject),
    problem: parts?.findLast(({ role }) => role === 'user')?.text ?? prompt,
    reward,
    messages: [importedMessage({ turn: 0, prompt: parts, ...answer })],
    info: infoOf({ seqlen, prompt_len, head_version }, at),
  });
  return { kind: 'episode', episode };
}

/** An episode of a team: the messages in the order in which they were said, each with its agent. */
async function transcript(file: GivenFile): Promise<ImportedPart> {
  const at = { subject: file.path, line: 1 };
  const row = fieldsOf(await wholeJson(file), at, 'the file');
  const said = chatOf(row['messages'], at, 'messages', 'user') ?? [];
  const steps = (listOf(row['agent_steps'], at, 'agent_steps') ?? []).map((step, index) => fieldsOf(step, at, `agent_steps[${index}]`));
  const bounds = boundedPrompts(at);
  const messages: ImportedMessage[] = [];
  const before: PromptPart[] = [];
  // The messages of the team are those with an agent; the others were given, and the steps tell the agents in the same order.
  for (const { role, text, name } of said) {
    const isTeams = role === 'assistant' && name !== null;
    if (isTeams) {
      const index = messages.length;
      const step = steps[index];
      const field = `agent_steps[${index}]`;
      const told = step && (textOf(step['agent_name'], at, `${field}.agent_name`) ?? name);
      if (told !== undefined && told !== name) throw wrongField(at, `${field}.agent_name`, 'text');
      bounds.take(before.length);
      const reward = step ? numberOf(step['reward'], at, `${field}.reward`) : null;
      messages.push(importedMessage({ agent: name, turn: index, prompt: [...before], reward, ...ended(text) }));
    }
    before.push({ role: name ?? role, text: ended(text).text });
  }
  const episode = importedEpisode({
    step: numberInPath(file.path.split('/').slice(0, -1).join('/')),
    id:
      file.path
        .split('/')
        .at(-1)
        ?.replace(/\.json(?:\.gz)?$/, '') ?? null,
    problem: said.find(({ role }) => role === 'user')?.text ?? null,
    reward: numberOf(row['team_reward'], at, 'team_reward'),
    messages,
    info: infoOf({ mode: row['mode'], answer: row['answer'] }, at),
  });
  return { kind: 'episode', episode };
}
