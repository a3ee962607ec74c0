/** Which number colours the tokens, and the legend of its scale. */
import { Select } from '@mantine/core';
import { CHANNELS, SIGNED, type Channel } from '../../stores/runs/tokens.ts';
import { formatNumber, formatSigned } from '../charts/format.ts';
import { HelpButton } from '../charts/HelpButton.tsx';
import { inspectText } from '../text/en.inspect.ts';
import styles from './inspect.module.css';

const text = inspectText.token;
const OPTIONS = CHANNELS.map((value) => ({ value, label: text.channels[value].title }));

interface Props {
  readonly channel: Channel;
  /** Half-width of the colour range; 0 when nothing is coloured. */
  readonly range: number;
  readonly onChannel: (channel: Channel) => void;
}

export function ChannelBar({ channel, range, onChannel }: Props) {
  return (
    <div className={styles.channelBar}>
      <Select
        aria-label={text.channel}
        title={text.channel}
        data={OPTIONS}
        value={channel}
        w={150}
        onChange={(value) => value && onChannel(value as Channel)}
      />
      {range > 0 ? <ScaleLegend channel={channel} range={range} /> : <span className={styles.fact}>{text.flat}</span>}
      <HelpButton title={text.channels[channel].title} what={`${text.channels[channel].what} ${text.clamped}`} />
    </div>
  );
}

/** The colour scale with its ends and its zero; log-probabilities run from 0 (certain) down to surprise. */
function ScaleLegend({ channel, range }: { readonly channel: Channel; readonly range: number }) {
  const { title, unit } = text.channels[channel];
  const signed = SIGNED[channel];
  const end = channel === 'logprob' ? formatNumber(-range) : signed ? formatSigned(range) : formatNumber(range);
  return (
    <span
      className={styles.legend}
      role="img"
      aria-label={`${text.legend(title)}: ${signed ? `${formatNumber(-range)}, 0, ${end}` : `0, ${end}`} ${unit}. ${text.clamped}`}
      title={text.clamped}
    >
      {signed && <span>{formatNumber(-range)}</span>}
      {!signed && <span>0</span>}
      <span className={styles.legendScale} data-signed={signed}>
        {signed && <span className={styles.legendZero}>0</span>}
      </span>
      <span>
        {end} {unit}
      </span>
    </span>
  );
}
