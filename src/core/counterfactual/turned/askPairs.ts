/** Asks about one episode: its pairs are played a few continuations at a time, until nothing that may still come changes what is told. */
import { at, look } from '../../at.ts';
import type { EpisodeRecord } from '../../episode/records.ts';
import { costOf, nameOf } from '../blame/cells.ts';
import type { Try, TryOutcome } from '../questions.ts';
import { type Pair, triesIn } from './standIns.ts';
import { chanceOf, isChanceSettled, isSettled, type Outcomes, type Turn, turnOf } from './turns.ts';

/** Continuations of every try between two looks. */
const ROUND = 8;

/** Numbers that the continuations count from: far from those that a person's questions draw (`blame/course.ts`). */
const FIRST = 3 * 2 ** 20;

/** Plays continuations `first` … `first + count − 1` of every try; null where that was called off. */
export type PlayTurns = (
  episode: EpisodeRecord,
  tries: readonly Try[],
  first: number,
  count: number,
) => Promise<readonly (readonly TryOutcome[])[] | null>;

export interface AskSettings {
  readonly won: number;
  /** Most continuations, of a pair too that says no other number. */
  readonly rolls: number;
  /** Error of each direction of each pair. */
  readonly level: number;
  /**
   * Continuations after which a pair is left alone of which both sides ended alike in all of them: cheap, and a turn that is missed by
   * it is not told. Undefined for a look that misses none.
   */
  readonly screen?: number;
}

export interface AskedPair extends Pair {
  /** Most continuations of it, where that is fewer than of the others. */
  readonly rolls?: number;
}

export interface AskedPairs {
  readonly won: boolean;
  /** What came of every pair. */
  readonly pairs: readonly (Outcomes & { readonly turned: Turn | null })[];
  readonly chance: Turn | null;
}

/** Plays an episode's pairs, until nothing that may still come changes what is told of them; null where that was called off. */
export async function askPairs(
  episode: EpisodeRecord,
  pairs: readonly AskedPair[],
  { won, rolls, level, screen }: AskSettings,
  play: PlayTurns,
  onPlayed: (count: number) => void = () => {},
): Promise<AskedPairs | null> {
  const wins = new Map<string, boolean[]>();
  const of = (one: Try): readonly boolean[] => look(wins, nameOf(one), 'try');
  const outcomes = ({ instead, kept, rolls: most = rolls }: AskedPair): Outcomes => {
    const sides = { instead: of(instead), kept: of(kept) };
    // A control that another pair played on with is longer: pairs are of one number.
    const both = Math.min(sides.instead.length, sides.kept.length, most);
    return { instead: sides.instead.slice(0, both), kept: sides.kept.slice(0, both) };
  };
  const whole = triesIn(episode, []);
  const isWon = episode.reward >= won;
  /** Whether nothing more is to be asked of a pair, and of the environment's chance. */
  const isDone = (pair: AskedPair): boolean => {
    const { instead, kept } = outcomes(pair);
    if (kept.length === screen && kept.every((one, index) => one === instead[index])) return true;
    const most = pair.rolls ?? rolls;
    return kept.length === most || isSettled({ instead, kept }, most, level);
  };
  const isChanceDone = (one: Try): boolean =>
    (of(one).length === screen && of(one).every((other) => other === isWon)) || isChanceSettled(isWon, of(one), rolls, level);
  let open = pairs;
  for (let done = 0; done < rolls && whole.length > 0; ) {
    const tries = triesIn(episode, open);
    const count = Math.min(done === 0 ? (screen ?? ROUND) : ROUND, rolls - done);
    const answers = await play(episode, tries, FIRST + done + 1, count);
    if (!answers) return null;
    tries.forEach((one, index) => {
      const rewards = at(answers, index, 'answer').map(({ reward }) => reward >= won);
      wins.set(nameOf(one), [...(wins.get(nameOf(one)) ?? []), ...rewards]);
    });
    done += count;
    onPlayed(count * tries.reduce((sum, one) => sum + costOf(one), 0));
    open = open.filter((pair) => !isDone(pair));
    if (open.length === 0 && whole.every(isChanceDone)) break;
  }
  return {
    won: isWon,
    pairs: pairs.map((pair) => ({ ...outcomes(pair), turned: turnOf(outcomes(pair), level) })),
    chance: chanceOf(isWon, whole.flatMap(of), level),
  };
}
