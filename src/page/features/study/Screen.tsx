/** A part of the study over the whole page, whose workbench can neither be seen nor reached beneath it. */
import { type ReactNode, useEffect, useLayoutEffect, useRef } from 'react';
import { createPortal } from 'react-dom';
import { OVERLAYS } from '../../kit/theme/theme.ts';
import { studyText as words } from '../../../words/words.ts';
import styles from './study.module.css';

interface Props {
  readonly title: string;
  /** Changes when something else is to be read from its top. */
  readonly reading?: string;
  readonly bar?: ReactNode;
  readonly children: ReactNode;
}

export function Screen({ title, reading = title, bar, children }: Props) {
  const heading = useRef<HTMLHeadingElement>(null);
  const screen = useRef<HTMLDivElement>(null);
  usePageAside();
  useEffect(() => {
    screen.current?.scrollTo(0, 0);
    heading.current?.focus({ preventScroll: true });
  }, [reading]);
  return (
    <Above>
      <div
        ref={screen}
        role="dialog"
        aria-modal
        aria-label={words.title}
        className={styles.screen}
        // The page's keys are not the participant's.
        onKeyDown={(event) => event.nativeEvent.stopPropagation()}
      >
        {bar}
        <div className={styles.sheet}>
          <h1 ref={heading} tabIndex={-1} className={styles.title}>
            {title}
          </h1>
          {children}
        </div>
      </div>
    </Above>
  );
}

/** Among the page's overlays, where the pop-ups of words go too. */
export function Above({ children }: { readonly children: ReactNode }) {
  const place = document.querySelector(OVERLAYS);
  return place && createPortal(children, place);
}

function usePageAside(): void {
  useLayoutEffect(() => {
    const place = document.querySelector(OVERLAYS);
    const others = [...(place?.parentElement?.children ?? [])].filter((one) => one !== place);
    for (const one of others) one.toggleAttribute('inert', true);
    return () => {
      for (const one of others) one.toggleAttribute('inert', false);
    };
  }, []);
}
