/**
 * Finding episodes among many: what the explorer's table shows of each, filters, sorting and search. All of it is worked out
 * in steps, so that ten thousand episodes can be gone through in slices between which the page hears clicks.
 */
import type { EpisodeRecord, MessageRecord } from '../../../core/episode/records.ts';
import type { Split } from '../../../core/environment/contract.ts';
import { anyJudged, firstAnswer, isRight, type EpisodeVerdict } from './episodes.ts';
import type { EpisodeRef } from './episodeRef.ts';

export const EXPLORER_COLUMNS = ['iteration', 'episode', 'problem', 'reward', 'advantage', 'tokens', 'spoke', 'words'] as const;
export type ExplorerColumn = (typeof EXPLORER_COLUMNS)[number];

/** An end left open is null. */
export interface Range {
  readonly least: number | null;
  readonly most: number | null;
}

export interface ExplorerFilter {
  /** Found in the problem or in any message, ignoring case; of `agent` alone where one is chosen. */
  readonly text: string;
  readonly verdict: EpisodeVerdict;
  /** Only episodes in which this role spoke; its text is searched, and its last words are shown. */
  readonly agent: string | null;
  readonly reward: Range;
  /** Range of the episode's length in sampled tokens. */
  readonly tokens: Range;
}

export interface ExplorerSort {
  readonly column: ExplorerColumn;
  readonly descending: boolean;
}

export const OPEN: Range = { least: null, most: null };
export const NO_FILTER: ExplorerFilter = { text: '', verdict: 'all', agent: null, reward: OPEN, tokens: OPEN };
export const USUAL_SORT: ExplorerSort = { column: 'iteration', descending: true };

/** What the table shows of an episode. */
export interface ExplorerRow extends EpisodeRef {
  readonly split: Split;
  readonly problem: string;
  /** Null where nobody says what right is. */
  readonly right: boolean | null;
  /** NaN where it is unknown. */
  readonly reward: number;
  /** Mean of its recorded advantages, before normalisation; NaN where none is known. */
  readonly advantage: number;
  /** Tokens that its agents sampled; NaN where not all are known. */
  readonly tokens: number;
  /** Roles in the order in which each spoke first. */
  readonly spoke: readonly string[];
  /** The team's first answer, or an agent's last words. */
  readonly words: string;
}

/** The rows that pass, and figures of them and of all. */
export interface Selection {
  readonly rows: readonly ExplorerRow[];
  /** How many there were to choose from. */
  readonly of: number;
  /** Of how many of the rows right or wrong is known, and how many are right. */
  readonly judged: number;
  readonly right: number;
  /** Whether it is known of any there were, passing or not. */
  readonly anyJudged: boolean;
  /** Of those whose reward is known; null where there is none. */
  readonly meanReward: number | null;
  /** Least and most of all there were, passing or not; open where there were none. */
  readonly rewards: Range;
  readonly lengths: Range;
}

/** Written once per record, which never changes. */
const rows = new WeakMap<EpisodeRecord, ExplorerRow>();

export function rowOf(record: EpisodeRecord): ExplorerRow {
  const known = rows.get(record);
  if (known) return known;
  const { iteration, episode, split, problem, reward, messages } = record;
  const row: ExplorerRow = {
    iteration,
    episode,
    split,
    problem,
    right: isRight(record),
    reward,
    advantage: meanAdvantage(messages),
    // Of some trainers texts are known alone.
    tokens: messages.reduce((sum, { text, response_ids: ids }) => sum + (text !== '' && ids.length === 0 ? Number.NaN : ids.length), 0),
    spoke: [...new Set(messages.map(({ role }) => role))],
    words: firstAnswer(record),
  };
  rows.set(record, row);
  return row;
}

/** Over all tokens that are not told to carry no loss; a message of which no tokens are known has one advantage, and counts once. */
function meanAdvantage(messages: readonly MessageRecord[]): number {
  let [sum, count] = [0, 0];
  for (const { advantages, response_mask: mask } of messages)
    for (const [token, advantage] of advantages.entries()) {
      if (Number.isNaN(advantage) || mask?.[token] === false) continue;
      sum += advantage;
      count += 1;
    }
  return sum / count;
}

/** The last thing an agent said; empty where it did not speak. */
export function lastWords({ messages }: EpisodeRecord, role: string): string {
  return messages.findLast((message) => message.role === role)?.text ?? '';
}

/** Lower-case text of problem and messages, written when it is first searched. */
const searched = new WeakMap<EpisodeRecord | MessageRecord, string>();

