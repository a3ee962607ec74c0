/** The numbers of single tokens: which channel shows what, over which range, and how a token's text is written. */
import { baseNameOf } from '../../../core/document/bases.ts';
import type { ProjectDocument } from '../../../core/document/schema.ts';
import type { EpisodeRecord, MessageRecord } from '../../../core/episode/records.ts';
import type { Vocabularies } from '../../../../workers/trainer/protocol.ts';
import { type Absence, type BatchCredit, type ByToken, ofReceipts, ofSteps } from './batchCredit.ts';
import type { Channel } from '../address/channels.ts';

export { CHANNELS, type Channel } from '../address/channels.ts';

/** Signed channels take the diverging scale around their {@link CENTRE}; the others are magnitudes from zero up. */
export const SIGNED: Readonly<Record<Channel, boolean>> = {
  advantage: true,
  normalized: true,
  tdError: true,
  value: true,
  return: true,
  reward: true,
  logprob: false,
  ratio: true,
  clipped: false,
  kl: false,
  entropy: false,
};

/** Where a channel's scale has no colour: a ratio of 1 says that nothing changed. */
export function centreOf(channel: Channel): number {
  return channel === 'ratio' ? 1 : 0;
}

/** A channel of one episode: one number per response token, by message; NaN where nothing is known. */
export function channelOf(credit: BatchCredit, record: EpisodeRecord, channel: Channel): ByToken {
  switch (channel) {
    case 'normalized':
      return credit.normalized(record);
    case 'tdError':
      return credit.tdErrors(record);
    case 'ratio':
      return ofReceipts(record, ({ updated_logprobs: updated }, { logprobs }) =>
        updated.map((logprob, token) => Math.exp(logprob - (logprobs[token] ?? Number.NaN))),
      );
    case 'clipped':
      return ofReceipts(record, (receipt) => ofSteps(receipt, receipt.clipped));
    default: {
      const values = record.messages.map((message) => message.response_ids.map((_, token) => tokenNumbers(message, token)[channel]));
      const unknown = credit.imported && values.every((numbers) => numbers.every(Number.isNaN));
      const absence = values.every((numbers) => numbers.length === 0) ? 'textsAlone' : 'imported';
      return { values, absence: unknown ? absence : isAbsent(record, channel), recomputed: false };
    }
  }
}

/** What the tokens of an episode are coloured by. */
export interface ShownChannel {
  readonly channel: Channel;
  readonly byToken: ByToken;
  /** Why the raw advantage is shown although the one as trained was asked for; null where what was asked for is. */
  readonly rawBecause: Absence | null;
}

/** The chosen channel; the raw advantage where the one as trained cannot be told. */
export function shownChannel(credit: BatchCredit, record: EpisodeRecord, chosen: Channel): ShownChannel {
  const byToken = channelOf(credit, record, chosen);
  if (chosen !== 'normalized' || !byToken.absence) return { channel: chosen, byToken, rawBecause: null };
  return { channel: 'advantage', byToken: channelOf(credit, record, 'advantage'), rawBecause: byToken.absence };
}

/** Channels that some algorithms have nothing for. */
function isAbsent({ messages }: EpisodeRecord, channel: Channel): Absence | null {
  if (channel === 'value' && messages.every(({ values }) => values.length === 0)) return 'noCritic';
  if (channel === 'kl' && messages.every(({ ref_logprobs: logprobs }) => logprobs.length === 0)) return 'noReference';
  return null;
}

/** All that a message's record holds of one sampled token; NaN where it has nothing. */
export interface TokenNumbers {
  readonly id: number;
  readonly advantage: number;
  readonly value: number;
  readonly logprob: number;
  readonly refLogprob: number;
  /** k3 estimate at this token: r − 1 − log r with r = π_ref / π ≥ 0 (Schulman, "Approximating KL divergence"). */
  readonly kl: number;
  readonly entropy: number;
  readonly reward: number;
  readonly return: number;
}

/** The numbers of response token `index` of `message`. */
export function tokenNumbers(message: MessageRecord, index: number): TokenNumbers {
  const at = (values: readonly number[]) => values[index] ?? Number.NaN;
  const logprob = at(message.logprobs);
  const refLogprob = at(message.ref_logprobs);
  const logRatio = refLogprob - logprob;
  return {
    id: at(message.response_ids),
    advantage: at(message.advantages),
    // At action level there is one value per message (DESIGN §5): every token of it shares that value.
    value: message.values.length === 1 ? (message.values[0] ?? Number.NaN) : at(message.values),
    logprob,
    refLogprob,
    kl: Math.expm1(logRatio) - logRatio,
    entropy: at(message.entropies),
    reward: at(message.token_rewards),
    return: at(message.returns),
  };
}

