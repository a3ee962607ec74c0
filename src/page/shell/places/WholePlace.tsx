/** Reading, runs and learning: places over the whole width, fetched when they are first opened. */
import { Center, Loader, Text, VisuallyHidden } from '@mantine/core';
import { Suspense } from 'react';
import type { Place } from '../../state/address/cursor.ts';
import { text } from '../../../words/words.ts';
import { Guard } from '../../kit/notices/Guard.tsx';
import { whenIdle } from '../../state/opening/firstScreen.ts';
import { lazyPart } from '../../kit/parts/lazyPart.ts';

/** What is read most often is fetched when the page has time, so that going there waits for nothing. */
const inspect = () => import('../inspect/InspectPlace.tsx');
whenIdle(() => void inspect().catch(() => undefined));

const CONTENT = {
  inspect: lazyPart(() => inspect().then(({ InspectPlace }) => ({ default: InspectPlace }))),
  runs: lazyPart(() => import('../../features/runs/RunsPlace.tsx').then(({ RunsPlace }) => ({ default: RunsPlace }))),
  learn: lazyPart(() => import('../learn/LearnPlace.tsx').then(({ LearnPlace }) => ({ default: LearnPlace }))),
} as const;

export function WholePlace({ place }: { readonly place: keyof typeof CONTENT }) {
  const Content = CONTENT[place];
  const { name } = text.shell.place[place];
  return (
    <section className="panel" aria-label={name}>
      <VisuallyHidden component="h2">{name}</VisuallyHidden>
      <div className="panel-body">
        <Guard key={place} place={name}>
          <Suspense fallback={<Opening />}>
            <Content />
          </Suspense>
        </Guard>
      </div>
    </section>
  );
}

function Opening() {
  return (
    <Center h={200} role="status">
      <Loader size="sm" mr="xs" />
      <Text size="sm" c="dimmed">
        {text.shell.opening}
      </Text>
    </Center>
  );
}

/** Whether a place takes the whole width. */
export function isWhole(place: Place): place is keyof typeof CONTENT {
  return place in CONTENT;
}
