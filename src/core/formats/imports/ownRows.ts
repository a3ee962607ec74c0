/**
 * Rows of our own exports to verl, TRL and prime-rl (core/formats/exports): a message each, with the episode it is of, so that the
 * episodes can be put together again.
 */
import { importFaults } from '../../../words/words.ts';
import { faultAt } from '../../faultAt.ts';
import { type At, type Fields, nameOf, textOf, wholeOf } from './fields.ts';
import { importedEpisode, type ImportedMessage, type ImportedPart } from './importedRun.ts';
import { MAX_MESSAGES } from './limits.ts';

/** What our exports say of a row's place; null for rows that others wrote. */
export interface OwnPlace {
  readonly episode: number;
  readonly role: string;
  readonly group: string | null;
}

export function ownPlace(row: Fields, at: At): OwnPlace | null {
  if (typeof row['role'] !== 'string' || typeof row['episode'] !== 'number') return null;
  const episode = wholeOf(row['episode'], at, 'episode');
  const role = textOf(row['role'], at, 'role');
  return episode === null || role === null ? null : { episode, role, group: nameOf(row['group'], at, 'group') };
}

export interface OwnRow extends OwnPlace {
  readonly step: number | null;
  /** What the agent was paid over the episode. */
  readonly reward: number | null;
  readonly message: ImportedMessage;
}

/** Puts the rows of one episode together, which stand one after another. */
export class OwnEpisodes {
  private rows: OwnRow[] = [];

  /** The episode before it, where the row begins another. */
  take(row: OwnRow, at: At): readonly ImportedPart[] {
    const [first] = this.rows;
    const before = first && (first.episode !== row.episode || first.step !== row.step) ? this.end() : [];
    this.rows.push(row);
    if (this.rows.length > MAX_MESSAGES) {
      throw faultAt(importFaults, 'E_IMPORT_LIMIT', { ...at, what: 'messages', most: MAX_MESSAGES });
    }
    return before;
  }

  end(): readonly ImportedPart[] {
    const [first] = this.rows;
    if (!first) return [];
    const { rows } = this;
    this.rows = [];
    const rewards = Object.fromEntries(rows.flatMap(({ role, reward }) => (reward === null ? [] : [[role, reward]])));
    const episode = importedEpisode({
      step: first.step,
      id: String(first.episode),
      group: first.group === null ? null : `${first.step ?? '?'}/${first.group}`,
      problem: rows.at(0)?.message.prompt?.find(({ role }) => role === 'user')?.text ?? null,
      reward: common(Object.values(rewards)),
      rewards,
      messages: rows.map(({ message }) => message),
    });
    return [{ kind: 'episode', episode }];
  }
}

/** The number that all of some numbers are; null where they differ, or where there is none. */
export function common(numbers: readonly number[]): number | null {
  const [first] = numbers;
  return first !== undefined && numbers.every((number) => number === first) ? first : null;
}
