/** The episode's tokens, each coloured by how its log-probability changed; a focused one moves the cursor and shows its numbers. */
import { type CSSProperties, type KeyboardEvent, memo, useMemo } from 'react';
import type { IterationReceipt, TokenReceipt } from '../../../core/credit/receipt.ts';
import type { EpisodeRecord } from '../../../core/episode/records.ts';
import { useCursor } from '../../state/address/cursor.ts';
import { deltaRange, tokenKey, timesAsLikely, tokensByKey } from './receipt.ts';
import { tokenGlyph, vocabularyOf } from '../../state/reading/tokens.ts';
import type { RunSet } from '../../state/runs/types.ts';
import { formatNumber, formatSigned } from '../../kit/figures/format.ts';
import { agentIndex, agentName, type Scheme } from '../../kit/figures/lineStyle.ts';
import { STRETCH, stretchesOf } from '../../kit/tokens/stretches.ts';
import { neighbour, type TokenRef } from '../../kit/tokens/tokenNavigation.ts';
import { useWave } from '../../kit/tokens/useWave.ts';
import { receiptText as words } from '../../../words/words.ts';
import { agentColor } from '../../kit/theme/agentColors.ts';
import styles from './receipt.module.css';

const text = words.tokens;

interface Props {
  readonly run: RunSet;
  readonly episode: EpisodeRecord;
  /** Receipt of this episode. */
  readonly receipt: IterationReceipt;
  /** Receipt of the whole iteration: its episodes share one colour range. */
  readonly peers: IterationReceipt;
  readonly scheme: Scheme;
  readonly onPoint: (message: number, token: number) => void;
}

export function ReceiptTokens({ run, episode, receipt, peers, scheme, onPoint }: Props) {
  const range = useMemo(() => deltaRange(peers.tokens), [peers]);
  const byKey = useMemo(() => tokensByKey(receipt.tokens), [receipt]);
  const look = useMemo(
    (): Look => ({ episode: episode.episode, messages: episode.messages.length, byKey, range }),
    [episode, byKey, range],
  );
  const starts = stretchesOf(episode.messages.map(({ response_ids: ids }) => ids.length));
  const lookOf = useWave(look, starts.flat().length, (before, now) => before.messages === now.messages);
  const here = useCursor((cursor) => cursor.episode === episode.episode);
  const message = useCursor((cursor) => cursor.message);
  const token = useCursor((cursor) => cursor.token);
  const focused =
    here && message !== null && token !== null && byKey.has(tokenKey({ episode: episode.episode, message, token }))
      ? { message, token }
      : null;
  const entry = focused ?? { message: episode.messages.findIndex(({ response_ids }) => response_ids.length > 0), token: 0 };
  const found = focused && byKey.get(tokenKey({ episode: episode.episode, ...focused }));

  const onKey = (event: KeyboardEvent<HTMLDivElement>) => {
    const button = event.target instanceof Element ? event.target.closest<HTMLElement>('[data-token]') : null;
    const [at, of] = [Number(button?.closest<HTMLElement>('[data-message]')?.dataset['message']), Number(button?.dataset['token'])];
    const to = button && neighbour(episode.messages, { message: at, token: of }, event.key);
    if (!to) return;
    event.preventDefault();
    event.currentTarget.querySelector<HTMLElement>(`[data-message="${to.message}"] [data-token="${to.token}"]`)?.focus();
  };

  let stretch = 0;
  return (
    <section className={styles.figure} aria-label={text.title(episode.episode)}>
      <header className={styles.figureHead}>
        <h3>{text.title(episode.episode)}</h3>
        {range > 0 ? <Legend range={range} /> : <span className={styles.dimmed}>{text.still}</span>}
      </header>
      {/* Keys move between tokens, which are buttons; the surrounding box only listens. */}
      {/* oxlint-disable-next-line jsx-a11y/no-static-element-interactions */}
      <div onKeyDown={onKey} className={styles.messages}>
        {episode.messages.map(({ role, response_ids }, index) => {
          const color = agentColor(agentIndex(run.document, role), scheme);
          return (
            <div
              // A message has no id of its own; its index in the episode never changes.
              key={index}
              className={styles.message}
              data-message={index}
              style={{ borderInlineStartColor: color }}
              role="group"
              aria-label={text.of(agentName(run.document, role))}
            >
              <span className={styles.speaker} style={{ color }}>
                {agentName(run.document, role)}
              </span>
              <div className={styles.tokens}>
                {(starts[index] ?? []).map((start) => {
                  const shown = lookOf(stretch++);
                  const within = (ref: TokenRef | null): number | null =>
                    ref?.message === index && start <= ref.token && ref.token < start + STRETCH ? ref.token : null;
                  return (
                    shown && (
                      <Stretch
                        key={start}
                        message={index}
                        ids={response_ids}
                        start={start}
                        vocabulary={vocabularyOf(run.vocabularies, run.document, role)}
                        look={shown}
                        entry={within(entry)}
                        current={within(focused)}
                        onPoint={onPoint}
                      />
                    )
                  );
                })}
              </div>
            </div>
          );
        })}
      </div>
      <div className={styles.panel}>
        {found ? <Numbers receipt={found} episode={episode} /> : <span className={styles.dimmed}>{text.hint}</span>}
      </div>
    </section>
  );
}

