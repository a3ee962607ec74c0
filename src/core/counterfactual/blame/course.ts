/**
 * Which message lost an episode: the course of the question. Every message's candidates are played on against the same message
 * again, a few continuations at a time, until one is told to win more often, nothing can be told any more, or the budget is used
 * up. What is found is proved on continuations of its own, by one text in the message's place. All intervals hold at once, at
 * whatever moment it ends (`statistics/betting.ts`): the error is shared evenly among all that is compared (Bonferroni).
 */
import { at } from '../../at.ts';
import type { GeneratedMessage } from '../../episode/generation.ts';
import { anytimeInterval, isAbove, meanOf, NO_PAIRS, type PairTally } from '../../statistics/betting.ts';
import type { Interval } from '../../statistics/intervals.ts';
import type { PlayedTurn } from '../../episode/turn.ts';
import type { Try, TryOutcome } from '../questions.ts';
import { type BlameSettings, budgetOf, type Cell, cellsOf, controlOf, costOf, type Messages, nameOf, triesOf, tryOf } from './cells.ts';

/** The chance that a message is named although nothing else in its place wins more often than the same message again. */
export const ERROR = 0.05;

/** Continuations of every try between two looks. */
const ROUND = 8;

/**
 * Numbers that the continuations of the search and of the proof count from: far from those a person asks for and from each other,
 * which would else draw the same and agree by that alone.
 */
const SEARCH = 2 ** 20;
const PROOF = 2 ** 21;

/** Two sides of a comparison, played on with the same numbers. */
export interface Compared {
  readonly tally: PairTally;
  /** Continuations that won, of how many pairs, with the candidate and with the same message again. */
  readonly wins: number;
  readonly controlWins: number;
  /** Of the difference of the chances to win; null before the first pair. */
  readonly interval: Interval | null;
  /** Whether the candidate is told to win more often. */
  readonly told: boolean;
}

export interface CellResult extends Compared {
  readonly cell: Cell;
}

/** One text in the place of the message that was named. */
export interface Correction extends Compared {
  readonly text: string;
  /** An episode that it won, as everybody read and said it; null where it is not told to win more often. */
  readonly won: { readonly turns: readonly PlayedTurn[]; readonly reward: number; readonly continuation: number } | null;
}

export type Verdict =
  /** The cell with the largest difference of those that are told; `correction` null before its proof, and where no other text was said. */
  | { readonly kind: 'named'; readonly cell: CellResult; readonly correction: Correction | null }
  /** With every message as it was, the episode is won more often than not. */
  | { readonly kind: 'luck' }
  /** Nothing was told apart. */
  | { readonly kind: 'open' };

export interface Blame {
  readonly settings: BlameSettings;
  readonly cells: readonly CellResult[];
  /** All messages as they were: `same` stays 0, `better` are the continuations that won. */
  readonly asItWas: PairTally;
  /** Continuations played, and how many there can be at most. */
  readonly played: number;
  readonly budget: number;
  /** Null while it is looked for. */
  readonly verdict: Verdict | null;
  /** Whether all was done; false under way, and where it was called off. */
  readonly over: boolean;
}

/** Plays continuations `first` … `first + count − 1` of every try; null where that was called off. */
export type Play = (
  tries: readonly Try[],
  first: number,
  count: number,
  turns: boolean,
) => Promise<readonly (readonly TryOutcome[])[] | null>;

/** Asks which message lost `episode`. Tells `onState` what is known after every round. */
export async function findBlame(
  episode: Messages,
  settings: BlameSettings,
  play: Play,
  onState: (state: Blame) => void = () => undefined,
): Promise<Blame> {
  const course = new Course(episode, settings, play, onState);
  await course.run();
  return course.state;
}

class Course {
  state: Blame;
  readonly #cells: readonly Cell[];
  /** Error of each comparison: of every cell, of the episode as it was, and of the proof. */
  readonly #error: number;

  constructor(
    private readonly episode: Messages,
    private readonly settings: BlameSettings,
    private readonly play: Play,
    private readonly onState: (state: Blame) => void,
  ) {
    this.#cells = cellsOf(episode, settings);
    this.#error = ERROR / (this.#cells.length + 2);
    const cells = this.#cells.map((cell) => ({ cell, ...compared([], [], settings.won, this.#error) }));
    this.state = { settings, cells, asItWas: NO_PAIRS, played: 0, budget: budgetOf(episode, settings), verdict: null, over: false };
  }

