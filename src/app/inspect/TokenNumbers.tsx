/** All numbers of one token: what it was, how likely, what it was worth. */
import type { ProjectDocument } from '../../core/document/schema.ts';
import type { Vocabularies } from '../../../workers/trainer/protocol.ts';
import type { EpisodeRecord } from '../../core/episode/records.ts';
import { tokenGlyph, tokenNumbers, vocabularyOf, type Channel, type TokenNumbers as Numbers } from '../../stores/runs/tokens.ts';
import { formatNumber, formatSigned } from '../charts/format.ts';
import { agentIndex, agentName, type Scheme } from '../charts/lineStyle.ts';
import { Term } from '../help/Term.tsx';
import { inspectText } from '../text/en.inspect.ts';
import type { TermId } from '../text/en.terms.ts';
import { agentColor } from '../theme/agentColors.ts';
import styles from './inspect.module.css';
import type { TokenPlace } from './Transcript.tsx';

const text = inspectText.token;

interface Props {
  readonly episode: EpisodeRecord;
  readonly place: TokenPlace | null;
  readonly channel: Channel;
  readonly document: ProjectDocument;
  readonly vocabularies: Vocabularies;
  readonly scheme: Scheme;
}

export function TokenNumbers({ episode, place, channel, document, vocabularies, scheme }: Props) {
  const message = place && episode.messages[place.message];
  if (!message) return <p className={styles.panelHint}>{text.none}</p>;
  const numbers = tokenNumbers(message, place.token);
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
            {text.position(place.token, message.response_ids.length)} · {text.id} {numbers.id}
          </span>
        </dd>
      </div>
      {factsOf(numbers).map(({ key, term, name, value, unit }) => (
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
}

/** The word that each channel is of. */
const TERMS: Readonly<Record<Channel, TermId>> = {
  advantage: 'advantages',
  value: 'values',
  return: 'returns',
  reward: 'reward',
  logprob: 'logprobs',
  kl: 'kl',
  entropy: 'entropy',
};

interface Fact {
  readonly key?: Channel;
  readonly term: TermId;
  readonly name: string;
  readonly value: string;
  readonly unit?: string;
}

function factsOf(numbers: Numbers): readonly Fact[] {
  const channel = (key: Channel, write: (value: number) => string): Fact => ({
    key,
    term: TERMS[key],
    name: text.channels[key].title,
    value: write(numbers[key]),
    unit: text.channels[key].unit,
  });
  return [
    channel('advantage', formatSigned),
    channel('value', formatNumber),
    channel('return', formatNumber),
    channel('reward', formatNumber),
    channel('logprob', formatNumber),
    { term: 'ref_logprobs', name: text.refLogprob, value: formatNumber(numbers.refLogprob), unit: 'nats' },
    { term: 'ratio', name: text.ratio, value: formatSigned(numbers.logprob - numbers.refLogprob), unit: 'nats' },
    channel('kl', formatNumber),
    channel('entropy', formatNumber),
  ];
}
