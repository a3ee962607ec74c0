/** How far somebody is with the challenges: cases that are closed, and what was asked in those that are open. */
import { z } from 'zod';
import { CHALLENGES, type ChallengeId, challengeOf, MOST_CASES } from './challenges.ts';
import { MESSAGE_TOOLS, mostReplays, TEAM_TOOLS, type ToolAnswer, type ToolUse } from './tools.ts';

/** A case that somebody was named in. Its number is its place in the list, from 1. */
export interface NamedBefore {
  readonly named: string;
  readonly culprit: string;
  /** Replays of the tools and of the proof. */
  readonly replays: number;
}

export interface ChallengeProgress {
  readonly closed: readonly NamedBefore[];
  /** What was asked in the case after these. */
  readonly answers: readonly ToolAnswer[];
}

export type Progress = Readonly<Record<ChallengeId, ChallengeProgress>>;

const NOTHING: ChallengeProgress = { closed: [], answers: [] };
const progressBy = (of: (id: ChallengeId) => ChallengeProgress): Progress =>
  Object.fromEntries(CHALLENGES.map(({ id }) => [id, of(id)])) as Progress;

export const NO_PROGRESS: Progress = progressBy(() => NOTHING);

/** Number of the case that is open; the last one stays open. */
export const caseNumber = ({ closed }: ChallengeProgress): number => Math.min(closed.length + 1, MOST_CASES);

export const spentOn = ({ answers }: Pick<ChallengeProgress, 'answers'>): number => answers.reduce((sum, { replays }) => sum + replays, 0);

export type Refusal = { readonly why: 'budget'; readonly cost: number; readonly left: number } | { readonly why: 'asked' };

/** Why a use is not to be had; null where it is. What the whole team is asked has one answer a case. */
export function refusalOf(id: ChallengeId, progress: ChallengeProgress, use: ToolUse, agents: number): Refusal | null {
  if (!('message' in use) && progress.answers.some(({ tool }) => tool === use.tool)) return { why: 'asked' };
  const [cost, left] = [mostReplays(use, agents), challengeOf(id).budget - spentOn(progress)];
  return cost > left ? { why: 'budget', cost, left } : null;
}

/** With the `nth` answer of case `number`; as it is where another tab asked, or closed the case, meanwhile: that answer drew the same numbers. */
export function withAnswer(progress: Progress, id: ChallengeId, number: number, nth: number, answer: ToolAnswer): Progress {
  const { closed, answers } = progress[id];
  if (number !== caseNumber(progress[id]) || nth !== answers.length) return progress;
  return { ...progress, [id]: { closed, answers: [...answers, answer] } };
}

/**
 * Case `number` is closed, and the next one open. Of two names, said in two tabs, the better stays, whichever came first; as it is
 * where all cases were forgotten meanwhile.
 */
export function withName(progress: Progress, id: ChallengeId, number: number, now: NamedBefore): Progress {
  const { closed, answers } = progress[id];
  const open = caseNumber(progress[id]);
  if (number > open) return progress;
  const before = closed[number - 1];
  const named = closed.toSpliced(number - 1, 1, before ? better(before, now) : now);
  return { ...progress, [id]: { closed: named, answers: number === open ? [] : answers } };
}

/** The right one, of two such the one of fewer replays, of two such the first by its role. */
function better(one: NamedBefore, other: NamedBefore): NamedBefore {
  const wrong = ({ named, culprit }: NamedBefore): number => Number(named !== culprit);
  const behind = wrong(one) - wrong(other) || one.replays - other.replays || (one.named < other.named ? -1 : 1);
  return behind < 0 ? one : other;
}

const count = z.int().min(0).max(1_000_000);
const role = z.string().min(1).max(100);
const finite = z.number();
const messageAnswer = z.strictObject({
  tool: z.enum(MESSAGE_TOOLS),
  ...{ episode: count, message: count, role, wins: count, kept: count.nullable(), of: count.min(1), replays: count },
});
const teamAnswer = z.strictObject({
  tool: z.enum(TEAM_TOOLS),
  agents: z
    .array(z.strictObject({ role, value: finite.nullable(), interval: z.strictObject({ low: finite, high: finite }).nullable() }))
    .max(64),
  replays: count,
});
const challengeProgress = z.strictObject({
  closed: z.array(z.strictObject({ named: role, culprit: role, replays: count })).max(MOST_CASES),
  answers: z.array(z.union([messageAnswer, teamAnswer])).max(1000),
});

/** Longest text that is read, characters. */
export const MOST_PROGRESS_TEXT = 1_000_000;

/** What was kept, as far as this version understands it: a challenge that it does not is begun anew, and costs no other. */
export function readProgress(text: string | null): Progress {
  const kept = keptIn(text);
  return progressBy((id) => (Object.hasOwn(kept, id) ? (challengeProgress.safeParse(kept[id]).data ?? NOTHING) : NOTHING));
}

/** The text that keeps it, and of what was kept `before` what this version does not understand, until that challenge is begun here. */
export function writeProgress(progress: Progress, before: string | null = null): string {
  const begun = Object.entries(progress).filter(([, { closed, answers }]) => closed.length > 0 || answers.length > 0);
  const strange = Object.entries(keptIn(before)).filter(([, value]) => !challengeProgress.safeParse(value).success);
  return JSON.stringify({ ...progress, ...Object.fromEntries(strange), ...Object.fromEntries(begun) });
}

function keptIn(text: string | null): Readonly<Record<string, unknown>> {
  if (text === null || text.length > MOST_PROGRESS_TEXT) return {};
  try {
    return z.record(z.string(), z.unknown()).safeParse(JSON.parse(text)).data ?? {};
  } catch {
    return {}; // not ours
  }
}
