/** γ and λ of messages and tokens, live; where nothing reads one, why not. */
import { Button, Slider, Text, Tooltip } from '@mantine/core';
import type { Discounts } from '../../../core/credit/advantages/decisions.ts';
import { estimatorsText } from '../../../words/words.ts';
import styles from './estimators.module.css';

const text = estimatorsText.sliders;
const NAMES = ['gamma', 'lambda', 'gammaToken', 'lambdaToken'] as const;

interface Props {
  readonly discounts: Discounts;
  /** Whether they are no longer the run's own. */
  readonly moved: boolean;
  /** Whether the run's own are unknown. */
  readonly imported: boolean;
  /** Why a slider changes nothing; null where it does. */
  readonly unread: Readonly<Record<(typeof NAMES)[number], string | null>>;
  readonly onChange: (discounts: Discounts | null) => void;
}

export function DiscountSliders({ discounts, moved, imported, unread, onChange }: Props) {
  return (
    <fieldset className={styles.sliders}>
      <legend className={styles.hidden}>{text.legend}</legend>
      {NAMES.map((name) => (
        <Tooltip key={name} label={unread[name]} disabled={unread[name] === null}>
          <div className={styles.slider}>
            <Text size="xs" c={unread[name] === null ? undefined : 'dimmed'}>
              {text[name]} <output>{discounts[name].toFixed(2)}</output>
            </Text>
            <Slider
              size="xs"
              min={0}
              max={1}
              step={0.01}
              value={discounts[name]}
              disabled={unread[name] !== null}
              label={null}
              thumbLabel={text[name]}
              onChange={(value) => onChange({ ...discounts, [name]: value })}
            />
          </div>
        </Tooltip>
      ))}
      <Button size="compact-xs" variant="default" disabled={!moved} onClick={() => onChange(null)}>
        {imported ? text.resetImported : text.reset}
      </Button>
    </fieldset>
  );
}