/** What colours an episode's tokens; one object, so that stretches can tell whether it changed. */
interface Look {
  readonly episode: number;
  /** How many messages the episode has. */
  readonly messages: number;
  readonly byKey: ReadonlyMap<string, TokenReceipt>;
  readonly range: number;
}

interface StretchProps {
  readonly message: number;
  /** All tokens of the message. */
  readonly ids: readonly number[];
  readonly start: number;
  readonly vocabulary: readonly string[];
  readonly look: Look;
  /** The token that Tab leads to and the one the cursor stands on, where they are in this stretch. */
  readonly entry: number | null;
  readonly current: number | null;
  readonly onPoint: (message: number, token: number) => void;
}

const Stretch = memo(function Stretch({ message, ids, start, vocabulary, look, entry, current, onPoint }: StretchProps) {
  const { episode, byKey, range } = look;
  return ids.slice(start, start + STRETCH).map((id, offset) => {
    const token = start + offset;
    return (
      <Token
        // Tokens of a fixed sequence have no identity but their position.
        key={token}
        message={message}
        token={token}
        id={id}
        written={vocabulary[id]}
        receipt={byKey.get(tokenKey({ episode, message, token }))}
        range={range}
        entry={entry === token}
        current={current === token}
        onPoint={onPoint}
      />
    );
  });
});

interface TokenProps {
  readonly message: number;
  readonly token: number;
  readonly id: number;
  readonly written: string | undefined;
  readonly receipt: TokenReceipt | undefined;
  readonly range: number;
  readonly entry: boolean;
  readonly current: boolean;
  readonly onPoint: (message: number, token: number) => void;
}

const Token = memo(function Token({ message, token, id, written, receipt, range, entry, current, onPoint }: TokenProps) {
  const glyph = tokenGlyph(written, id);
  const delta = receipt?.delta ?? 0;
  const strength = range > 0 ? Math.round(100 * Math.min(1, Math.abs(delta) / range)) : 0;
  return (
    <>
      <button
        type="button"
        className={styles.token}
        data-token={token}
        data-side={strength === 0 ? 'none' : delta > 0 ? 'positive' : 'negative'}
        data-symbol={glyph.symbol}
        aria-current={current}
        aria-label={text.token(glyph.text, receipt ? words.fates[receipt.fate].name : '', formatSigned(delta))}
        tabIndex={entry ? 0 : -1}
        style={{ '--strength': `${strength}%` } as CSSProperties}
        onFocus={() => onPoint(message, token)}
        onClick={(event) => event.currentTarget.focus()}
      >
        {glyph.text}
      </button>
      {glyph.breaks && <br />}
    </>
  );
});

function Numbers({ receipt, episode }: { readonly receipt: TokenReceipt; readonly episode: EpisodeRecord }) {
  const { fate, push, delta, clipped, message, token } = receipt;
  const record = episode.messages[message];
  const before = record?.logprobs[token];
  const facts: readonly (readonly [string, string])[] = [
    [words.fates[fate].name, words.fates[fate].says],
    [words.detail.push, formatSigned(push)],
    [words.detail.advantage, formatSigned(record?.receipt?.normalized_advantages[token])],
    [words.detail.before, formatNumber(before)],
    [words.detail.after, formatNumber(before === undefined ? undefined : before + delta)],
    [words.detail.delta, formatSigned(delta)],
  ];
  return (
    <dl className={styles.numbers}>
      {facts.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
      <div>
        <dd>{words.detail.times(timesAsLikely(delta))}</dd>
        {clipped > 0 && <dd>{words.detail.clipped(words.percent(clipped))}</dd>}
      </div>
    </dl>
  );
}

function Legend({ range }: { readonly range: number }) {
  return (
    <span className={styles.legend}>
      {text.less} {formatNumber(-range)}
      <span className={styles.scale} aria-hidden />
      {formatSigned(range)} {text.more}
    </span>
  );
}
