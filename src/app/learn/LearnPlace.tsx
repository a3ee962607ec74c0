/** Where a person learns what this is and how it is used: the guide, the examples, the words, the keys. */
import { Tabs } from '@mantine/core';
import { useLayoutEffect, useRef } from 'react';
import { cursorStore } from '../../stores/cursor.ts';
import { KeyTable } from '../commands/KeysDialogue.tsx';
import { Gallery } from '../projects/Gallery.tsx';
import { text } from '../text/text.ts';
import { Glossary } from './Glossary.tsx';
import { Guide } from './Guide.tsx';
import styles from './learn.module.css';
import { LEARN_TABS, openLearn, useLearn, type LearnTab } from './learnStore.ts';

const CONTENT: Readonly<Record<LearnTab, () => React.ReactNode>> = {
  guide: () => <Guide />,
  examples: () => <Gallery onStarted={() => cursorStore.getState().move({ place: 'team' })} />,
  words: () => <Glossary />,
  keys: () => <KeyTable />,
};

export function LearnPlace() {
  const tab = useLearn((state) => state.tab);
  const top = useRef<HTMLDivElement>(null);
  // Each part begins at its top: what scrolls is the place around them. (The words scroll on to the one that was asked for.)
  useLayoutEffect(() => {
    top.current?.parentElement?.scrollTo(0, 0);
  }, [tab]);
  return (
    <Tabs
      ref={top}
      value={tab}
      onChange={(value) => {
        const next = LEARN_TABS.find((known) => known === value);
        if (next) openLearn(next);
      }}
      keepMounted={false}
    >
      <Tabs.List aria-label={text.learn.label} className={styles.tabs}>
        {LEARN_TABS.map((value) => (
          <Tabs.Tab key={value} value={value} py={8} fz="xs">
            {text.learn.tabs[value]}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      {LEARN_TABS.map((value) => (
        <Tabs.Panel key={value} value={value} className={styles.panel} data-wide={value === 'examples' || undefined}>
          {CONTENT[value]()}
        </Tabs.Panel>
      ))}
    </Tabs>
  );
}