/** The fraction of values that lie within the colour range; what is beyond is drawn in its end colours. */
const RANGE_QUANTILE = 0.98;

/** About how many tokens a colour range is taken from at most. */
const RANGE_TOKENS = 16_000;

/**
 * Half-width of a channel's colour range over the episodes of one iteration, so that colours mean the same in all of
 * them. It is the 98th percentile of the distances from the centre: one outlier must not fade everything else. Of a large
 * batch it is taken over episodes spread evenly through it. 0 when there is nothing to colour.
 */
export function channelRange(credit: BatchCredit, channel: Channel): number {
  const centre = centreOf(channel);
  const tokens = credit.records.reduce(
    (sum, { messages }) => sum + messages.reduce((own, { response_ids: ids }) => own + ids.length, 0),
    0,
  );
  const stride = Math.max(1, Math.ceil(tokens / RANGE_TOKENS));
  const magnitudes: number[] = [];
  for (let index = 0; index < credit.records.length; index += stride) {
    const record = credit.records[index];
    for (const values of record ? channelOf(credit, record, channel).values : [])
      for (let token = 0; token < values.length; token += 1) {
        const magnitude = Math.abs((values[token] ?? Number.NaN) - centre);
        if (Number.isFinite(magnitude) && magnitude > 0) magnitudes.push(magnitude);
      }
  }
  const sorted = Float64Array.from(magnitudes).sort();
  return sorted[Math.ceil(sorted.length * RANGE_QUANTILE) - 1] ?? 0;
}

/** A value's position on its scale: which side of the centre and how far out, 0 to 1. */
export interface Shade {
  readonly side: 'positive' | 'negative' | 'magnitude' | 'none';
  readonly strength: number;
}

/** The shade of `value` in `channel` over ±`range`. Log-probabilities are shaded by their magnitude: surprise. */
export function shadeOf(value: number, channel: Channel, range: number): Shade {
  if (!Number.isFinite(value) || range <= 0) return { side: 'none', strength: 0 };
  const distance = value - centreOf(channel);
  const strength = Math.min(Math.abs(distance) / range, 1);
  if (!SIGNED[channel]) return { side: 'magnitude', strength };
  if (distance === 0) return { side: 'none', strength: 0 };
  return { side: distance > 0 ? 'positive' : 'negative', strength };
}

/** How a token is written: its text, with a symbol where the text alone could not be seen. */
export interface TokenGlyph {
  readonly text: string;
  /** Symbols stand for something; they are drawn unlike text. */
  readonly symbol: boolean;
  /** A line break follows the symbol. */
  readonly breaks: boolean;
}

/** Writes the token string `token`; undefined (an id outside the vocabulary) is written as its id. */
export function tokenGlyph(token: string | undefined, id: number): TokenGlyph {
  if (token === undefined) return { text: `#${id}`, symbol: true, breaks: false };
  // Special tokens by name, and bytes that are no character on their own, as the tokenizer writes them.
  const named = /^<\|(.+)\|>$|^<(pad|unk|s|\/s|0x[0-9A-F]{2})>$/.exec(token);
  if (named) return { text: `‹${named[1] ?? named[2] ?? ''}›`, symbol: true, breaks: false };
  if (token === '') return { text: '∅', symbol: true, breaks: false };
  if (/^\s+$/u.test(token)) {
    return {
      text: token.replaceAll('\r', '␍').replaceAll('\n', '⏎').replaceAll('\t', '⇥').replace(/\s/gu, '␣'),
      symbol: true,
      breaks: token.includes('\n'),
    };
  }
  return { text: token, symbol: false, breaks: false };
}

/** The token strings by which `role` read its prompt and spoke: those of the base it stands on. Empty while not known. */
export function vocabularyOf(vocabularies: Vocabularies, document: ProjectDocument, role: string): readonly string[] {
  const agent = document.team.agents.find((candidate) => candidate.role === role);
  const name = agent ? baseNameOf(document, agent) : document.team.base;
  return (Object.hasOwn(vocabularies, name) ? vocabularies[name] : undefined) ?? NO_TOKENS;
}
const NO_TOKENS: readonly string[] = [];
