/** All numbers of one token: what it was, how likely, what it was worth. */
import { memo, useMemo } from 'react';
import type { ProjectDocument } from '../../../core/document/schema.ts';
import type { Vocabularies } from '../../../../workers/trainer/protocol.ts';
import type { EpisodeRecord, MessageRecord } from '../../../core/episode/records.ts';
import type { BatchCredit, ByToken } from '../../state/reading/batchCredit.ts';
import { channelOf, tokenGlyph, tokenNumbers, vocabularyOf, type Channel } from '../../state/reading/tokens.ts';
import { formatNumber, formatSigned } from '../../kit/figures/format.ts';
import { agentIndex, agentName } from '../../kit/figures/lineStyle.ts';
import { Term } from '../../kit/help/Term.tsx';
import { CHANNEL_TERMS } from '../../kit/help/termLinks.ts';
import { inspectText, type TermId } from '../../../words/words.ts';
import { agentColor } from '../../kit/theme/agentColors.ts';
import { useScheme } from '../../kit/theme/useScheme.ts';
import styles from './inspect.module.css';
import type { TokenRef } from '../../kit/tokens/tokenNavigation.ts';

const text = inspectText.token;

interface Props {
  readonly episode: EpisodeRecord;
  readonly credit: BatchCredit;
  readonly tokenRef: TokenRef | null;
  readonly channel: Channel;
  readonly document: ProjectDocument;
  readonly vocabularies: Vocabularies;
}

export const TokenNumbers = memo(function TokenNumbers({ episode, credit, tokenRef, channel, document, vocabularies }: Props) {
  const scheme = useScheme();
  // Of a whole episode at once, and only when a token of it is looked at.
  const channels = useMemo(() => channelsOf(credit, episode), [credit, episode]);
  const message = tokenRef && episode.messages[tokenRef.message];
  if (!message) return <p className={styles.panelHint}>{text.none}</p>;
  const numbers = tokenNumbers(message, tokenRef.token);
  const glyph = tokenGlyph(vocabularyOf(vocabularies, document, message.role)[numbers.id], numbers.id);
  const color = agentColor(agentIndex(document, message.role), scheme);
  return (
    <dl className={styles.numbers}>
      <div className={styles.numberCell}>
        <dt className={styles.speaker} style={{ color }}>
          {agentName(document, message.role)}
        </dt>
        <dd>
          <code className={styles.panelToken}>{glyph.text}</code>
          <span className={styles.fact}>
            {text.position(tokenRef.token, message.response_ids.length)} · {text.id} {numbers.id}
          </span>
        </dd>
      </div>
      {factsOf(channels, message, tokenRef).map(({ key, term, name, value, unit }) => (
        <div key={name} className={styles.numberCell} data-current={key === channel}>
          <dt>
            <Term id={term}>{name}</Term>
          </dt>
          <dd>
            {value}
            {unit && <span className={styles.fact}> {unit}</span>}
          </dd>
        </div>
      ))}
    </dl>
  );
});

interface Fact {
  readonly key?: Channel;
  readonly term: TermId;
  readonly name: string;
  readonly value: string;
  readonly unit?: string;
}

/** Channels of an episode, each computed when it is first asked for. */
function channelsOf(credit: BatchCredit, episode: EpisodeRecord): (channel: Channel) => ByToken {
  const known = new Map<Channel, ByToken>();
  return (channel) => {
    const found = known.get(channel) ?? channelOf(credit, episode, channel);
    known.set(channel, found);
    return found;
  };
}

function factsOf(channels: (channel: Channel) => ByToken, record: MessageRecord, { message, token }: TokenRef): readonly Fact[] {
  const channel = (key: Channel, write: (value: number) => string): Fact[] => {
    const { values, absence } = channels(key);
    // What this run has nothing of is said where its channel is chosen, not here at every token.
    if (absence) return [];
    const { title: name, unit } = text.channels[key];
    return [{ key, term: CHANNEL_TERMS[key], name, value: write(values[message]?.[token] ?? Number.NaN), unit }];
  };
  const { logprob, refLogprob } = tokenNumbers(record, token);
  return [
    ...channel('normalized', formatSigned),
    ...channel('advantage', formatSigned),
    ...channel('tdError', formatSigned),
    ...channel('value', formatNumber),
    ...channel('return', formatNumber),
    ...channel('reward', formatNumber),
    ...channel('logprob', formatNumber),
    { term: 'ref_logprobs', name: text.refLogprob, value: formatNumber(refLogprob), unit: text.channels.logprob.unit },
    { term: 'reference_log_ratio', name: text.refLogRatio, value: formatSigned(logprob - refLogprob), unit: text.channels.logprob.unit },
    ...channel('ratio', formatNumber),
    ...channel('clipped', formatNumber),
    ...channel('kl', formatNumber),
    ...channel('entropy', formatNumber),
  ];
}
