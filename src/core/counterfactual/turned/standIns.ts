/**
 * Who turned an episode: what stands in for a message, and how that is played. Beside it is played the message as it was; both draw
 * the same random numbers, so where the same is said they end the same.
 */
import { controlOf, costOf, nameOf, type Messages } from '../blame/cells.ts';
import type { Try } from '../questions.ts';

/** Who says something in a message's place. */
export type StandIn =
  /** Its agent, asked again: was it this message, or would it have said as much anyway? */
  | { readonly kind: 'own' }
  /** Its agent with the adapter of another checkpoint, or with its base alone (null). */
  | { readonly kind: 'other'; readonly iteration: number | null }
  /** What its agent said to another problem: does it matter what it says? */
  | { readonly kind: 'elsewhere' };

/** A message with the try of its stand-in, and its control: the same message again. */
export interface Pair {
  readonly message: number;
  readonly instead: Try;
  readonly kept: Try;
}

export type Spoken = Messages & { readonly problem_index: number; readonly split: string };

/**
 * The pairs of an episode, by message. `others` are further episodes, of which `elsewhere` takes what the same agent said at the same
 * call: the first of another problem, from the next one on, that has another text. A message of which there is none has no pair.
 */
export function pairsOf(episode: Spoken, standIn: StandIn, others: readonly Spoken[] = []): Pair[] {
  return episode.messages.flatMap((own, message): Pair[] => {
    const kept = controlOf(episode, message);
    switch (standIn.kind) {
      case 'own':
        return [{ message, instead: { kind: 'anew', message }, kept }];
      case 'other':
        return [{ message, instead: { kind: 'other', message, iteration: standIn.iteration }, kept }];
      case 'elsewhere': {
        const says = wordsElsewhere(episode, own, others);
        return says === null ? [] : [{ message, instead: { kind: 'text', message, says }, kept }];
      }
    }
  });
}

type Said = Messages['messages'][number];

function wordsElsewhere(episode: Spoken, { role, call, text }: Said, others: readonly Spoken[]): string | null {
  const from = others.indexOf(episode) + 1;
  for (const other of [...others.slice(from), ...others.slice(0, from)]) {
    if (other.problem_index === episode.problem_index && other.split === episode.split) continue;
    const found = other.messages.find((one) => one.role === role && one.call === call);
    if (found && found.text.trim() !== text.trim()) return found.text;
  }
  return null;
}

/** The tries of these pairs, and all messages as they were, each once. */
export function triesIn(episode: Messages, pairs: readonly Pair[]): Try[] {
  const last = episode.messages.length - 1;
  const all = [...pairs.flatMap(({ instead, kept }) => [kept, instead]), ...(last >= 0 ? [controlOf(episode, last)] : [])];
  return [...new Map(all.map((one) => [nameOf(one), one])).values()];
}

/** Most continuations that an episode costs. */
export const costOfEpisode = (episode: Messages, pairs: readonly Pair[], rolls: number): number =>
  rolls * triesIn(episode, pairs).reduce((sum, one) => sum + costOf(one), 0);

/**
 * At most `count` of an iteration's episodes, the first of every group: episodes of one problem are no independent sample, and which
 * problem comes first is chance already.
 */
export function sampleOf<E extends Messages & { readonly group: number }>(episodes: readonly E[], count: number): E[] {
  const firsts = new Map<number, E>();
  for (const episode of episodes) if (!firsts.has(episode.group) && episode.messages.length > 0) firsts.set(episode.group, episode);
  return [...firsts.values()].slice(0, count);
}
