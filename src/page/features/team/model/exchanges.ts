/**
 * What agents saw of one another in an episode, read from its record: which connections carried a message in a turn (the
 * rows of 𝒟 as they were), whom an orchestrator called in which order, and what one agent saw and said.
 */
import type { EpisodeRecord, MessageRecord } from '../../../../core/episode/records.ts';
import type { Segment } from '../../../../core/team/compose.ts';
import { parseRouting } from '../../../../core/team/calls.ts';
import type { Cursor } from '../../../state/address/cursor.ts';
import { currentRun, type RunsState } from '../../../state/runs/runs.ts';
import { keptIterations } from '../../../state/runs/keep.ts';
import { vocabularyOf } from '../../../state/reading/tokens.ts';
import type { RunSet } from '../../../state/runs/types.ts';

/** The episode a person chose to read in the run on screen; null where none is chosen, or it is no longer kept. */
export function chosenEpisode(state: RunsState, { iteration, episode }: Pick<Cursor, 'iteration' | 'episode'>): EpisodeRecord | null {
  if (iteration === null || episode === null) return null;
  return currentRun(state)?.episodes[iteration]?.find((record) => record.episode === episode) ?? null;
}

/** The last episode of the newest iteration that is kept; null while there is none. */
export function newestEpisode(run: RunSet): EpisodeRecord | null {
  const [newest] = keptIterations(run.episodes);
  return newest === undefined ? null : (run.episodes[newest]?.at(-1) ?? null);
}

/** A message that one agent's prompt showed of another's. */
export interface SeenMessage {
  /** When it was said. */
  readonly turn: number;
  readonly from: string;
  readonly to: string;
  readonly text: string;
  /** Sampled tokens of the message. */
  readonly tokens: number;
}

/** Whose messages were seen by those who spoke in `turn`, of that turn and of earlier ones, in the order they were read; each once a hearer. */
export function seenIn({ messages }: EpisodeRecord, turn: number): SeenMessage[] {
  return messages
    .filter((message) => message.turn === turn)
    .flatMap((hearer, at, hearers) => {
      const before = new Set(hearers.slice(0, at).flatMap(({ role, sees }) => (role === hearer.role ? sees : [])));
      return hearer.sees.flatMap((index) => {
        const seen = messages[index];
        if (!seen || seen.role === hearer.role || before.has(index)) return [];
        return [{ turn: seen.turn, from: seen.role, to: hearer.role, text: seen.text, tokens: seen.response_ids.length }];
      });
    });
}

/** One call of an orchestrator: its number in the turn, from 1, and what was asked and answered. */
export interface Call {
  readonly number: number;
  readonly to: string;
  readonly asked: string;
  readonly answered: string;
}

/** The calls of a turn in their order: each message of somebody else right behind one of the orchestrator's that calls. */
export function callsIn({ messages }: EpisodeRecord, turn: number, orchestrator: string): Call[] {
  const calls: Call[] = [];
  const spoken = messages.filter((message) => message.turn === turn);
  spoken.forEach((message, index) => {
    const asked = spoken[index - 1];
    if (message.role === orchestrator || asked?.role !== orchestrator || parseRouting(asked.text).kind !== 'call') return;
    calls.push({ number: calls.length + 1, to: message.role, asked: asked.text.trim(), answered: message.text.trim() });
  });
  return calls;
}

/** A part of a prompt that came from outside the agent: the environment's words, or another agent's. */
export interface SeenPart {
  readonly source: 'observation' | 'transition' | 'message';
  /** Whose message. */
  readonly role: string | null;
  readonly text: string;
}

/** What an agent saw and said in one message. */
export interface Exchange {
  readonly iteration: number;
  readonly episode: number;
  readonly turn: number;
  readonly saw: readonly SeenPart[];
  readonly said: string;
  /** Sampled. */
  readonly tokens: number;
}

/** The last thing `role` said in an episode, and what it saw before it; null when it said nothing. `turn` asks for one turn's. */
export function exchangeOf(run: RunSet, record: EpisodeRecord, role: string, turn: number | null = null): Exchange | null {
  const message = record.messages.findLast((candidate) => candidate.role === role && (turn === null || candidate.turn === turn));
  if (!message) return null;
  const vocabulary = vocabularyOf(run.vocabularies, run.document, role);
  return {
    iteration: record.iteration,
    episode: record.episode,
    turn: message.turn,
    saw: message.segments.flatMap((segment) => partOf(segment, message, record, vocabulary)),
    said: message.text.trim(),
    tokens: message.response_ids.length,
  };
}

function partOf(
  { source, role, start, end }: Segment,
  message: MessageRecord,
  record: EpisodeRecord,
  vocabulary: readonly string[],
): SeenPart[] {
  if ((source !== 'observation' && source !== 'transition' && source !== 'message') || end <= start) return [];
  return [{ source, role: role ?? null, text: textOf(message.prompt_ids.slice(start, end), vocabulary) ?? fallback() }];

  /** The words of the record, while the tokens' are not known. */
  function fallback(): string {
    if (source === 'observation') return record.problem;
    const said = message.sees.map((index) => record.messages[index]).findLast((seen) => seen?.role === role);
    return said?.text.trim() ?? '';
  }
}

/** Tokens that mark where a block ends are no part of what was said. */
const MARKER = /^<\|.+\|>$/;

/** The words of `ids`; null where the vocabulary does not know them all. */
function textOf(ids: readonly number[], vocabulary: readonly string[]): string | null {
  const words = ids.map((id) => vocabulary[id]);
  if (words.some((word) => word === undefined)) return null;
  return words
    .filter((word) => !MARKER.test(word ?? ''))
    .join('')
    .trim();
}
