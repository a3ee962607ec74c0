/** The parts of the Learn place, in the order of their tabs. Each is fetched when it is first opened; its name is in `en.learn.ts`. */
import { lazy, type ComponentType } from 'react';
import type { text } from '../text/text.ts';
import { cursorStore } from '../../stores/cursor.ts';

interface LearnPart {
  readonly Content: ComponentType;
  /** Whether it takes the whole width, instead of lines no longer than one reads. */
  readonly wide?: boolean;
}

const part = (fetch: () => Promise<ComponentType>) => lazy(async () => ({ default: await fetch() }));

export const LEARN_TABS = {
  lessons: { Content: part(() => import('../lessons/LessonList.tsx').then((module) => module.LessonList)), wide: true },
  museum: { Content: part(() => import('../museum/MuseumPage.tsx').then((module) => module.MuseumPage)), wide: true },
  miniature: { Content: part(() => import('../miniature/MiniaturePage.tsx').then((module) => module.MiniaturePage)), wide: true },
  teachers: { Content: part(() => import('../teachers/TeachersPage.tsx').then((module) => module.TeachersPage)), wide: true },
  guide: { Content: part(() => import('./Guide.tsx').then((module) => module.Guide)) },
  examples: {
    Content: part(async () => {
      const { Gallery } = await import('../projects/Gallery.tsx');
      return () => <Gallery onStarted={() => cursorStore.getState().move({ place: 'team' })} />;
    }),
    wide: true,
  },
  words: { Content: part(() => import('./Glossary.tsx').then((module) => module.Glossary)) },
  keys: { Content: part(() => import('../commands/KeysDialogue.tsx').then((module) => module.KeyTable)) },
} satisfies Partial<Readonly<Record<keyof typeof text.learn.tabs, LearnPart>>>;
