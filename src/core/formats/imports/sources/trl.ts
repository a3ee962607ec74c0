/**
 * Completions as TRL's trainers log them with `log_completions=True`: `completions/completions_<step>.parquet`, a row a completion, and
 * the same columns as JSON Lines, in which we export too (docs/imports.md).
 */
import { importFaults } from '../../../../words/words.ts';
import { faultAt } from '../../../faultAt.ts';
import { fault } from '../../../faults.ts';
import type { PromptPart } from '../../../episode/records.ts';
import { boundedPrompts } from '../bounds.ts';
import { answersIn, chatOf, ended, promptParts } from '../chat.ts';
import { type At, type Fields, fieldsOf, infoOf, numberOf, numbersByName, wholeOf, wrongField } from '../fields.ts';
import { firstKeys, hasKeys, headText } from '../head.ts';
import { importedEpisode, importedMessage, type ImportedMessage, type ImportedPart } from '../importedRun.ts';
import { type JsonLine, jsonLines, noticeOf } from '../lines.ts';
import { OwnEpisodes, ownPlace } from '../ownRows.ts';
import { isParquet, parquetTable } from '../parquet.ts';
import type { GivenFile, RunReader } from '../reader.ts';
import { agentIn, inOrder, numberInPath, samePrompt } from '../trainerRows.ts';
import { SumCheck } from './rewardSum.ts';

export const trl: RunReader = {
  source: 'trl',
  claims: (head) => isParquet(head.bytes) || hasKeys(firstKeys(headText(head)), 'prompt', 'completion', 'advantage'),
  async *read(files) {
    for (const file of inOrder(files)) yield* completions(file);
  },
};

/** Columns that are no reward function's; the last four are of our own export. */
const NO_REWARD = new Set(['step', 'prompt', 'completion', 'advantage', 'role', 'turn', 'episode', 'group']);

interface Table {
  /** Columns of fractions, where the file says which they are. */
  readonly fractions: ReadonlySet<string> | null;
  rows(): AsyncGenerator<readonly JsonLine[]>;
}

async function* completions(file: GivenFile): AsyncGenerator<ImportedPart> {
  const notices: ImportedPart[] = [];
  const table = isParquet(await file.read(0, 4)) ? await ofParquet(file) : ofLines(file, (notice) => notices.push(notice));
  const taken = await rewardOf(table, file.path);
  // A file of lines that was read for its rewards told of what it left out as well.
  notices.length = 0;
  if (taken.columns !== null) {
    notices.push(noticeOf(fault(importFaults, 'E_IMPORT_WEIGHTS', { subject: file.path, columns: taken.columns })));
  }
  const own = new OwnEpisodes();
  for await (const batch of table.rows()) {
    for (const { line, value } of batch) {
      const at = { subject: file.path, line };
      yield* completion(fieldsOf(value, at, 'the row'), at, table, taken.sum, own);
    }
  }
  yield* own.end();
  yield* notices;
}

async function ofParquet(file: GivenFile): Promise<Table> {
  const table = await parquetTable(file);
  const missing = ['step', 'prompt', 'completion', 'advantage'].find((name) => !table.columns.has(name));
  if (missing !== undefined) throw faultAt(importFaults, 'E_IMPORT_COLUMNS', { subject: file.path, missing });
  return {
    fractions: new Set([...table.columns].flatMap(([name, kind]) => (kind === 'fractions' ? [name] : []))),
    rows: () => table.rows(),
  };
}

const ofLines = (file: GivenFile, tell: (notice: ImportedPart) => void): Table => ({ fractions: null, rows: () => jsonLines(file, tell) });

/** Names and values of a row's reward functions; what a function did not apply to has none. */
function rewardsOf(row: Fields, at: At, { fractions }: Table): readonly (readonly [string, number | null])[] {
  return Object.entries(row).flatMap(([name, value]) => {
    if (NO_REWARD.has(name) || (fractions ? !fractions.has(name) : typeof value !== 'number' && value !== null)) return [];
    return [[name, numberOf(value, at, name)] as const];
  });
}

