/** Pseudo-code, the line that is the mistake marked by more than its colour. */
import { VisuallyHidden } from '@mantine/core';
import { museumText as words } from '../../../words/words.ts';
import styles from './museum.module.css';

export function CodeLines({ lines }: { readonly lines: readonly string[] }) {
  return (
    <pre className={styles.code} tabIndex={0} aria-label={words.parts.code}>
      {lines.map((line) => {
        const wrong = line.startsWith('!');
        return (
          <span key={line} className={styles.line} data-wrong={wrong || undefined}>
            {wrong && <VisuallyHidden>{words.wrongLine} </VisuallyHidden>}
            {wrong ? ` ${line.slice(1)}` : line}
            {'\n'}
          </span>
        );
      })}
    </pre>
  );
}
