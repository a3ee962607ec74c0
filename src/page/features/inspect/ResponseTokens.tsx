/** A stretch of the tokens an agent sampled, each a button shaded by the chosen channel. One of all takes part in the tab order. */
import { Fragment, memo, type CSSProperties } from 'react';
import type { MessageRecord } from '../../../core/episode/records.ts';
import type { ToolAnswer } from '../../../core/episode/tools.ts';
import { shadeOf, SIGNED, tokenGlyph } from '../../state/reading/tokens.ts';
import { formatNumber, formatSigned } from '../../kit/figures/format.ts';
import { inspectText } from '../../../words/words.ts';
import type { Heat } from '../../kit/tokens/heat.ts';
import styles from './inspect.module.css';

interface Props {
  readonly message: MessageRecord;
  /** Index of the message in the episode. */
  readonly index: number;
  /** First token of the stretch, and the one behind its last. */
  readonly start: number;
  readonly end: number;
  readonly vocabulary: readonly string[];
  readonly heat: Heat;
  /** The token that Tab leads to, if it is in this stretch. */
  readonly entry: number | null;
  /** The token the cursor stands on, if it is in this stretch. */
  readonly current: number | null;
}

export const ResponseTokens = memo(function ResponseTokens({ message, index, start, end, vocabulary, heat, entry, current }: Props) {
  const { channel, range } = heat;
  const { title } = inspectText.token.channels[channel];
  const values = heat.byToken.values[index] ?? [];
  const write = SIGNED[channel] && channel !== 'value' && channel !== 'ratio' ? formatSigned : formatNumber;
  return message.response_ids.slice(start, end).map((id, offset) => {
    const token = start + offset;
    const value = values[token] ?? Number.NaN;
    const { side, strength } = shadeOf(value, channel, range);
    const { text, symbol, breaks } = tokenGlyph(vocabulary[id], id);
    const answers = message.tools?.filter(({ after }) => after === token + 1);
    return (
      // Tokens of a fixed sequence have no identity but their position.
      <Fragment key={token}>
        <Token
          token={token}
          text={text}
          symbol={symbol}
          breaks={breaks}
          side={side}
          strength={Math.round(strength * 100)}
          label={inspectText.message.token(text, title, write(value))}
          entry={token === entry}
          current={token === current}
        />
        {answers?.map((answer, nth) => (
          // Of one token, by their order.
          <ToolAnswerView key={nth} answer={answer} />
        ))}
      </Fragment>
    );
  });
});

/** What the environment put into the message: it stands apart, and no cursor stops there. */
function ToolAnswerView({ answer: { call, text, ids } }: { readonly answer: ToolAnswer }) {
  return (
    <span className={styles.tool} role="note" title={inspectText.message.tool(call, ids.length)} data-tool={call}>
      {text}
    </span>
  );
}

interface TokenProps {
  readonly token: number;
  readonly text: string;
  readonly symbol: boolean;
  readonly breaks: boolean;
  readonly side: string;
  /** Percent of the full shade. */
  readonly strength: number;
  readonly label: string;
  readonly entry: boolean;
  readonly current: boolean;
}

/** Listeners are the surrounding box's: thousands of tokens need none of their own. */
const Token = memo(function Token({ token, text, symbol, breaks, side, strength, label, entry, current }: TokenProps) {
  return (
    <>
      <button
        type="button"
        className={styles.token}
        data-token={token}
        data-side={side}
        data-symbol={symbol}
        aria-label={label}
        aria-current={current ? 'true' : undefined}
        tabIndex={entry ? 0 : -1}
        style={{ '--strength': `${strength}%` } as CSSProperties}
      >
        {text}
      </button>
      {breaks && <br />}
    </>
  );
});
