/** The tokens an agent sampled, each a button shaded by the chosen channel. One of them takes part in the tab order. */
import { memo, type CSSProperties } from 'react';
import type { MessageRecord } from '../../core/episode/records.ts';
import { shadeOf, tokenGlyph, tokenNumbers, type Channel } from '../../stores/runs/tokens.ts';
import { formatNumber, formatSigned } from '../charts/format.ts';
import { inspectText } from '../text/en.inspect.ts';
import styles from './inspect.module.css';

interface Props {
  readonly index: number;
  readonly message: MessageRecord;
  readonly vocabulary: readonly string[];
  readonly channel: Channel;
  /** Half-width of the colour range. */
  readonly range: number;
  /** The token that Tab leads to, if it is in this message. */
  readonly entry: number | null;
  readonly onPoint: (message: number, token: number) => void;
}

export function ResponseTokens({ index, message, vocabulary, channel, range, entry, onPoint }: Props) {
  const { title } = inspectText.token.channels[channel];
  const write = channel === 'advantage' ? formatSigned : formatNumber;
  return (
    <div className={styles.response} role="group" aria-label={inspectText.message.response(message.role)}>
      {message.response_ids.map((id, token) => {
        const value = tokenNumbers(message, token)[channel];
        const { side, strength } = shadeOf(value, channel, range);
        const { text, symbol, breaks } = tokenGlyph(vocabulary[id], id);
        return (
          <Token
            // Tokens of a fixed sequence have no identity but their position.
            key={token}
            token={token}
            message={index}
            text={text}
            symbol={symbol}
            breaks={breaks}
            side={side}
            strength={Math.round(strength * 100)}
            label={inspectText.message.token(text, title, write(value))}
            entry={token === entry}
            onPoint={onPoint}
          />
        );
      })}
    </div>
  );
}

interface TokenProps {
  readonly message: number;
  readonly token: number;
  readonly text: string;
  readonly symbol: boolean;
  readonly breaks: boolean;
  readonly side: string;
  /** Percent of the full shade. */
  readonly strength: number;
  readonly label: string;
  readonly entry: boolean;
  readonly onPoint: (message: number, token: number) => void;
}

const Token = memo(function Token({ message, token, text, symbol, breaks, side, strength, label, entry, onPoint }: TokenProps) {
  return (
    <>
      <button
        type="button"
        className={styles.token}
        data-token={token}
        data-side={side}
        data-symbol={symbol}
        data-current={entry}
        aria-label={label}
        tabIndex={entry ? 0 : -1}
        style={{ '--strength': `${strength}%` } as CSSProperties}
        onFocus={() => onPoint(message, token)}
        onClick={(event) => event.currentTarget.focus()}
      >
        {text}
      </button>
      {breaks && <br />}
    </>
  );
});