/** Functions are weighed, and the weights stand nowhere. Of several functions the plain sum is the reward where the advantages bear it out. */
async function rewardOf(table: Table, subject: string): Promise<{ readonly sum: boolean; readonly columns: string | null }> {
  const check = new SumCheck();
  let columns: readonly string[] = [];
  for await (const batch of table.rows()) {
    for (const { line, value } of batch) {
      const at = { subject, line };
      const row = fieldsOf(value, at, 'the row');
      const rewards = rewardsOf(row, at, table);
      if (ownPlace(row, at) || rewards.filter(([, reward]) => reward !== null).length === 0) continue;
      columns = rewards.map(([name]) => name);
      if (columns.length < 2) return { sum: true, columns: null };
      check.take(`${String(row['step'])} ${promptKey(row['prompt'], at)}`, sumOf(rewards), numberOf(row['advantage'], at, 'advantage'));
    }
  }
  if (columns.length < 2 || check.bornOut()) return { sum: true, columns: null };
  return { sum: false, columns: columns.map((name) => `“${name}”`).join(', ') };
}

/** TRL leaves out the functions that did not apply. */
function sumOf(rewards: readonly (readonly [string, number | null])[]): number | null {
  const known = rewards.flatMap(([, reward]) => (reward === null ? [] : [reward]));
  return known.length === 0 ? null : known.reduce((sum, reward) => sum + reward, 0);
}

function completion(row: Fields, at: At, table: Table, isSum: boolean, own: OwnEpisodes): readonly ImportedPart[] {
  const step = wholeOf(row['step'], at, 'step') ?? numberInPath(at.subject, 'completions_');
  const asked = row['prompt'];
  const prompt = typeof asked === 'string' ? promptParts(asked) : chatOf(asked, at, 'prompt', 'user');
  const advantage = numberOf(row['advantage'], at, 'advantage');
  const advantages = advantage === null ? null : [advantage];
  const rewards = rewardsOf(row, at, table);
  const messages = messagesOf(row, at, prompt).map((message) => ({ ...message, advantages }));
  const place = ownPlace(row, at);
  const [first] = messages;
  if (place && first) {
    const message = { ...first, agent: place.role, turn: wholeOf(row['turn'], at, 'turn') };
    return own.take({ ...place, step, reward: sumOf(rewards), message }, at);
  }
  const named = new Set([...rewards.map(([name]) => name), 'step', 'prompt', 'completion', 'advantage']);
  const episode = importedEpisode({
    step,
    group: prompt === null ? null : samePrompt(step, promptKey(asked, at)),
    problem: prompt?.findLast(({ role }) => role === 'user')?.text ?? (typeof asked === 'string' ? asked : null),
    reward: isSum ? sumOf(rewards) : null,
    skills: numbersByName(rewards, at),
    messages,
    info: infoOf(Object.fromEntries(Object.entries(row).filter(([name]) => !named.has(name))), at),
  });
  return [{ kind: 'episode', episode }];
}

/** A prompt as one text, equal for equal prompts. */
function promptKey(asked: unknown, at: At): string {
  if (typeof asked === 'string') return asked;
  return (chatOf(asked, at, 'prompt', 'user') ?? []).map(({ role, text }) => `${role}\n${text}\0`).join('');
}

/** What was generated: each answer of a text, or of a conversation each message of the assistant, with what stands before it. */
function messagesOf(row: Fields, at: At, prompt: readonly PromptPart[] | null): readonly ImportedMessage[] {
  const said = row['completion'];
  if (said === null || said === undefined) throw wrongField(at, 'completion', 'messages');
  const bounds = boundedPrompts(at);
  let before = prompt;
  const messages: ImportedMessage[] = [];
  const answer = (text: string, finish: ImportedMessage['finish'], name: string | null = null): void => {
    bounds.take(before?.length ?? 0);
    messages.push(importedMessage({ agent: name ?? agentIn(row), turn: messages.length, prompt: before, text, finish }));
    before &&= [...before, { role: 'assistant', text }];
  };
  if (typeof said === 'string') {
    for (const { between, text, finish } of answersIn(typeof row['prompt'] === 'string' ? row['prompt'] : '', said)) {
      before &&= [...before, ...between];
      answer(text, finish);
    }
    return messages;
  }
  for (const { role, text, name } of chatOf(said, at, 'completion', 'assistant') ?? []) {
    if (role === 'assistant') {
      const { text: plain, finish } = ended(text);
      answer(plain, finish, name);
    } else before &&= [...before, { role, text }];
  }
  return messages;
}
