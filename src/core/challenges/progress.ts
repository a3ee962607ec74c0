/** How far somebody is with the challenges: cases that are closed, and what was asked in those that are open. */
import { z } from 'zod';
import { CHALLENGES, type ChallengeId, challengeOf, MOST_CASES } from './challenges.ts';
import type { NamedCase } from './questions.ts';
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

/** Number of the case that is open. */
export const caseNumber = ({ closed }: ChallengeProgress): number => closed.length + 1;

export const spentOn = ({ answers }: Pick<ChallengeProgress, 'answers'>): number => answers.reduce((sum, { replays }) => sum + replays, 0);

export type Refusal = { readonly why: 'budget'; readonly cost: number; readonly left: number } | { readonly why: 'asked' };

/** Why a use is not to be had; null where it is. What the whole team is asked has one answer a case. */
export function refusalOf(id: ChallengeId, progress: ChallengeProgress, use: ToolUse, agents: number): Refusal | null {
  if (!('message' in use) && progress.answers.some(({ tool }) => tool === use.tool)) return { why: 'asked' };
  const [cost, left] = [mostReplays(use, agents), challengeOf(id).budget - spentOn(progress)];
  return cost > left ? { why: 'budget', cost, left } : null;
}

export const withAnswer = (progress: Progress, id: ChallengeId, answer: ToolAnswer): Progress => ({
  ...progress,
  [id]: { ...progress[id], answers: [...progress[id].answers, answer] },
});

/** The case is closed, and the next one open. */
export function withName(progress: Progress, id: ChallengeId, { named, culprit, replays }: NamedCase): Progress {
  const { closed, answers } = progress[id];
  const spent = spentOn({ answers }) + replays;
  return { ...progress, [id]: { closed: [...closed, { named, culprit, replays: spent }], answers: [] } };
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
const MOST_TEXT = 1_000_000;

/** What was kept, as far as this version understands it: a challenge that it does not is begun anew, and costs no other. */
export function readProgress(text: string | null): Progress {
  if (text === null || text.length > MOST_TEXT) return NO_PROGRESS;
  let raw: unknown;
  try {
    raw = JSON.parse(text);
  } catch {
    return NO_PROGRESS; // not ours
  }
  const kept = z.record(z.string(), z.unknown()).safeParse(raw).data ?? {};
  return progressBy((id) => (Object.hasOwn(kept, id) ? (challengeProgress.safeParse(kept[id]).data ?? NOTHING) : NOTHING));
}

export const writeProgress = (progress: Progress): string => JSON.stringify(progress);
