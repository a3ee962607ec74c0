/**
 * Sequences of prime-rl's token export: what its trainer trained on, one number a token. A sequence is one conversation; what a model
 * generated in it are its messages. Source: `token_export.py` of prime-rl (docs/imports.md); our own export has the same form.
 */
import { boundedPrompts } from '../bounds.ts';
import { type At, type Fields, idsOf, infoOf, masksOf, nameOf, numberOf, numbersOf, textOf, wholeOf, wrongField } from '../fields.ts';
import { type ImportedEpisode, importedEpisode, importedMessage, type ImportedMessage } from '../importedRun.ts';
import { common, ownPlace, type OwnPlace } from '../ownRows.ts';

export interface TokenSequence {
  readonly step: number | null;
  readonly ids: readonly number[];
  /** Which tokens carried loss. */
  readonly mask: readonly boolean[];
  readonly logprobs: readonly number[] | null;
  readonly trainerLogprobs: readonly number[] | null;
  readonly entropies: readonly number[] | null;
  readonly advantages: readonly number[] | null;
  readonly reward: number | null;
  readonly temperatures: readonly number[] | null;
  /** Tokens that prime-rl's loss left out because their probability moved too far up or down. */
  readonly maskedHigh: readonly boolean[] | null;
  readonly maskedLow: readonly boolean[] | null;
  readonly own: OwnPlace | null;
  readonly row: Fields;
}

export function sequenceOf(row: Fields, at: At): TokenSequence {
  const ids = idsOf(row['token_ids'], at, 'token_ids');
  if (ids === null) throw wrongField(at, 'token_ids', 'whole_numbers');
  const mask = masksOf(row['loss_mask'], at, 'loss_mask', ids.length);
  if (mask === null) throw wrongField(at, 'loss_mask', 'yes_nos');
  const numbers = (name: string): number[] | null => numbersOf(row[name], at, name, ids.length);
  const rewards = numbers('rewards');
  return {
    step: wholeOf(row['step'], at, 'step'),
    ids,
    mask,
    logprobs: numbers('inference_logprobs'),
    trainerLogprobs: numbers('trainer_logprobs'),
    entropies: numbers('entropy'),
    advantages: numbers('advantages'),
    // One reward of a sequence stands at each of its tokens.
    reward: rewards && common(rewards),
    temperatures: numbers('temperatures'),
    maskedHigh: masksOf(row['is_masked_high'], at, 'is_masked_high', ids.length),
    maskedLow: masksOf(row['is_masked_low'], at, 'is_masked_low', ids.length),
    own: ownPlace(row, at),
    row,
  };
}

/** From which token up to which. */
export type Run = readonly [start: number, end: number];

/**
 * What was generated: tokens with loss, or with the log-probability of one that was sampled, which is 0 at all others. A message of ours
 * goes on to the sequence's end, whichever of its tokens carry loss.
 */
export function generatedRuns({ mask, logprobs, own }: TokenSequence): readonly Run[] {
  const isGenerated = (at: number): boolean => mask[at] === true || Math.abs(logprobs?.[at] ?? 0) > 0;
  const runs: [number, number][] = [];
  for (let at = 0; at < mask.length; at += 1) {
    if (!isGenerated(at)) continue;
    const last = runs.at(-1);
    if (last?.[1] === at) last[1] = at + 1;
    else runs.push([at, at + 1]);
  }
  const [first] = runs;
  return own && first ? [[first[0], mask.length]] : runs;
}

/** The messages of a sequence; none where no token is known to be generated. */
export function sequenceMessages(sequence: TokenSequence, at: At): readonly ImportedMessage[] {
  const bounds = boundedPrompts(at);
  return generatedRuns(sequence).map(([start, end], turn) => {
    bounds.take(0, start);
    const of = (numbers: readonly number[] | null): readonly number[] | null => {
      const part = numbers?.slice(start, end) ?? null;
      return part?.every(Number.isNaN) ? null : part;
    };
    return importedMessage({
      agent: sequence.own?.role ?? null,
      turn,
      promptIds: sequence.ids.slice(0, start),
      responseIds: sequence.ids.slice(start, end),
      responseMask: sequence.mask.slice(start, end),
      logprobs: of(sequence.logprobs),
      trainerLogprobs: of(sequence.trainerLogprobs),
      entropies: of(sequence.entropies),
      advantages: of(sequence.advantages),
      temperature: common(of(sequence.temperatures) ?? []),
    });
  });
}

/** A sequence as an episode of its own: which sequences belong together is not told. */
export function sequenceEpisode(sequence: TokenSequence, messages: readonly ImportedMessage[], at: At): ImportedEpisode {
  const { row, step, reward } = sequence;
  const rank = nameOf(row['rank'], at, 'rank');
  const index = nameOf(row['export_sequence_idx'], at, 'export_sequence_idx');
  const count = (mask: readonly boolean[] | null): number | null => mask && mask.filter((is) => is).length;
  const masked = { masked_high: count(sequence.maskedHigh), masked_low: count(sequence.maskedLow) };
  return importedEpisode({
    step,
    id: index === null ? null : `${step ?? '?'}/${rank ?? '?'}/${index}`,
    reward,
    messages,
    info: infoOf(
      {
        env_name: textOf(row['env_name'], at, 'env_name'),
        micro_step: numberOf(row['micro_step'], at, 'micro_step'),
        micro_sequence_idx: numberOf(row['micro_sequence_idx'], at, 'micro_sequence_idx'),
        ...masked,
      },
      at,
    ),
  });
}
