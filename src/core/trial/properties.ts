/**
 * Whether an environment keeps the contract's promises, by playing it: the same answers whenever it is asked, finite pay,
 * an end, and demonstrations that earn all there is to earn. Used beside the editor, in the terminal and in tests.
 */
import { fault, type Fault, FaultError, type FaultLocation } from '../faults.ts';
import { environmentFaults, trialFaults, trialText } from '../../words/words.ts';
import type { EnvironmentHost, EnvironmentInfo, Split } from '../environment/contract.ts';
import type { Json } from '../json.ts';
import { type Call, type Manner, type Played, playEpisodes, saysWhose, type Speakers } from './episodes.ts';
import type { Start } from '../environment/start.ts';

export const PROPERTIES = ['deterministic', 'keeps_nothing', 'json', 'finite', 'ends', 'demonstrations'] as const;

export type Property = (typeof PROPERTIES)[number];

export interface PropertyReport {
  readonly property: Property;
  readonly ok: boolean;
  /** There was nothing to look at, so it is neither kept nor broken. */
  readonly unchecked?: boolean;
  /** One sentence: what was found; where it fails, the seed, the problem, the hook and the field. */
  readonly message: string;
  readonly place?: FaultLocation;
}

export interface PropertyOptions {
  /** Every problem is drawn with each of them. */
  readonly seeds?: readonly number[];
  /** Problems of each split, for each seed. */
  readonly problems?: number;
  /** What an episode of demonstrations must earn, summed over its turns; 1 by convention. */
  readonly fullReward?: number;
  /** The row of an attached data set that goes with a problem. */
  readonly problemOf?: (split: Split, index: number) => Json | undefined;
}

/** How many times the horizon a demonstration may take until it counts as one that has no end. */
const PATIENCE = 4;

const TOLERANCE = 1e-9;

/**
 * Checks a loaded environment with a team: who speaks in each turn, and the most turns an episode may have. One report per
 * property, in the order of {@link PROPERTIES}; what the environment cannot show (no `demonstrate`) is said and passes.
 *
 * - `deterministic`: every call, asked twice in a row, gives the same twice.
 * - `keeps_nothing`: every call, asked again later, in reverse and with episodes mixed, gives the same.
 * - `json`: stepping from a state that was written as JSON and read back gives the same.
 * - `finite`: rewards are finite and go to members of the team, whatever is said: demonstrations, mistakes, random texts, nothing,
 *   4,000 characters.
 * - `ends`: an episode of demonstrations does not need more turns than the horizon. Where the session's horizon rather than
 *   the environment ends an episode, the report says so.
 * - `demonstrations`: demonstrations alone earn `fullReward`, and nobody earned more on the same problem.
 */
export async function checkProperties(
  host: EnvironmentHost,
  info: EnvironmentInfo,
  speakers: Speakers,
  horizon: number,
  options: PropertyOptions = {},
): Promise<PropertyReport[]> {
  const starts = startsFor(info, options);
  const calls: Call[] = [];
  const manners: Manner[] = [...(info.hooks.demonstrate ? ['demonstrate' as const] : []), 'random'];
  const playing = { host, info, speakers, horizon };
  const recorded = await attempt(async () => {
    for (const manner of manners) await playEpisodes({ ...playing, onCall: (call) => calls.push(call) }, starts, manner);
  });
  // What was recorded up to a failure is not enough to call a promise kept.
  const looked = async (property: Property, work: () => Promise<void>, good: string): Promise<PropertyReport> =>
    report(property, notChecked(recorded) ?? (await attempt(work)), good);
  const reports = [
    await looked('deterministic', () => askTwice(host, calls), trialText.deterministic(calls.length)),
    await looked('keeps_nothing', () => askAgain(host, backwardsAndMixed(calls)), trialText.keepsNothing(calls.length)),
    report(
      'json',
      (isAboutState(recorded) ? recorded : notChecked(recorded)) ?? (await attempt(() => stepFromText(host, calls))),
      trialText.json(calls.filter(({ hook }) => hook === 'step').length),
    ),
  ];
  const played: Played[] = [];
  const failed = await attempt(async () => {
    for (const manner of mannersOf(info)) played.push(...(await playEpisodes(playing, starts, manner)));
  });
  const kinds = [...new Set(played.map(({ manner }) => manner))];
  reports.push(report('finite', failed, trialText.finite(played.length, kinds)));
  reports.push(await endsReport({ ...playing, starts, played, failed }));
  reports.push(demonstrationsReport(info, played, options.fullReward ?? 1, failed));
  return reports;
}

