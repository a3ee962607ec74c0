/**
 * The identities that the tests of the algorithms hold, checked on the episodes at hand: a light each, green where it holds, red
 * with the messages where it does not, grey with the reason where it cannot be told.
 */
import { type ConservationViolation, conservationViolations } from '../../../../core/credit/conservation.ts';
import { comparisonOf } from '../../../../core/credit/advantages/creditBatch.ts';
import { comparesEpisodes } from '../../../../core/credit/explain.ts';
import { FIRST_RATIO_TOLERANCE } from '../../../../core/credit/firstRatio.ts';
import { StepReport } from '../../../../core/credit/trainerReport.ts';
import { wasPlayedOn } from '../../../../core/credit/advantages/tree.ts';
import { comparesRewards, decisionLevel, needsCritic, usesAlternatives, usesTree } from '../../../../core/document/derived.ts';
import type { TrainingSettings } from '../../../../core/document/schema.ts';
import type { EpisodeRecord, MessageRecord } from '../../../../core/episode/records.ts';
import { klCoefOf } from '../../../state/reading/batchCredit.ts';
import { importInfoOf } from '../../../../core/formats/imports/run/info.ts';
import type { MetricsRow, RunSet } from '../../../state/runs/types.ts';

export const LIGHTS = ['paid', 'returns', 'toGo', 'zeroSum', 'playedOn', 'masks', 'ratio'] as const;
export type LightId = (typeof LIGHTS)[number];

/** Why a light is grey. */
export type Unknown =
  | 'imported'
  | 'notCentred'
  | 'noCritic'
  | 'notOfReturns'
  | 'discounted'
  | 'notCompared'
  | 'notPlayedOn'
  | 'noTreeValues'
  | 'paidByRole'
  | 'notWhole'
  | 'notRecorded'
  | 'lag'
  | 'untold';

export type MaskDefect = 'prompt' | 'sampled' | 'lengths';

/** Where an identity is broken. */
export interface Breach {
  /** Number of the episode; null for what is of no single one. */
  readonly episode: number | null;
  readonly message: number | null;
  readonly token: number | null;
  readonly expected: number;
  readonly actual: number;
  readonly defect?: MaskDefect;
  /** The agent it is of, where it is of one. */
  readonly role?: string;
}

export type Light =
  | { readonly state: 'green'; readonly checked: number; readonly of?: 'groups' }
  | { readonly state: 'red'; readonly breaches: readonly Breach[]; readonly count: number }
  | { readonly state: 'grey'; readonly why: Unknown };

export type Lights = Readonly<Record<LightId, Light>>;

/** Tolerance for sums in double precision, and for recorded values in single. */
const TOLERANCE = 1e-5;
/** Most breaches of one light that are kept. */
const MOST = 20;
/** Tokens that are checked without a pause. */
const SLICE = 4_000;
/** Episodes of an imported run that are. */
const IMPORTED_SLICE = 50;

type Batch = Pick<RunSet, 'document' | 'metrics' | 'info' | 'windows'>;

/** Numbers of a breach that names none. */
const UNTOLD = { expected: Number.NaN, actual: Number.NaN };

/** All lights of an iteration; a generator, so that the page breathes between slices: it yields nothing and returns them. */
export function* checkLights(run: Batch, iteration: number, episodes: readonly EpisodeRecord[]): Generator<void, Lights> {
  if (importInfoOf(run.info)) return yield* importedLights(episodes, run.windows?.[iteration] !== undefined);
  const { training } = run.document;
  const klCoef = klCoefOf(run, iteration);
  const found: Record<LightId, Breach[]> = { paid: [], returns: [], toGo: [], zeroSum: [], playedOn: [], masks: [], ratio: [] };
  const counts: Record<LightId, number> = { paid: 0, returns: 0, toGo: 0, zeroSum: 0, playedOn: 0, masks: 0, ratio: 0 };
  const add = (id: LightId, breach: Breach): void => {
    counts[id] += 1;
    if (found[id].length < MOST) found[id].push(breach);
  };
  let tokens = 0;
  for (const slice of slicesOf(episodes, training)) {
    for (const violation of conservationViolations(slice, training, { klCoef }, TOLERANCE))
      add(LIGHT_OF[violation.identity], breachOf(violation, slice));
    for (const record of slice)
      record.messages.forEach((message, index) => {
        tokens += message.response_ids.length;
        const defect = maskDefect(message, training);
        if (defect) add('masks', { episode: record.episode, message: index, token: null, role: message.role, ...defect });
      });
    yield;
  }
  const light = (id: LightId, checked: number, why: Unknown | null): Light => {
    if (why) return { state: 'grey', why };
    return counts[id] > 0 ? { state: 'red', breaches: found[id], count: counts[id] } : { state: 'green', checked };
  };
  const critic = needsCritic(training);
  const compared = !critic && comparisonOf(training) !== null;
  const teamPaid = episodes.filter(({ turn_rewards: paid }) => paid.every((turn) => typeof turn === 'number'));
  const told = teamPaid.filter(wasPlayedOn);
  const partial = episodes.length !== training.episodes;
  return {
    paid: light('paid', episodes.length, partial && comparesRewards(training) ? 'notWhole' : null),
    returns: light('returns', tokens, !critic ? 'noCritic' : usesAlternatives(training) ? 'notOfReturns' : null),
    toGo: light('toGo', tokens, isUndiscounted(training, critic) ? null : 'discounted'),
    zeroSum: light('zeroSum', episodes.length, !compared ? 'notCompared' : partial ? 'notWhole' : null),
    playedOn: light('playedOn', told.length, unknownOfTree(training, teamPaid.length, told.length)),
    masks: light('masks', tokens, null),
    ratio: ratioLight(run, iteration, episodes),
  };
}

