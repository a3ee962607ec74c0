/** Which number colours the tokens, and the legend of its scale. */
import { Select } from '@mantine/core';
import { cursorStore } from '../../state/address/cursor.ts';
import { centreOf, CHANNELS, SIGNED, type Channel } from '../../state/reading/tokens.ts';
import { formatNumber, formatSigned } from '../../kit/figures/format.ts';
import { HelpButton } from '../../kit/help/HelpButton.tsx';
import { CHANNEL_TERMS } from '../../kit/help/termLinks.ts';
import { COLON, COMMA, GAP, inspectText, STOP } from '../../../words/words.ts';
import type { Heat } from '../../kit/tokens/heat.ts';
import styles from './inspect.module.css';

const text = inspectText.token;
const OPTIONS = CHANNELS.map((value) => ({ value, label: text.channels[value].title }));

/** Another channel, for every view. */
export const chooseChannel = (channel: Channel): void => cursorStore.getState().move({ channel });

interface Props {
  readonly heat: Heat;
  readonly onChannel: (channel: Channel) => void;
}

export function ChannelBar({ heat, onChannel }: Props) {
  const { channel, range, rawBecause } = heat;
  const { absence, recomputed } = heat.byToken;
  return (
    <div className={styles.channelBar} data-stage="channels">
      <Select
        aria-label={text.channel}
        title={text.channel}
        data={OPTIONS}
        value={channel}
        w={200}
        onChange={(value) => value && onChannel(value as Channel)}
      />
      {absence ? (
        <span className={styles.fact} role="status">
          {text.absent[absence]}
        </span>
      ) : range > 0 ? (
        <ScaleLegend channel={channel} range={range} />
      ) : (
        <span className={styles.fact}>{channel === 'ratio' ? text.flatRatio : text.flat}</span>
      )}
      {rawBecause && (
        <span className={styles.fact} role="status">
          {text.rawInstead(text.absent[rawBecause])}
        </span>
      )}
      <HelpButton
        title={text.channels[channel].title}
        what={[text.channels[channel].what, recomputed && text.recomputed, text.clamped].filter(Boolean).join(GAP)}
        term={CHANNEL_TERMS[channel]}
      />
    </div>
  );
}

/** The colour scale with its ends and its centre; log-probabilities run from 0 (certain) down to surprise. */
function ScaleLegend({ channel, range }: { readonly channel: Channel; readonly range: number }) {
  const { title, unit } = text.channels[channel];
  const signed = SIGNED[channel];
  const centre = centreOf(channel);
  const low = signed ? formatNumber(centre - range) : '0';
  const middle = formatNumber(centre);
  const end = channel === 'logprob' ? formatNumber(-range) : signed && centre === 0 ? formatSigned(range) : formatNumber(centre + range);
  return (
    <span
      className={styles.legend}
      role="img"
      aria-label={`${text.legend(title)}${COLON}${[low, ...(signed ? [middle] : []), `${end} ${unit}`].join(COMMA)}${STOP}${text.clamped}`}
      title={text.clamped}
    >
      <span>{low}</span>
      <span className={styles.legendScale} data-signed={signed}>
        {signed && <span className={styles.legendZero}>{middle}</span>}
      </span>
      <span>
        {end} {unit}
      </span>
    </span>
  );
}