function textOf(of: EpisodeRecord | MessageRecord): string {
  const known = searched.get(of);
  if (known !== undefined) return known;
  const text = ('messages' in of ? [of.problem, ...of.messages.map((message) => message.text)].join('\n') : of.text).toLowerCase();
  searched.set(of, text);
  return text;
}

function isFound(record: EpisodeRecord, wanted: string, agent: string | null): boolean {
  if (wanted === '') return true;
  if (agent === null) return textOf(record).includes(wanted);
  return record.messages.some((message) => message.role === agent && textOf(message).includes(wanted));
}

const isIn = (value: number, { least, most }: Range): boolean => (least === null || value >= least) && (most === null || value <= most);

/** How a row sorts by a column; texts by code units, which is many times faster than by the rules of a language. */
function keyOf(row: ExplorerRow, column: ExplorerColumn): number | string {
  const value = row[column];
  return typeof value === 'number' ? value : typeof value === 'string' ? value.trim().toLowerCase() : value.join(' ');
}

/** Records looked at between two steps. */
const STEP = 200;

/**
 * The episodes that pass `filter`, in the order of `sort`; equal ones stay by iteration, newest first, and by number. It yields
 * after every few hundred; only the sorting itself is one step.
 */
export function* selecting(
  records: readonly EpisodeRecord[],
  filter: ExplorerFilter,
  { column, descending }: ExplorerSort,
): Generator<undefined, Selection, undefined> {
  const wanted = filter.text.trim().toLowerCase();
  const { agent } = filter;
  const canTell = anyJudged(records);
  const verdict = canTell ? filter.verdict : 'all';
  const passing: { readonly row: ExplorerRow; readonly key: number | string }[] = [];
  const [rewards, lengths] = [new Extent(), new Extent()];
  let [judged, right, paid, known] = [0, 0, 0, 0];
  for (const [index, record] of records.entries()) {
    if (index % STEP === STEP - 1) yield;
    const row = rowOf(record);
    rewards.add(row.reward);
    lengths.add(row.tokens);
    if (verdict !== 'all' && row.right !== (verdict === 'right')) continue;
    if (agent !== null && !row.spoke.includes(agent)) continue;
    if (!isIn(row.reward, filter.reward) || !isIn(row.tokens, filter.tokens) || !isFound(record, wanted, agent)) continue;
    judged += row.right === null ? 0 : 1;
    right += row.right ? 1 : 0;
    if (!Number.isNaN(row.reward)) {
      paid += row.reward;
      known += 1;
    }
    const shown = agent === null ? row : { ...row, words: lastWords(record, agent) };
    passing.push({ row: shown, key: keyOf(shown, column) });
  }
  yield;
  const sign = descending ? -1 : 1;
  passing.sort((a, b) => {
    // What is unknown stands behind the rest, whichever way it is sorted.
    const unknown = Number(Number.isNaN(a.key)) - Number(Number.isNaN(b.key));
    if (unknown !== 0) return unknown;
    if (a.key !== b.key && !Number.isNaN(a.key)) return a.key < b.key ? -sign : sign;
    return b.row.iteration - a.row.iteration || a.row.episode - b.row.episode;
  });
  return {
    rows: passing.map(({ row }) => row),
    of: records.length,
    judged,
    right,
    anyJudged: canTell,
    meanReward: known === 0 ? null : paid / known,
    rewards: rewards.range,
    lengths: lengths.range,
  };
}

/** The same at once. */
export function selectRows(records: readonly EpisodeRecord[], filter: ExplorerFilter, sort: ExplorerSort): Selection {
  const steps = selecting(records, filter, sort);
  for (;;) {
    const { done, value } = steps.next();
    if (done) return value;
  }
}

/** Whether a filter lets everything through. */
export function isOpen({ text, verdict, agent, reward, tokens }: ExplorerFilter): boolean {
  const ends = [reward.least, reward.most, tokens.least, tokens.most];
  return text.trim() === '' && verdict === 'all' && agent === null && ends.every((end) => end === null);
}

/** What tells one problem from another. */
export type Problem = Pick<EpisodeRecord, 'split' | 'problem' | 'problem_index'>;

/**
 * Whether two episodes set their teams the same problem: the same one of its split, or another that reads exactly the same, as
 * environments that make problems up number each anew.
 */
export function sameProblem(one: Problem, other: Problem): boolean {
  return one.split === other.split && (one.problem_index === other.problem_index || (one.problem !== '' && one.problem === other.problem));
}

class Extent {
  least = Number.POSITIVE_INFINITY;
  most = Number.NEGATIVE_INFINITY;

  add(value: number): void {
    if (value < this.least) this.least = value;
    if (value > this.most) this.most = value;
  }

  get range(): Range {
    return this.least > this.most ? OPEN : { least: this.least, most: this.most };
  }
}
