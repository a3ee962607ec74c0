/**
 * Generations that verl dumps: `<step>.jsonl` in `trainer.rollout_data_dir` and `trainer.validation_data_dir`, a sample a line with its
 * texts and its score (docs/imports.md). verl decodes without special tokens, so turns are told apart where their markers stand.
 */
import type { Split } from '../../../environment/contract.ts';
import { type Answer, answersIn, promptParts } from '../chat.ts';
import { type At, type Fields, infoOf, nameOf, numberOf, numbersByName, textOf, wholeOf, wrongField } from '../fields.ts';
import { firstKeys, hasKeys, headText } from '../head.ts';
import { importedEpisode, importedMessage, type ImportedMessage, type ImportedPart } from '../importedRun.ts';
import { boundedPrompts } from '../bounds.ts';
import { OwnEpisodes, ownPlace } from '../ownRows.ts';
import type { PromptPart } from '../../../episode/records.ts';
import type { RunReader } from '../reader.ts';
import { agentIn, inOrder, numberInPath, partsOf, type RowTaker, samePrompt } from '../trainerRows.ts';

export const verl: RunReader = {
  source: 'verl',
  claims: (head) => hasKeys(firstKeys(headText(head)), 'input', 'output', 'score'),
  async *read(files) {
    for (const file of inOrder(files)) yield* partsOf(file, samples(file.path));
  },
};

/** What is read of a row by name; all else is what the reward function told beside its score. */
const READ = new Set(['input', 'output', 'gts', 'score', 'step', 'uid', 'request_id', 'role', 'turn', 'episode', 'group', 'token_reward']);

function samples(path: string): RowTaker {
  const own = new OwnEpisodes();
  return { take: (row, at) => sample(row, at, path, own), end: () => own.end() };
}

function sample(row: Fields, at: At, path: string, own: OwnEpisodes): readonly ImportedPart[] {
  const input = textOf(row['input'], at, 'input');
  const output = textOf(row['output'], at, 'output');
  if (output === null) throw wrongField(at, 'output', 'text');
  const step = wholeOf(row['step'], at, 'step') ?? numberInPath(path);
  const reward = numberOf(row['score'], at, 'score');
  const prompt = input === null ? null : promptParts(input);
  const place = ownPlace(row, at);
  if (place) {
    const turn = wholeOf(row['turn'], at, 'turn');
    const paid = numberOf(row['token_reward'], at, 'token_reward');
    return own.take(
      { ...place, step, reward, message: importedMessage({ agent: place.role, turn, prompt, text: output, reward: paid }) },
      at,
    );
  }
  const uid = nameOf(row['uid'], at, 'uid');
  const extra = Object.entries(row).filter(([name]) => !READ.has(name));
  const isNumber = (value: unknown): value is number | boolean => typeof value === 'number' || typeof value === 'boolean';
  const episode = importedEpisode({
    step,
    id: nameOf(row['request_id'], at, 'request_id') ?? uid,
    group: uid === null ? (input === null ? null : samePrompt(step, input)) : sampleOf(uid),
    split: splitOf(path),
    problem: prompt?.findLast(({ role }) => role === 'user')?.text ?? input,
    reward,
    skills: numbersByName(
      extra.flatMap(([name, value]) => (isNumber(value) ? [[name, numberOf(Number(value), at, name)] as const] : [])),
      at,
    ),
    messages: messages(prompt, answersIn(input ?? '', output), at).map((message) => ({ ...message, agent: agentIn(row) })),
    info: infoOf({ gts: row['gts'], ...Object.fromEntries(extra.filter(([, value]) => !isNumber(value))) }, at),
  });
  return [{ kind: 'episode', episode }];
}

/** verl's newer trainer names an output `<sample>_<rollout>_<output>`; rollouts of one sample are a group. */
const sampleOf = (uid: string): string => /^(.+)_\d+_\d+$/.exec(uid)?.[1] ?? uid;

/** Both dumps look alike; only their folders, which people name, tell them apart. */
function splitOf(path: string): Split | null {
  const folders = path.toLowerCase().split('/').slice(0, -1).join('/');
  if (/val|test/.test(folders)) return 'test';
  return /rollout|train/.test(folders) ? 'train' : null;
}

/** One message for each answer of an output; each reads all that stands before it. */
function messages(prompt: readonly PromptPart[] | null, answers: readonly Answer[], at: At): readonly ImportedMessage[] {
  const bounds = boundedPrompts(at);
  let before = prompt;
  return answers.map(({ between, text, finish }, turn) => {
    if (before !== null) before = [...before, ...between];
    bounds.take(before?.length ?? 0);
    const message = importedMessage({ turn, prompt: before, text, finish });
    if (before !== null) before = [...before, { role: 'assistant', text }];
    return message;
  });
}