function startsFor({ splits }: EnvironmentInfo, { seeds = [1, 2, 3], problems = 3, problemOf }: PropertyOptions): Start[] {
  return seeds.flatMap((seed) =>
    (['train', 'test'] as const).flatMap((split) => {
      const size = splits[split];
      const count = size === 'unlimited' ? problems : Math.min(problems, size);
      const starts = Array.from({ length: count }, (_, index) => ({ seed, split, index, problem: problemOf?.(split, index) }));
      // A data set may have fewer rows.
      return problemOf ? starts.filter(({ problem }) => problem !== undefined) : starts;
    }),
  );
}

function mannersOf({ hooks }: EnvironmentInfo): Manner[] {
  return [
    ...(hooks.demonstrate ? ['demonstrate' as const] : []),
    ...(hooks.mistake ? ['mistake' as const] : []),
    'random',
    'empty',
    'long',
  ];
}

/** The fault that `work` ended with; null when it went well. */
async function attempt(work: () => Promise<unknown>): Promise<Fault | null> {
  try {
    await work();
    return null;
  } catch (error) {
    if (error instanceof FaultError) return error.fault;
    throw error;
  }
}

/** What a fault means for a property that could not be looked at because of it. */
function notChecked(found: Fault | null): Fault | null {
  return found && { ...found, message: trialText.notChecked(found.message) };
}

/** A state that is no plain data never comes as far as being read back. */
const isAboutState = (found: Fault | null): boolean => found?.code === 'E_ENV_RESULT' && /\)\.state\b/.test(found.message);

function report(property: Property, found: Fault | null, good: string): PropertyReport {
  if (!found) return { property, ok: true, message: good };
  return { property, ok: false, message: found.message, ...(found.place && { place: found.place }) };
}

async function ask(host: EnvironmentHost, call: Call): Promise<unknown> {
  switch (call.hook) {
    case 'reset':
      return (await host.reset([call.request]))[0];
    case 'step':
      return (await host.step([call.request]))[0];
    case 'transition':
      return (await host.transition([call.request]))[0];
    case 'stepReward':
      return (await host.stepReward([call.request]))[0];
    case 'demonstrate':
      return (await host.demonstrate([call.request]))[0];
    case 'mistake':
      return (await host.mistake([call.request]))[0];
    case 'tool':
      return (await host.tool([call.request]))[0];
    case 'render':
      return host.render(call.request);
    case 'privileged':
      return (await host.privileged([call.request]))[0];
    default:
      return call satisfies never;
  }
}

async function askTwice(host: EnvironmentHost, calls: readonly Call[]): Promise<void> {
  for (const call of calls) {
    const once = { ...call, result: await ask(host, call) };
    compare(once, await ask(host, call), 'twice');
  }
}

async function askAgain(host: EnvironmentHost, calls: readonly Call[]): Promise<void> {
  for (const call of calls) compare(call, await ask(host, call), 'again');
}

/** Throws a fault when a call gave something else later. */
function compare(
  call: Pick<Call, 'start' | 'manner' | 'turn' | 'hook'> & { readonly result: unknown },
  later: unknown,
  when: Parameters<typeof trialFaults.E_ENV_STATE>[0]['when'],
): void {
  const field = difference(call.result, later);
  if (field === null) return;
  const found = fault(
    trialFaults,
    'E_ENV_STATE',
    { hook: call.hook, field, when },
    {
      place: { subject: `${call.hook}()` },
      detail: `first: ${String(JSON.stringify(call.result)).slice(0, 400)}\nlater: ${String(JSON.stringify(later)).slice(0, 400)}`,
    },
  );
  throw new FaultError(saysWhose(found, call));
}

/** Where two JSON values differ first, such as `.state.board[3]`; '' for the values themselves, null when they are equal. */
export function difference(one: unknown, other: unknown): string | null {
  if (Object.is(one, other)) return null;
  if (typeof one !== 'object' || typeof other !== 'object' || one === null || other === null) return '';
  if (Array.isArray(one) !== Array.isArray(other)) return '';
  const [left, right] = [one as Record<string, unknown>, other as Record<string, unknown>];
  for (const key of new Set([...Object.keys(left), ...Object.keys(right)])) {
    const within = difference(left[key], right[key]);
    if (within !== null) return `${Array.isArray(one) ? `[${key}]` : `.${key}`}${within}`;
  }
  return null;
}