/** What can be told of another trainer's run. Most identities are a matter of its settings, which are not known. */
function* importedLights(episodes: readonly EpisodeRecord[], partial: boolean): Generator<void, Lights> {
  // Ratios, which need a clip, are no part of this.
  const count = new StepReport(Number.NaN);
  for (let from = 0; from < episodes.length; from += IMPORTED_SLICE) {
    count.add(episodes.slice(from, from + IMPORTED_SLICE));
    yield;
  }
  const { centred, lengths, tokens } = count.report;
  const imported = { state: 'grey', why: 'imported' } as const;
  const breaches = lengths.broken.slice(0, MOST).map(({ episode, message }): Breach => {
    const role = episodes.find((record) => record.episode === episode)?.messages[message]?.role;
    return { ...{ episode, message, token: null }, ...UNTOLD, defect: 'lengths', ...(role === undefined ? {} : { role }) };
  });
  return {
    ...{ paid: imported, returns: imported, toGo: imported, playedOn: imported, ratio: imported },
    zeroSum: !centred
      ? imported
      : centred.count === centred.of
        ? { state: 'green', checked: centred.of, of: 'groups' }
        : { state: 'grey', why: partial ? 'notWhole' : 'notCentred' },
    masks:
      tokens === 0
        ? imported
        : breaches.length > 0
          ? { state: 'red', breaches, count: lengths.count }
          : { state: 'green', checked: tokens },
  };
}

/** Those that can be told or do not hold; of another trainer's run not those that need its settings. */
export const lightsShown = (lights: Lights): readonly LightId[] =>
  LIGHTS.filter((id) => {
    const light = lights[id];
    return light.state !== 'grey' || light.why !== 'imported';
  });

function unknownOfTree(training: TrainingSettings, teamPaid: number, told: number): Unknown | null {
  if (!usesTree(training) || usesAlternatives(training)) return 'notPlayedOn';
  if (teamPaid === 0) return 'paidByRole';
  return told === 0 ? 'noTreeValues' : null;
}

/** All at once, for tests and small batches. */
export function conservationLights(run: Batch, iteration: number, episodes: readonly EpisodeRecord[]): Lights {
  const check = checkLights(run, iteration, episodes);
  for (;;) {
    const { done, value } = check.next();
    if (done) return value;
  }
}

const LIGHT_OF: Readonly<Record<ConservationViolation['identity'], LightId>> = {
  'reward paid': 'paid',
  returns: 'returns',
  'reward to go': 'toGo',
  'zero sum': 'zeroSum',
  'played on': 'playedOn',
};

function breachOf({ episode, message, token, first, expected, actual }: ConservationViolation, slice: readonly EpisodeRecord[]): Breach {
  const record = slice[episode ?? first ?? -1];
  const role = message === undefined ? undefined : record?.messages[message]?.role;
  return {
    episode: record?.episode ?? null,
    message: message ?? null,
    token: token ?? null,
    expected,
    actual,
    ...(role === undefined ? {} : { role }),
  };
}

