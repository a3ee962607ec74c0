/** An entry of a key that is also a switch: a click hides its lines or shows them, Alt or a double click shows them alone. */
import type { MouseEvent } from 'react';
import { chartsText } from '../../../words/words.ts';
import type { Look } from '../theme/agentColors.ts';
import styles from './charts.module.css';
import { Swatch } from './Swatch.tsx';

interface Props {
  readonly name: string;
  readonly look: Look;
  readonly mark: string;
  readonly hollow?: boolean;
  readonly band?: boolean;
  readonly shown: boolean;
  readonly onToggle: () => void;
  readonly onOnly: () => void;
}

export function KeyToggle({ name, look, mark, hollow = false, band = false, shown, onToggle, onOnly }: Props) {
  const click = (event: MouseEvent): void => {
    if (event.altKey) onOnly();
    else onToggle();
  };
  return (
    <button
      type="button"
      className={`${styles.keyEntry} ${styles.keyToggle}`}
      aria-pressed={shown}
      title={chartsText.toggleHelp}
      onClick={click}
      // Its two clicks have hidden it and shown it again.
      onDoubleClick={onOnly}
    >
      <Swatch look={look} mark={mark} hollow={hollow} band={band} />
      {name}
    </button>
  );
}