/** Last calls first, episodes mixed: call by call from each in turn. */
function backwardsAndMixed(calls: readonly Call[]): Call[] {
  const episodes = new Map<string, Call[]>();
  for (const call of calls.toReversed()) {
    const { seed, split, index } = call.start;
    const name = `${seed} ${split} ${index} ${call.manner}`;
    episodes.set(name, [...(episodes.get(name) ?? []), call]);
  }
  const longest = Math.max(0, ...[...episodes.values()].map(({ length }) => length));
  return Array.from({ length: longest }, (_, index) => [...episodes.values()].flatMap((own) => own[index] ?? [])).flat();
}

async function stepFromText(host: EnvironmentHost, calls: readonly Call[]): Promise<void> {
  for (const call of calls) {
    if (call.hook !== 'step' && call.hook !== 'reset') continue;
    const { state } = call.result;
    const readBack = JSON.parse(JSON.stringify(state)) as Json;
    const lost = difference(state, readBack);
    if (lost !== null) {
      const place = { subject: `${call.hook}()` };
      const found = fault(environmentFaults, 'E_ENV_RESULT', { found: 'lost', path: `${call.hook}().state${lost}` }, { place });
      throw new FaultError(saysWhose(found, call));
    }
    if (call.hook !== 'step') continue;
    const request = JSON.parse(JSON.stringify(call.request)) as typeof call.request;
    compare(call, (await host.step([request]))[0], 'read_back');
  }
}

async function endsReport(checked: {
  readonly host: EnvironmentHost;
  readonly info: EnvironmentInfo;
  readonly speakers: Speakers;
  readonly horizon: number;
  readonly starts: readonly Start[];
  readonly played: readonly Played[];
  readonly failed: Fault | null;
}): Promise<PropertyReport> {
  const { horizon, starts, played, failed } = checked;
  if (failed) return report('ends', notChecked(failed), '');
  const cut = played.filter(({ ended }) => ended === 'horizon');
  const property = 'ends';
  if (cut.length === 0) return { property, ok: true, message: trialText.ended(played.length, horizon) };
  const unfinished = cut.filter(({ manner }) => manner === 'demonstrate').map(({ start }) => start);
  if (unfinished.length > 0) {
    const longer: Played[] = [];
    const broken = await attempt(async () =>
      longer.push(...(await playEpisodes({ ...checked, horizon: PATIENCE * horizon }, unfinished, 'demonstrate'))),
    );
    if (broken) return report(property, notChecked(broken), '');
    const late = longer.filter(({ ended }) => ended === 'terminated').toSorted((a, b) => b.turns - a.turns)[0];
    if (late) {
      return {
        property,
        ok: false,
        message: trialText.late(late.turns, horizon, late.start),
        place: { subject: 'step()' },
      };
    }
  }
  return {
    property,
    ok: true,
    message: trialText.cut({ horizon, cut: cut.length, episodes: played.length, shown: unfinished.length, starts: starts.length }),
  };
}

function demonstrationsReport(info: EnvironmentInfo, played: readonly Played[], full: number, failed: Fault | null): PropertyReport {
  const property = 'demonstrations';
  if (!info.hooks.demonstrate) return { property, ok: true, unchecked: true, message: trialText.noDemonstrations };
  const shown = played.filter(({ manner }) => manner === 'demonstrate');
  if (failed && shown.length === 0) return report(property, notChecked(failed), '');
  const place = { subject: 'demonstrate()' };
  const poor = shown.find(({ reward }) => reward < full - TOLERANCE);
  if (poor) {
    const count = shown.filter(({ reward }) => reward < full - TOLERANCE).length;
    return {
      property,
      ok: false,
      message: trialText.poor({ reward: poor.reward, full, start: poor.start, poor: count, shown: shown.length }),
      place,
    };
  }
  for (const { start, reward } of shown) {
    const better = played.find((other) => other.start === start && other.reward > reward + TOLERANCE);
    if (!better) continue;
    const message = trialText.better({ reward, manner: better.manner, better: better.reward, start });
    return { property, ok: false, message, place };
  }
  return {
    property,
    ok: true,
    message: trialText.full(full, shown.length),
  };
}
