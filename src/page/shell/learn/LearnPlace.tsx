/** Where a person learns what this is and how it is used: lessons, the guide, the examples, the words, the keys. */
import { Loader, Tabs } from '@mantine/core';
import { Suspense, useLayoutEffect, useRef, type RefObject } from 'react';
import { Guard, placeWithin } from '../../kit/notices/Guard.tsx';
import { text } from '../../../words/words.ts';
import styles from './learn.module.css';
import { openLearn, useLearn, type LearnTab } from '../../state/address/learnStore.ts';
import { LEARN_TABS } from './tabs.tsx';

const TABS = Object.keys(LEARN_TABS) as LearnTab[];

export function LearnPlace() {
  const tab = useLearn((state) => state.tab);
  const top = useRef<HTMLDivElement>(null);
  const tabs = useRef<HTMLDivElement>(null);
  // Each part begins at its top: what scrolls is the place around them. (The words scroll on to the one that was asked for.)
  useLayoutEffect(() => {
    top.current?.parentElement?.scrollTo(0, 0);
  }, [tab]);
  useTabsHeight(top, tabs);
  return (
    <Tabs
      ref={top}
      value={tab}
      onChange={(value) => {
        const next = TABS.find((known) => known === value);
        if (next) openLearn(next);
      }}
      keepMounted={false}
    >
      <Tabs.List ref={tabs} aria-label={text.learn.label} className={styles.tabs}>
        {TABS.map((value) => (
          <Tabs.Tab key={value} value={value} py={8} fz="xs">
            {text.learn.tabs[value]}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      {TABS.map((value) => {
        const { Content, wide }: (typeof LEARN_TABS)[LearnTab] & { readonly wide?: boolean } = LEARN_TABS[value];
        return (
          <Tabs.Panel key={value} value={value} className={styles.panel} data-wide={wide}>
            <Guard place={placeWithin(text.shell.place.learn.name, text.learn.tabs[value])}>
              <Suspense fallback={<Loader size="sm" />}>
                <Content />
              </Suspense>
            </Guard>
          </Tabs.Panel>
        );
      })}
    </Tabs>
  );
}

/** Tells the style sheet how much the tabs cover of what scrolls below them: they stay in view, and wrap where it is narrow. */
function useTabsHeight(place: RefObject<HTMLElement | null>, tabs: RefObject<HTMLElement | null>): void {
  useLayoutEffect(() => {
    const { current } = tabs;
    if (!current) return undefined;
    const observer = new ResizeObserver(() => place.current?.style.setProperty('--learn-tabs', `${current.offsetHeight}px`));
    observer.observe(current);
    return () => observer.disconnect();
  }, [place, tabs]);
}