/** The episodes in parts that can be checked by themselves: whole groups where they are compared, all of them where a batch is. */
function slicesOf(episodes: readonly EpisodeRecord[], training: TrainingSettings): EpisodeRecord[][] {
  const { mean, std } = training.reward;
  const overBatch = mean === 'batch' || std === 'batch' || (!needsCritic(training) && comparisonOf(training)?.scope === 'batch');
  if (overBatch) return [[...episodes]];
  const sorted = comparesEpisodes(training) ? episodes.toSorted((a, b) => a.group - b.group) : episodes;
  const slices: EpisodeRecord[][] = [];
  let size = Infinity;
  for (const record of sorted) {
    const last = slices.at(-1);
    const splits = size >= SLICE && !(comparesEpisodes(training) && last?.at(-1)?.group === record.group);
    if (!last || splits) {
      slices.push([record]);
      size = 0;
    } else last.push(record);
    size += record.messages.reduce((sum, { response_ids: ids }) => sum + ids.length, 0);
  }
  return slices;
}

function isUndiscounted(training: TrainingSettings, critic: boolean): boolean {
  const traces = training.algorithm === 'reinforce' || !critic ? [] : [training.lambda, training.lambdaToken];
  return [training.gamma, training.gammaToken, ...traces].every((factor) => factor === 1);
}

/**
 * Whether what counts as sampled is exactly the response: the scaffold segments cover the prompt from its first token to its last,
 * sampled segments follow that are together as long as the response, and every array has one number per sampled token.
 */
export function maskDefect(
  message: MessageRecord,
  training: Pick<TrainingSettings, 'algorithm' | 'ratioLevel' | 'baseline'>,
): { readonly defect: MaskDefect; readonly expected: number; readonly actual: number } | null {
  const { prompt_ids: prompt, response_ids: response, segments } = message;
  const total = prompt.length + response.length;
  let at = 0;
  for (const { kind, start, end } of segments) {
    if (start !== at || end < start) return { defect: 'prompt', expected: at, actual: start };
    const sampled = start >= prompt.length && end > start;
    if (end > prompt.length && start < prompt.length) return { defect: 'sampled', expected: prompt.length, actual: end };
    if (end > start && (kind === 'sampled') !== sampled) return { defect: 'sampled', expected: prompt.length, actual: start };
    at = end;
  }
  if (at < prompt.length) return { defect: 'prompt', expected: prompt.length, actual: at };
  if (at !== total) return { defect: 'sampled', expected: total, actual: at };
  const count = response.length;
  const { logprobs, ref_logprobs: reference, entropies, token_rewards: rewards, advantages, returns, values } = message;
  // Of a message that a server sampled there are no entropies, of one that was not assessed no reference.
  const each = [logprobs, rewards, advantages, returns, ...[entropies, reference].filter((known) => known.length > 0)];
  for (const { length } of each) if (length !== count) return { defect: 'lengths', expected: count, actual: length };
  if (!needsCritic(training)) return null;
  const decisions = decisionLevel(training) === 'token' ? count : 1;
  return values.length === decisions ? null : { defect: 'lengths', expected: decisions, actual: values.length };
}

function ratioLight({ document, metrics }: Batch, iteration: number, episodes: readonly EpisodeRecord[]): Light {
  const { training, team } = document;
  const row: MetricsRow | undefined = metrics.find((candidate) => candidate['iteration'] === iteration);
  if (training.lag > 0) return { state: 'grey', why: 'lag' };
  if (!row) return { state: 'grey', why: 'untold' };
  const measured = team.agents.flatMap(({ role }) => {
    const deviation = row[`actor/${role}/first_ratio_deviation`];
    return deviation === undefined ? [] : [{ role, deviation }];
  });
  if (measured.length === 0) return { state: 'grey', why: 'notRecorded' };
  // Written so that NaN is a breach too.
  const breaches = measured
    .filter(({ deviation }) => !(deviation <= FIRST_RATIO_TOLERANCE))
    .map(({ role, deviation }): Breach => ({ episode: null, message: null, token: null, role, expected: 0, actual: deviation }));
  if (breaches.length === 0) return { state: 'green', checked: measured.length };
  // The agents first, then where their messages say so: the episodes at hand need not be all.
  const byMessage = episodes.flatMap(({ episode, messages }) =>
    messages.flatMap(({ role, receipt }, message): Breach[] =>
      receipt?.first_ratio_deviation === undefined
        ? []
        : [{ episode, message, token: null, role, expected: 0, actual: receipt.first_ratio_deviation }],
    ),
  );
  const all = [...breaches, ...byMessage];
  return { state: 'red', breaches: all.slice(0, MOST), count: all.length };
}