  async run(): Promise<void> {
    const found = await this.#search();
    if (!found) return;
    const { asItWas, cells } = this.state;
    if (isAbove(asItWas, this.#error)) return this.#tell({ verdict: { kind: 'luck' }, over: true });
    const named = cells.filter(({ told }) => told).toSorted((a, b) => meanOf(b.tally) - meanOf(a.tally))[0];
    if (!named) return this.#tell({ verdict: { kind: 'open' }, over: true });
    this.#tell({ verdict: { kind: 'named', cell: named, correction: null } });
    if (await this.#prove(named, found.get(nameOf(tryOf(named.cell))) ?? [])) this.#tell({ over: true });
  }

  /** All outcomes by try; null where it was called off. */
  async #search(): Promise<ReadonlyMap<string, readonly TryOutcome[]> | null> {
    const { episode, settings } = this;
    const outcomes = new Map<string, TryOutcome[]>();
    const of = (one: Try) => outcomes.get(nameOf(one)) ?? [];
    const whole = controlOf(episode, episode.messages.length - 1);
    for (let done = 0; done < settings.rolls; ) {
      const count = Math.min(ROUND, settings.rolls - done);
      const left = settings.rolls - done;
      const isOpen = (tally: PairTally) => canBeTold(tally, left, this.#error);
      const open = this.state.cells.filter(({ tally }) => isOpen(tally)).map(({ cell }) => cell);
      const tries = open.length > 0 ? triesOf(episode, open) : isOpen(this.state.asItWas) ? [whole] : [];
      if (tries.length === 0) break;
      const answers = await this.#played(tries, SEARCH + done + 1, count);
      if (!answers) return null;
      tries.forEach((one, index) => outcomes.set(nameOf(one), [...of(one), ...at(answers, index, 'answer')]));
      done += count;
      const cells = this.#cells.map((cell) => ({
        cell,
        ...compared(of(tryOf(cell)), of(controlOf(episode, cell.message)), settings.won, this.#error),
      }));
      const won = of(whole).filter(({ reward }) => reward >= settings.won).length;
      this.#tell({ cells, asItWas: { better: won, same: 0, worse: of(whole).length - won } });
      if (cells.some(({ told }) => told) || isAbove(this.state.asItWas, this.#error)) break;
    }
    return outcomes;
  }

  /** Puts the text that won most often in the message's place; false where that was called off. */
  async #prove(named: CellResult, outcomes: readonly TryOutcome[]): Promise<boolean> {
    const { episode, settings } = this;
    const { message } = named.cell;
    const says = mostWinning(outcomes, settings.won, episode.messages[message]?.text ?? '');
    if (!says) return true;
    const tries = [{ kind: 'text', message, says } as const, controlOf(episode, message)];
    const sides: [TryOutcome[], TryOutcome[]] = [[], []];
    let correction: Correction | null = null;
    for (let done = 0; done < settings.rolls && !correction?.told; ) {
      if (correction && !canBeTold(correction.tally, settings.rolls - done, this.#error)) break;
      const count = Math.min(ROUND, settings.rolls - done);
      const answers = await this.#played(tries, PROOF + done + 1, count);
      if (!answers) return false;
      done += count;
      sides.forEach((side, index) => side.push(...at(answers, index, 'answer')));
      correction = { text: says.text, ...compared(...sides, settings.won, this.#error), won: null };
      this.#tell({ verdict: { kind: 'named', cell: named, correction } });
    }
    if (!correction?.told) return true;
    const index = sides[0].findIndex(({ reward }) => reward >= settings.won);
    const [[shown] = []] = (await this.#played(tries.slice(0, 1), PROOF + index + 1, 1, true)) ?? [];
    if (!shown?.turns) return false;
    const won = { turns: shown.turns, reward: shown.reward, continuation: PROOF + index + 1 };
    this.#tell({ verdict: { kind: 'named', cell: named, correction: { ...correction, won } } });
    return true;
  }

  async #played(tries: readonly Try[], first: number, count: number, turns = false) {
    const answers = await this.play(tries, first, count, turns);
    if (answers) this.state = { ...this.state, played: this.state.played + count * tries.reduce((sum, one) => sum + costOf(one), 0) };
    return answers;
  }

  #tell(part: Partial<Blame>): void {
    this.state = { ...this.state, ...part };
    this.onState(this.state);
  }
}

/** Continuations of one number make a pair. */
function compared(edited: readonly TryOutcome[], control: readonly TryOutcome[], won: number, error: number): Compared {
  const pairs = Math.min(edited.length, control.length);
  let tally = NO_PAIRS;
  let [wins, controlWins] = [0, 0];
  for (let pair = 0; pair < pairs; pair += 1) {
    const [withIt, without] = [at(edited, pair).reward >= won, at(control, pair).reward >= won];
    wins += Number(withIt);
    controlWins += Number(without);
    const side = withIt === without ? 'same' : withIt ? 'better' : 'worse';
    tally = { ...tally, [side]: tally[side] + 1 };
  }
  return { tally, wins, controlWins, interval: pairs === 0 ? null : anytimeInterval(tally, error), told: isAbove(tally, error) };
}

/** Whether `left` more pairs could tell it, were all of them better. */
const canBeTold = (tally: PairTally, left: number, error: number): boolean => isAbove({ ...tally, better: tally.better + left }, error);

/** Of the messages that won, other than `now`, the one that was said most often; the first of several. */
function mostWinning(outcomes: readonly TryOutcome[], won: number, now: string): GeneratedMessage | null {
  const counts = new Map<string, { readonly said: GeneratedMessage; count: number }>();
  for (const { reward, said } of outcomes) {
    if (reward < won || !said || said.text === now) continue;
    const known = counts.get(said.text) ?? { said, count: 0 };
    known.count += 1;
    counts.set(said.text, known);
  }
  return [...counts.values()].toSorted((a, b) => b.count - a.count)[0]?.said ?? null;
}
